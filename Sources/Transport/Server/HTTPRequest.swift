import NIOHTTP1
import Wire

/// One request, whole.
struct HTTPRequest {
    let head: HTTPRequestHead
    let target: HTTPTarget
    let body: [UInt8]

    var method: HTTPMethod { head.method }
    func header(_ name: String) -> String? { head.headers.first(name: name) }

    /// Both headers are needed: with one of them the request is like any other, and others may follow it.
    var wantsWebSocket: Bool {
        head.method == .GET && names("websocket", in: "upgrade") && names("upgrade", in: "connection")
    }

    private func names(_ word: String, in header: String) -> Bool {
        head.headers[canonicalForm: header].contains { $0.lowercased() == word }
    }
}

extension HTTPRequestHead {
    /// Whether its sender wants to speak something else behind it, so that nothing there can be read as HTTP.
    var asksForAnotherProtocol: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

    /// In memory, about.
    var byteCount: Int { headers.reduce(uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}
