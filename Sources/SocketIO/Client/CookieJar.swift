/// Cookies of one backend, as a browser would send them back (RFC 6265): balancers with several workers find the worker of a session
/// by them, and logins their user. Only that host is ever asked, so domains do not matter.
package struct CookieJar: Sendable {
    private struct Cookie: Sendable {
        var name: String
        var value: Secret
        var path: String
        var isSecure: Bool
        /// Seconds since 1970; `nil`: as long as the program runs.
        var end: Double?
    }

    private var cookies: [Cookie] = []

    /// Cookies, and bytes of one; browsers keep at least 50 of 4,096 (RFC 6265, 6.1).
    private static let (mostCookies, longest) = (64, 4_096)

    package init() {}

    /// Takes a header `Set-Cookie`; what makes no sense is let go by.
    /// - Parameters:
    ///   - path: of the request.
    ///   - now: seconds since 1970.
    package mutating func receive(_ header: String, path: String, now: Double) {
        guard header.utf8.count <= Self.longest,
            header.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F })
        else { return }
        let parts = header.split(separator: ";", omittingEmptySubsequences: false)
        guard let (name, value) = Self.pair(parts[0]), !name.isEmpty else { return }
        var cookie = Cookie(name: name, value: Secret(value), path: Self.folder(path), isSecure: false)
        var hasAge = false
        for part in parts.dropFirst() {
            let (name, value) = Self.pair(part) ?? (part.trimmed, "")
            switch name.lowercased() {
            case "path": cookie.path = value.hasPrefix("/") ? value : Self.folder(path)
            case "secure": cookie.isSecure = true
            case "max-age":
                guard let seconds = Double(value) else { continue }
                (cookie.end, hasAge) = (now + seconds, true)
            case "expires": if !hasAge { cookie.end = Self.date(value) }
            default: break
            }
        }
        keep(cookie, now)
    }

    private mutating func keep(_ cookie: Cookie, _ now: Double) {
        cookies.removeAll { ($0.name == cookie.name && $0.path == cookie.path) || Self.isOver($0, now) }
        guard !Self.isOver(cookie, now) else { return }
        if cookies.count == Self.mostCookies { cookies.removeFirst() }
        cookies.append(cookie)
    }

    /// The header `Cookie` of a request; `nil` where there is nothing to send. Longer paths come first.
    package func header(path: String, isSecure: Bool, now: Double) -> String? {
        let sent = cookies.filter {
            Self.matches($0.path, path) && (isSecure || !$0.isSecure) && !Self.isOver($0, now)
        }
        guard !sent.isEmpty else { return nil }
        return sent.sorted { $0.path.utf8.count > $1.path.utf8.count }
            .map { "\($0.name)=\($0.value.revealed)" }.joined(separator: "; ")
    }

    private static func isOver(_ cookie: Cookie, _ now: Double) -> Bool { cookie.end.map { $0 <= now } ?? false }

    /// RFC 6265, 5.1.4.
    private static func folder(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func matches(_ folder: String, _ path: String) -> Bool {
        path == folder
            || (path.hasPrefix(folder) && (folder.hasSuffix("/") || path.dropFirst(folder.count).hasPrefix("/")))
    }

    /// Older servers write `09-Jun-2027`.
    private static func date(_ text: String) -> Double? {
        HTTPDate(text.replacing("-", with: " ")).map { Double($0.seconds) }
    }

    private static func pair(_ text: Substring) -> (String, String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        return (text[..<equals].trimmed, text[text.index(after: equals)...].trimmed)
    }
}
