import JSON
import SocketIO

/// What a server with books says of a request that it refuses (reader 1.1): `detail` as a text, an object or a list of what is wrong
/// with each field; or a text that is no JSON.
package enum LibraryRefusal {
    private static let longest = 300

    /// On one line without control characters; empty where it says nothing.
    package static func words(_ body: [UInt8]) -> String {
        let json = body.count <= BackendCall.usualAnswer ? try? JSON.parse(body) : nil
        if let object = json?.object {
            return (["detail", "message", "error"].lazy.compactMap { text(object[$0]) }.first ?? "").oneLine(longest)
        }
        if let text = text(json) { return text.oneLine(longest) }
        // A page says nothing in one line.
        return isPage(body) ? "" : String(decoding: body.prefix(longest), as: UTF8.self).oneLine(longest)
    }

    private static func text(_ value: JSON?) -> String? {
        switch value {
        case .string(let text): text.isBlank ? nil : text
        case .object(let object): ["message", "error", "msg", "detail"].lazy.compactMap { object[$0]?.string }.first
        case .array(let list):
            list.isEmpty
                ? nil : list.prefix(8).compactMap { $0.object?["msg"]?.string ?? $0.string }.joined(separator: "; ")
        default: nil
        }
    }

    /// Whether it is HTML: of a proxy, or of a network that wants its own login.
    package static func isPage(_ body: [UInt8]) -> Bool {
        body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}
