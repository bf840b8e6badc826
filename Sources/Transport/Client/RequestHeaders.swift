import NIOHTTP1
import Platform
import SocketIO
import Synchronization

/// The cookies of one backend, for all that is asked of it: its socket and its HTTP side.
package final class CookieStore: Sendable {
    private let jar = Mutex(CookieJar())

    package init() {}

    /// - Parameter path: of the request.
    func receive(_ answer: HTTPHeaders, path: String) {
        let cookies = answer["Set-Cookie"]
        guard !cookies.isEmpty else { return }
        jar.withLock { jar in
            for cookie in cookies { jar.receive(cookie, path: path, now: WallClock.seconds) }
        }
    }

    fileprivate func header(path: String, isSecure: Bool) -> String? {
        jar.withLock { $0.header(path: path, isSecure: isSecure, now: WallClock.seconds) }
    }
}

extension ConnectionOptions {
    /// What each request says: who asks, the user's own headers, and the backend's cookies.
    /// - Parameters:
    ///   - target: path and query.
    ///   - accept: `nil` for a WebSocket.
    func headers(target: String, isSecure: Bool, accept: String?) -> HTTPHeaders {
        var headers: HTTPHeaders = ["User-Agent": "cameo"]
        if let accept { headers.add(name: "Accept", value: accept) }
        let own = access.sentHeaders
        for (name, _) in own { headers.remove(name: name) }
        for (name, value) in own { headers.add(name: name, value: value) }
        let path = String(target.prefix { $0 != "?" })
        if let cookies = cookies.header(path: path, isSecure: isSecure) {
            let all = headers["Cookie"] + [cookies]
            headers.replaceOrAdd(name: "Cookie", value: all.joined(separator: "; "))
        }
        return headers
    }
}

extension HTTPHeaders {
    /// What a request with a body says of it. Its connection is not kept for another one: where an answer comes before the body has
    /// been written, and its connection ends then, async-http-client 1.37.0 traps when it wants to keep it.
    mutating func addBody(_ type: String) {
        add(name: "Content-Type", value: type)
        add(name: "Connection", value: "close")
    }
}
