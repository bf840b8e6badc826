/// Where the socket of a backend is asked for: Engine.IO's path on its host (specification 1.1), and where a redirection has led.
package struct SocketEndpoint: Hashable, Sendable {
    /// Scheme, host and port; its path is that of the HTTP side.
    package private(set) var address: BackendAddress
    /// From the root of the host, percent-encoded; begins and ends with `/`.
    package private(set) var path: String

    /// - Parameter path: as `BackendAccess.path`; `nil` for `socket.io` below the address's own path.
    package init(_ address: BackendAddress, path: String? = nil) {
        self.address = address
        self.path = path ?? address.path + Self.usualPath
    }

    package static let usualPath = "/socket.io/"

    /// Path and query of a request (specification 1.2). Percent-encoded, so that `+`, `@` and blanks arrive as they are (K55).
    package func target(
        _ transport: SocketTransport, sid: String? = nil, query: [(name: String, value: String)]
    ) -> String {
        var pairs = [(name: "EIO", value: "4"), (name: "transport", value: transport.rawValue)]
        if let sid { pairs.append((name: "sid", value: sid)) }
        return path + "?" + BackendAddress.query(pairs + query)
    }

    /// The same endpoint, as the answer to a request for it says.
    /// - Throws: `Redirection` for one that is not followed.
    package func moved(to redirection: Redirection) throws(Redirection) -> SocketEndpoint {
        var moved = self
        let target: String
        (moved.address, target) = try redirection.followed(from: address, path: path)
        moved.path = String(target.prefix { $0 != "?" })
        return moved
    }
}

/// An answer that sends a client elsewhere (RFC 9110, 15.4). It is followed on the host that was asked, at the same port or from
/// `http` to `https` at their usual ones; thrown where it leads to another host, which would see what is meant for the first.
package struct Redirection: Error, Hashable, Sendable {
    package var status: Int
    package var location: String?

    package init(status: Int, location: String?) { (self.status, self.location) = (status, location) }

    /// In a row.
    package static let limit = 5
    private static let longest = 8_192
    /// Characters of the target in a message.
    private static let shown = 200

    package static func isOne(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// - Parameter path: of the request, without a query.
    /// - Returns: scheme, host and port to ask next, with the path of `address`; and what to ask for there, with its query.
    package func followed(
        from address: BackendAddress, path: String
    ) throws(Redirection) -> (BackendAddress, target: String) {
        guard let location, location.utf8.count <= Self.longest,
            location.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F })
        else { throw self }
        let whole = String(location.prefix { $0 != "#" })
        guard let (scheme, rest) = Self.authority(whole, asked: address.scheme) else {
            return (address, Self.resolved(whole, against: path))
        }
        let mark = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard var next = try? BackendAddress(scheme + "://" + rest[..<mark]), address.leads(to: next) else {
            throw self
        }
        if address.scheme.isWebSocket { next.scheme = next.scheme.isSecure ? .wss : .ws }
        next.path = address.path
        let target = String(rest[mark...])
        return (next, target.hasPrefix("/") ? target : "/" + target)
    }

    /// Scheme, and what stands behind `//`; `nil` for a path.
    private static func authority(_ text: String, asked: BackendAddress.Scheme) -> (String, Substring)? {
        if text.hasPrefix("//") { return (asked.rawValue, text.dropFirst(2)) }
        guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].contains(where: { "/?".contains($0) })
        else { return nil }
        return (String(text[..<mark.lowerBound]), text[mark.upperBound...])
    }

    /// RFC 3986, 5.2, without `..`: servers write whole paths.
    private static func resolved(_ text: String, against path: String) -> String {
        if text.hasPrefix("/") { return text }
        if text.isEmpty || text.hasPrefix("?") { return path + text }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return folder + text
    }

    /// Of one that is not followed.
    package var refusal: String { location == nil ? words : words + "; give that server's address" }

    /// One line, without the query, which may have a secret in it.
    package var words: String {
        guard let location, !location.isEmpty else { return "the server redirects (status \(status)) without a target" }
        let target = location.prefix { $0 != "?" && $0 != "#" }.prefix(Self.shown)
        return "the server redirects to \(target) (status \(status))"
    }
}

extension BackendAddress {
    /// Whether a redirection to that place is followed from this one.
    fileprivate func leads(to other: BackendAddress) -> Bool {
        guard other.host.lowercased() == host.lowercased() else { return false }
        if other.scheme.isSecure == scheme.isSecure { return other.port == port }
        return other.scheme.isSecure && port == scheme.defaultPort && other.port == other.scheme.defaultPort
    }
}
