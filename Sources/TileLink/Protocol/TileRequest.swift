import JSON

/// One line of a client to the tile (docs/inside/tile-socket.md).
package enum TileRequest: Hashable, Sendable {
    /// Begins an utterance.
    case begin(interrupts: Bool)
    /// More of its text.
    case text(String)
    /// Nothing more of it comes.
    case end
    /// An utterance whole.
    case say(String, interrupts: Bool)
    /// Only whether somebody is there.
    case ping

    /// The version of the language of both sides. Another number is another language; unknown members of a line mean nothing.
    package static let version = 1

    /// - Parameter line: without its end. What is no UTF-8 in it counts as U+FFFD.
    /// - Throws: `TileError.notUnderstood`.
    package init(line: some Collection<UInt8>) throws(TileError) {
        let text = String(decoding: line, as: UTF8.self)
        let value: JSON
        do { value = try JSON.parse(text) } catch { throw .notUnderstood("a line is one JSON object: \(error.reason)") }
        guard let object = value.object else { throw .notUnderstood("a line is one JSON object") }
        try Self.check(version: object)
        switch object["do"]?.string {
        case "begin": self = .begin(interrupts: try Self.interrupts(object))
        case "text": self = .text(try Self.text(of: object))
        case "end": self = .end
        case "say": self = .say(try Self.text(of: object), interrupts: try Self.interrupts(object))
        case "ping": self = .ping
        default: throw .notUnderstood("\"do\" is begin, text, end, say or ping")
        }
    }

    private static func check(version object: JSONObject) throws(TileError) {
        switch member("version", of: object) {
        // 1.0 is the same number.
        case nil, .int(Int64(version)), .double(Double(version)): return
        case .int, .double: throw .notUnderstood("this tile uses version \(version)")
        default: throw .notUnderstood("\"version\" is not a number; this tile uses version \(version)")
        }
    }

    private static func interrupts(_ object: JSONObject) throws(TileError) -> Bool {
        switch member("interrupt", of: object) {
        case nil: return false
        case .bool(let interrupts): return interrupts
        default: throw .notUnderstood("\"interrupt\" is true or false")
        }
    }

    /// The last one of that name, `null` as well: here it is none of what may be written.
    private static func member(_ name: String, of object: JSONObject) -> JSON? {
        object.members.last { $0.key == name }?.value
    }

    private static func text(of object: JSONObject) throws(TileError) -> String {
        guard let text = object["text"]?.string else { throw .notUnderstood("\"text\" is missing or not text") }
        return text
    }

    /// With its end.
    package var line: [UInt8] { JSON.object(object).utf8 + [UInt8(ascii: "\n")] }

    private var object: JSONObject {
        switch self {
        case .begin(let interrupts):
            var object: JSONObject = ["do": "begin", "version": .number(Self.version)]
            if interrupts { object.append("interrupt", true) }
            return object
        case .text(let text): return ["do": "text", "text": .string(text)]
        case .end: return ["do": "end"]
        case .say(let text, let interrupts):
            var object: JSONObject = ["do": "say", "version": .number(Self.version), "text": .string(text)]
            if interrupts { object.append("interrupt", true) }
            return object
        case .ping: return ["do": "ping", "version": .number(Self.version)]
        }
    }
}
