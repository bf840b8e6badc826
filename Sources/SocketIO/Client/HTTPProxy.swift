import Events
import JSON

/// A proxy that requests to other hosts go through, as `http_proxy`, `https_proxy` and `no_proxy` say (the form that curl and others
/// read). This machine's own addresses are never asked for through one.
package struct HTTPProxy: Hashable, Sendable {
    package var host: String
    package var port: Int
    private var login: Secret?

    /// - Parameter environment: all variables.
    /// - Returns: `nil` where none is set for that address.
    /// - Throws: `WireError.badField` for one that is no HTTP proxy.
    package init?(for address: BackendAddress, in environment: [String: String]) throws(WireError) {
        let names = address.scheme.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"]
        guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let text = environment[name],
            !Self.isExempt(address, (environment["no_proxy"] ?? environment["NO_PROXY"]) ?? "")
        else { return nil }
        let whole = text.contains("://") ? text : "http://" + text
        let rest = whole[(whole.firstRange(of: "://")?.upperBound ?? whole.startIndex)...]
        let authority = rest.prefix { $0 != "/" }
        let mark = authority.lastIndex(of: "@")
        let place = mark.map { authority[authority.index(after: $0)...] } ?? authority
        guard whole.lowercased().hasPrefix("http://"), let read = try? BackendAddress("http://" + place) else {
            throw .badField(name: name, reason: "is not an HTTP proxy; expected http://host:port")
        }
        (host, port) = (read.host, read.port)
        login = mark.map { Secret(HTTPTarget.decoded(authority[..<$0], plusIsBlank: false)) }
    }

    /// Name and password, joined by `:` and in base64 (RFC 7617); `nil` without.
    package var basicCredentials: String? { login.map { Base64.encode(Array($0.revealed.utf8)) } }

    /// `host:port`.
    package var authority: String { "\(BackendAddress.bracketed(host)):\(port)" }

    /// A reason for which a server could not be reached. What the server itself says has come through.
    package func named(in reason: String) -> String {
        let isNamed = reason.contains(authority) || reason.hasPrefix("the server")
        return isNamed ? reason : reason + " (through the proxy \(authority))"
    }

    private static func isExempt(_ address: BackendAddress, _ list: String) -> Bool {
        let host = address.host.lowercased()
        if isLoopback(host) { return true }
        return list.split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { entry in
            if entry == "*" { return true }
            let parts = entry.split(separator: ":", maxSplits: 1)
            if host == entry.lowercased() { return true }
            guard let name = parts.first?.lowercased() else { return false }
            if parts.count == 2, parts[1] != "\(address.port)" { return false }
            let domain =
                name.hasPrefix(".") ? String(name.dropFirst()) : name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
            return host == domain || host.hasSuffix("." + domain)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || (host.hasPrefix("127.")
                && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) })
    }
}
