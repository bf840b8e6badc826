import Events
import JSON

/// One packet of Engine.IO revision 4 (specification 1.1). Texts are UTF-8 as they came; nothing is checked in them.
package enum EngineIOPacket: Hashable, Sendable {
    /// `0`: the server's first packet on a link.
    case open(EngineIOHandshake)
    /// `1`
    case close
    /// `2`, with `probe` behind it while a link is being upgraded.
    case ping([UInt8] = [])
    /// `3`, with what the ping had behind it.
    case pong([UInt8] = [])
    /// `4`: text of the layer above.
    case message([UInt8])
    /// Bytes of the layer above. By WebSocket without any mark, by polling `b` and base64.
    case binary([UInt8])
    /// `5`: the client moves to the link that it has probed.
    case upgrade
    /// `6`: lets a waiting poll return.
    case noop

    /// What stands behind the ping and the pong that try a second link.
    package static let probe = Array("probe".utf8)

    /// Reads a packet from a text message of a WebSocket, or from a part of a polling payload that has no `b` before it.
    /// - Throws: `WireError.badPacket`, or `.json`, for an open packet.
    package init(text: [UInt8]) throws(WireError) {
        guard let type = text.first else { throw .badPacket(reason: "an empty Engine.IO packet") }
        let rest = text.dropFirst()
        switch type {
        case UInt8(ascii: "0"): self = .open(try EngineIOHandshake(json: try JSON(wire: rest)))
        case UInt8(ascii: "1"): self = .close
        case UInt8(ascii: "2"): self = .ping(Array(rest))
        case UInt8(ascii: "3"): self = .pong(Array(rest))
        case UInt8(ascii: "4"): self = .message(Array(rest))
        case UInt8(ascii: "5"): self = .upgrade
        case UInt8(ascii: "6"): self = .noop
        default:
            let shown = Oddities.shown(.string(String(decoding: text.prefix(16), as: UTF8.self)))
            throw .badPacket(reason: "expected an Engine.IO packet type from 0 to 6, found \(shown)")
        }
    }

    /// The text message that a WebSocket carries; `nil` for `binary`, which is a binary message of its own.
    package var text: [UInt8]? {
        switch self {
        case .open(let handshake): [UInt8(ascii: "0")] + handshake.json.utf8
        case .close: [UInt8(ascii: "1")]
        case .ping(let data): [UInt8(ascii: "2")] + data
        case .pong(let data): [UInt8(ascii: "3")] + data
        case .message(let data): [UInt8(ascii: "4")] + data
        case .binary: nil
        case .upgrade: [UInt8(ascii: "5")]
        case .noop: [UInt8(ascii: "6")]
        }
    }
}

extension EngineIOPacket {
    /// In memory, about: bytes of a message or an attachment, and what stands around them.
    package var byteCount: Int {
        switch self {
        case .message(let bytes), .binary(let bytes): bytes.count + 64
        default: 64
        }
    }
}

/// What the server says about a link in its open packet.
package struct EngineIOHandshake: Hashable, Sendable {
    package var sid: String
    /// Other transports that the session may move to.
    var upgrades: [String]
    package var pingInterval: TimeSpan
    package var pingTimeout: TimeSpan
    /// Most bytes that one polling payload to the server may have; `nil` when the server did not say.
    package var maxPayload: Int?

    package init(
        sid: String, upgrades: [String] = [], pingInterval: TimeSpan = .seconds(25),
        pingTimeout: TimeSpan = .seconds(20),
        maxPayload: Int? = nil
    ) {
        self.sid = sid
        self.upgrades = upgrades
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
        self.maxPayload = maxPayload
    }

    /// Times without a ping after which the link is dead.
    var silenceLimit: TimeSpan { pingInterval + pingTimeout }

    /// A day: nobody's heartbeat is slower.
    private static let longestMilliseconds = 86_400_000
    private static let longestSID = 256

    /// - Throws: `WireError.badField`.
    init(json: JSON) throws(WireError) {
        guard let object = json.object else { throw .badPacket(reason: "the open packet is not a JSON object") }
        guard let sid = object["sid"]?.string, !sid.isEmpty, sid.utf8.count <= Self.longestSID else {
            throw .badField(name: "sid", reason: "is missing or not text of 1 to \(Self.longestSID) bytes")
        }
        self.sid = sid
        upgrades = object["upgrades"]?.array?.compactMap(\.string) ?? []
        // python-engineio rounds its seconds down, so that less than one is announced as 0.
        pingInterval = try Self.span("pingInterval", object, atLeast: 0)
        pingTimeout = try Self.span("pingTimeout", object, atLeast: 1)
        maxPayload = object["maxPayload"]?.lenientInt.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func span(_ name: String, _ object: JSONObject, atLeast least: Int) throws(WireError) -> TimeSpan {
        guard let milliseconds = object[name]?.lenientInt, (least...longestMilliseconds).contains(milliseconds) else {
            throw .badField(name: name, reason: "is missing or not a number of milliseconds from \(least) to a day")
        }
        return .milliseconds(Int64(milliseconds))
    }

    package var json: JSON {
        var object: JSONObject = [
            "sid": .string(sid), "upgrades": .array(upgrades.map { .string($0) }),
            "pingInterval": .int(pingInterval.microseconds / 1_000),
            "pingTimeout": .int(pingTimeout.microseconds / 1_000),
        ]
        if let maxPayload { object.append("maxPayload", .int(Int64(maxPayload))) }
        return .object(object)
    }
}

/// The two ways in which Engine.IO packets travel.
package enum SocketTransport: String, Hashable, Sendable, CaseIterable {
    case polling
    case webSocket = "websocket"
}

/// How somebody wants a connection to be made.
package enum TransportChoice: String, CaseIterable, Sendable {
    /// Polling first, WebSocket as soon as the server agrees, like the standard client.
    case auto
    case webSocket = "websocket"
    case polling
}
