/// Decides which web pages may use a server.
///
/// A browser sends requests for every page that it shows. Those of another site carry that site as `Origin`; those of a page whose own
/// name was made to lead here (DNS rebinding) carry that name as `Host`. Programs other than browsers send no `Origin`.
package struct PageAccess: Sendable {
    private let isLoopback: Bool
    private let allowed: Set<String>

    /// - Parameters:
    ///   - host: on which the server listens.
    ///   - origins: of pages that may, as `https://app.example:8443`; `null` for pages without one, `*` for all.
    package init(listeningOn host: String, allowing origins: [String] = []) {
        isLoopback = Self.isLoopback(host)
        allowed = Set(origins.compactMap(Self.normalized))
    }

    /// Why a request is refused; `nil` when it is not.
    /// - Parameters:
    ///   - hosts: values of its `Host` headers.
    ///   - origins: values of its `Origin` headers.
    package func refusal(hosts: [String], origins: [String]) -> String? {
        guard hosts.count <= 1, origins.count <= 1 else { return "more than one Host or Origin header" }
        let host = hosts.first
        if isLoopback, let host, !Self.isLoopbackAuthority(host) {
            return "Host is \(host.prefix(200)); expected localhost, 127.0.0.1 or [::1]"
        }
        guard let origin = origins.first, !isAllowed(origin, host) else { return nil }
        return "pages of \(origin.prefix(200)) may not use this server; use --allow-origin to permit them"
    }

    private func isAllowed(_ origin: String, _ host: String?) -> Bool {
        if allowed.contains("*") { return true }
        guard let normal = Self.normalized(origin) else { return false }
        if allowed.contains(normal) { return true }
        guard let host, Self.webSchemes.contains(where: normal.hasPrefix), let page = Self.authority(normal) else {
            return false
        }
        // Its own pages; and on this machine those of its other servers, as of a web client under development.
        return page == Self.withoutUsualPort(host.lowercased())
            || Self.isLoopbackAuthority(page) && Self.isLoopbackAuthority(host)
    }

    /// As origins are compared; `nil` for what is none.
    package static func normalized(_ origin: String) -> String? {
        let text = origin.lowercased()
        if text == "null" || text == "*" { return text }
        guard let authority = authority(text), !authority.isEmpty,
            text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), !authority.contains(where: "/?#@\\\"<>,".contains)
        else { return nil }
        return text.prefix { $0 != ":" } + "://" + authority
    }

    private static let webSchemes = ["http://", "https://", "ws://", "wss://"]

    /// Host and port of an origin; the usual port is left out.
    private static func authority(_ origin: String) -> String? {
        let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(":") else { return nil }
        return withoutUsualPort(String(parts[1]))
    }

    /// A page's origin has no usual port, whichever of the two it is.
    private static func withoutUsualPort(_ authority: String) -> String {
        for port in [":80", ":443"] where authority.hasSuffix(port) { return String(authority.dropLast(port.count)) }
        return authority
    }

    /// Whether a host, with or without a port, is a name of this machine that nobody else can give to theirs.
    private static func isLoopbackAuthority(_ authority: String) -> Bool {
        var host = authority[...]
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            guard host[host.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return false
            }
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { return host == "[::1]" }
        return !host.contains(":") && isLoopback(String(host))
    }

    /// Whether only this machine can reach what listens there.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let areNumbers = parts.allSatisfy { !$0.hasPrefix("+") && UInt8($0) != nil }
        return parts.count == 4 && UInt8(parts[0]) == 127 && areNumbers
    }
}
