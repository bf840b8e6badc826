import NIOHTTP1
import Wire

/// One request, whole.
struct HTTPRequest {
    let head: HTTPRequestHead
    let target: HTTPTarget
    let body: [UInt8]

    var method: HTTPMethod { head.method }
    func header(_ name: String) -> String? { head.headers.first(name: name) }

    var wantsWebSocket: Bool {
        head.method == .GET && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
    }
}

/// What a stand-in backend bounds.
enum ServerLimits {
    static let headerField = 16 << 10
    static let headers = 64 << 10
    static let headerFields = 100
    static let connections = 1_024
    static let sessions = 512
    static let rooms = 1_000
    /// Bytes that wait in a client's socket before nothing more is read for it, and before reading goes on.
    static let unsent = 256 << 10...1 << 20
    /// Bytes and events that are read at once.
    static let batchBytes = 1 << 20
    static let batch = 16
    /// Seconds from connecting, or from the last answer, to the end of the next request.
    static let requestSeconds: Int64 = 30
    static let idleSeconds: Int64 = 75
    /// Seconds that a client has to take an answer.
    static let answerSeconds: Int64 = 60
}
