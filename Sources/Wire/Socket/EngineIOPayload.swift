import Events

/// Bodies of HTTP long polling: packets joined by the byte 0x1E, binary ones as `b` and base64 (specification 1.1).
package enum EngineIOPayload {
    package static let separator: UInt8 = 0x1E

    package static func encode(_ packets: [EngineIOPacket]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, packet) in packets.enumerated() {
            if index > 0 { bytes.append(separator) }
            bytes += encode(packet)
        }
        return bytes
    }

    package static func encode(_ packet: EngineIOPacket) -> [UInt8] {
        if case .binary(let data) = packet { return [UInt8(ascii: "b")] + Base64.encode(data).utf8 }
        return packet.text ?? []
    }

    /// Adds a packet to a body of at most `limit` bytes; one that is larger by itself goes alone.
    /// - Returns: false when it has no room there.
    package static func add(_ packet: EngineIOPacket, to body: inout [UInt8], limit: Int) -> Bool {
        let bytes = encode(packet)
        guard body.isEmpty || body.count + 1 + bytes.count <= limit else { return false }
        if !body.isEmpty { body.append(separator) }
        body += bytes
        return true
    }
}

/// Reads a polling body that comes in pieces, however it is cut.
package struct EngineIOPayloadReader: Sendable {
    /// Bytes of the packet that has not ended yet.
    private var partial: [UInt8] = []
    private var hasBytes = false
    /// Most bytes of one packet, in the form in which they come.
    private let limit: Int

    package init(limit: Int = Limits.messageBytes) { self.limit = limit }

    /// Takes the next piece, and gives the packets that it completes. After an error the rest of the body makes no sense.
    /// - Throws: `WireError.badPacket`, `.tooLarge`, `.badField`, `.notJSON` and the like for an open packet.
    package mutating func receive(_ piece: some Collection<UInt8>) throws(WireError) -> [EngineIOPacket] {
        var packets: [EngineIOPacket] = []
        var rest = piece[...]
        while let end = rest.firstIndex(of: EngineIOPayload.separator) {
            try keep(rest[..<end])
            packets.append(try complete())
            hasBytes = true
            rest = rest[rest.index(after: end)...]
        }
        try keep(rest)
        return packets
    }

    /// The same for the bytes that a network gives; compiled here for them, where a generic call from another module would
    /// ask for each byte by itself.
    package mutating func receive(bytes: [UInt8]) throws(WireError) -> [EngineIOPacket] { try receive(bytes) }

    /// The last packet; `nil` when the body was empty.
    package mutating func end() throws(WireError) -> EngineIOPacket? {
        hasBytes ? try complete() : nil
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) throws(WireError) {
        if bytes.isEmpty { return }
        guard partial.count + bytes.count <= limit else { throw .tooLarge(what: "bytes in one packet", limit: limit) }
        hasBytes = true
        partial.append(contentsOf: bytes)
    }

    private mutating func complete() throws(WireError) -> EngineIOPacket {
        defer {
            partial = []
            hasBytes = false
        }
        guard partial.first == UInt8(ascii: "b") else { return try EngineIOPacket(text: partial) }
        guard let bytes = Base64.decode(partial.dropFirst()) else {
            throw .badPacket(reason: "a binary packet that is no base64")
        }
        return .binary(bytes)
    }
}
