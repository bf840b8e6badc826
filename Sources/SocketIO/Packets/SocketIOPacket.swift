import Events
import JSON

/// One packet of Socket.IO revision 5 without its attachments (specification 1.1).
package struct SocketIOPacket: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case connect, disconnect, event, acknowledgement, connectError, binaryEvent, binaryAcknowledgement

        /// Whether attachments follow.
        var isBinary: Bool { self == .binaryEvent || self == .binaryAcknowledgement }
    }

    package var kind: Kind
    package var namespace: String
    /// Number of the acknowledgement that the sender waits for, or that this is.
    package var id: Int?
    /// An array for events and acknowledgements, an object for the others that have any.
    package var data: JSON?
    /// Binary messages that follow.
    package var attachmentCount: Int
    /// Numbers in `data` that JSON cannot hold, which are `null` there.
    private(set) var nonFinite: NonFiniteNumbers?

    package init(
        _ kind: Kind, namespace: String = "/", id: Int? = nil, data: JSON? = nil, attachmentCount: Int = 0
    ) {
        self.kind = kind
        self.namespace = namespace
        self.id = id
        self.data = data
        self.attachmentCount = attachmentCount
    }

    /// The event that a message is; its attachments have to follow.
    package init(_ message: WireMessage, namespace: String = "/", id: Int? = nil) {
        let count = message.attachments.count
        self.init(
            count > 0 ? .binaryEvent : .event, namespace: namespace, id: id,
            data: .array([.string(message.name)] + message.arguments), attachmentCount: count)
    }

    /// Most attachments of one message: a batch has one for each frame of a chunk at most.
    static let attachmentLimit = Limits.chunkFrames
    static let longestNamespace = 256
    /// Any number of so many fits into an `Int`.
    private static let mostDigits = 15

    /// `<kind>[<attachments>-][<namespace>,][<id>][<JSON>]`
    /// - Throws: `WireError.badPacket`, and `.json`.
    package init(text: [UInt8]) throws(WireError) {
        var rest = text[...]
        try self.init(headOf: &rest)
        if !rest.isEmpty { data = try JSON(wire: rest, &nonFinite) }
        try check()
    }

    /// All but the JSON, which is left in `text`.
    init(headOf rest: inout ArraySlice<UInt8>) throws(WireError) {
        let text = rest
        guard let first = rest.popFirst(), let kind = Kind(rawValue: first &- UInt8(ascii: "0")) else {
            let shown = Oddities.shown(.string(String(decoding: text.prefix(16), as: UTF8.self)))
            throw .badPacket(reason: "expected a Socket.IO packet type from 0 to 6, found \(shown)")
        }
        self.init(kind)
        if kind.isBinary { attachmentCount = try Self.attachmentCount(&rest) }
        if rest.first == UInt8(ascii: "/") { namespace = try Self.namespace(&rest) }
        id = try Self.number(&rest)
    }

    private static func attachmentCount(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> Int {
        guard let count = try number(&rest), rest.popFirst() == UInt8(ascii: "-"), count <= attachmentLimit else {
            throw .badPacket(reason: "expected a number of attachments up to \(attachmentLimit) and \"-\"")
        }
        return count
    }

    private static func namespace(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> String {
        let name = rest.prefix(longestNamespace + 1).prefix { $0 != UInt8(ascii: ",") }
        guard name.count <= longestNamespace else {
            throw .badPacket(reason: "a namespace of more than \(longestNamespace) bytes")
        }
        rest = rest.dropFirst(name.count + 1)
        // A query may stand behind the name; it is none of it.
        return String(decoding: name.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> Int? {
        var value = 0
        var digits = 0
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            digits += 1
            guard digits <= mostDigits else {
                throw .badPacket(reason: "a number of more than \(mostDigits) digits")
            }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            rest = rest.dropFirst()
        }
        return digits > 0 ? value : nil
    }

    private func check() throws(WireError) {
        switch kind {
        case .event, .binaryEvent:
            guard case .string? = data?.array?.first else {
                throw .badPacket(reason: "expected an event as an array that begins with its name")
            }
        case .acknowledgement, .binaryAcknowledgement:
            guard data?.array != nil, id != nil else {
                throw .badPacket(reason: "expected an acknowledgement with its number and an array")
            }
        case .connect, .disconnect, .connectError: break
        }
    }

    package var text: [UInt8] {
        var bytes = [UInt8(ascii: "0") + kind.rawValue]
        if kind.isBinary { bytes += "\(attachmentCount)-".utf8 }
        if namespace != "/" { bytes += "\(namespace),".utf8 }
        if let id { bytes += String(id).utf8 }
        data?.write(to: &bytes)
        return bytes
    }

    /// What a server says in a CONNECT_ERROR: an object with `message`, or plain text.
    package var message: String? { data?.object?["message"]?.string ?? data?.string }
}

extension EngineIOPacket {
    /// A message of the layer above as what a link carries: its text, then its attachments.
    package static func packets(_ packet: SocketIOPacket, attachments: [[UInt8]] = []) -> [EngineIOPacket] {
        [.message(packet.text)] + attachments.map { .binary($0) }
    }

    package static func packets(_ message: WireMessage, namespace: String = "/") -> [EngineIOPacket] {
        packets(SocketIOPacket(message, namespace: namespace), attachments: message.attachments)
    }
}
