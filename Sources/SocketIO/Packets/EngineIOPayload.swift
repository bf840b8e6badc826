import Events
import JSON

/// Bodies of HTTP long polling: packets joined by the byte 0x1E, binary ones as `b` and base64 (specification 1.1).
package enum EngineIOPayload {
    package static let separator: UInt8 = 0x1E

    /// Whether a body begins as one of revision 3 does whose first packet opens a session: each packet has its length before it, as
    /// `97:0{...}`, or in binary as a byte below 2, its digits as bytes from 0 to 9, and 255.
    static func isRevision3(_ body: [UInt8]) -> Bool {
        let isBinary = body.first.map { $0 < 2 } ?? false
        let digits: ClosedRange<UInt8> = isBinary ? 0...9 : 0x30...0x39
        let length = body.dropFirst(isBinary ? 1 : 0).prefix(12).prefix { digits.contains($0) }
        let end: [UInt8] = [isBinary ? 0xFF : UInt8(ascii: ":"), UInt8(ascii: "0"), UInt8(ascii: "{")]
        return !length.isEmpty && body[length.endIndex...].starts(with: end)
    }

    static let revision3 =
        "the server speaks Engine.IO 3 (Socket.IO 2); Cameo needs Engine.IO 4 (Socket.IO 3 or later): update the server's Socket.IO"

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
    /// - Throws: `WireError.badPacket`, `.tooLarge`, or `.badField` and `.json` for an open packet.
    package mutating func receive(_ piece: [UInt8]) throws(WireError) -> [EngineIOPacket] {
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

    /// The last packet; `nil` when the body was empty.
    package mutating func end() throws(WireError) -> EngineIOPacket? {
        hasBytes ? try complete() : nil
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(WireError) {
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
        guard partial.first == UInt8(ascii: "b") else {
            if EngineIOPayload.isRevision3(partial) { throw .badPacket(reason: EngineIOPayload.revision3) }
            return try EngineIOPacket(text: partial)
        }
        guard let bytes = Base64.decode(partial.dropFirst()) else {
            throw .badPacket(reason: "a binary packet that is not base64")
        }
        return .binary(bytes)
    }
}
