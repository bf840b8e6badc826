import SocketIO

/// Where a server listens: `127.0.0.1:5003`, `[::1]:5003`; port 0 takes any that is free.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    package let port: Int

    package static let usual = ListenAddress(host: "127.0.0.1", port: 5_003)

    /// `nil` unless it is a host, a colon and a port from 0 to 65535.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let isPlain = host.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, isPlain else { return nil }
        self.init(host: String(host), port: port)
    }

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine can reach it.
    var isLoopback: Bool { PageAccess.isLoopback(host) }
}
