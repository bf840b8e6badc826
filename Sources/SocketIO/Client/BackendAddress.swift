import Events

/// Where a backend is: scheme, host and port, and the path before `/socket.io/` where it has one.
package struct BackendAddress: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http, https, ws, wss

        package var isSecure: Bool { self == .https || self == .wss }
        /// Whether the user asked for WebSocket alone.
        package var isWebSocket: Bool { self == .ws || self == .wss }
        var defaultPort: Int { isSecure ? 443 : 80 }
    }

    package var scheme: Scheme
    /// Without the brackets of an IPv6 address.
    package var host: String
    package var port: Int
    /// Begins with `/` and does not end with it; empty for none.
    package var path: String

    package init(scheme: Scheme, host: String, port: Int, path: String = "") {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// - Throws: `WireError.badAddress` that says what is wrong with it. A user name or password in it is refused: it would be
    ///   seen in the list of processes.
    package init(_ text: String) throws(WireError) {
        guard let mark = text.firstRange(of: "://") else {
            // Whatever stands before an @ may be a password.
            let found = text.contains("@") ? "" : ", as in http://\(Oddities.shortened(text))"
            throw Self.bad("has no scheme; expected http, https, ws or wss and \"://\"\(found)")
        }
        guard let scheme = Scheme(rawValue: text[..<mark.lowerBound].lowercased()) else {
            throw Self.bad(
                "has the scheme \(Oddities.shown(.string(String(text[..<mark.lowerBound])))); expected http, https, ws or wss"
            )
        }
        let rest = text[mark.upperBound...].prefix { $0 != "?" && $0 != "#" }
        guard rest.endIndex == text.endIndex else {
            throw Self.bad("must not contain \"?\" or \"#\"; use --query, and --user and --agent")
        }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw Self.bad("must not contain a user name or password") }
        var path = String(rest[authority.endIndex...])
        while path.hasSuffix("/") { path.removeLast() }
        guard path.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }) else {
            throw Self.bad("has a path with blanks, control or other characters that need percent-encoding")
        }
        let (host, port) = try Self.hostAndPort(authority)
        self.init(scheme: scheme, host: host, port: port ?? scheme.defaultPort, path: path)
    }

    private static func hostAndPort(_ text: Substring) throws(WireError) -> (String, Int?) {
        var host = text
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let behind = text[text.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw bad("has \"\(behind)\" after the host") }
            port = behind.isEmpty ? nil : behind.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty, host.unicodeScalars.allSatisfy({ $0.isASCII && isHostScalar($0) }) else {
            throw bad("has no host or an invalid one")
        }
        guard let port else { return (String(host), nil) }
        let ports = 1...65_535
        guard let number = Int(port), ports.contains(number) else {
            let found = Oddities.shown(.string(String(port)))
            throw bad("has the port \(found); expected \(ports.lowerBound) to \(ports.upperBound)")
        }
        return (String(host), number)
    }

    private static func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._:%".unicodeScalars.contains(scalar)
    }

    private static func bad(_ reason: String) -> WireError { .badAddress(reason: reason) }

    /// `host:port` as it stands in a URL and in a `Host` header.
    package var authority: String {
        port == scheme.defaultPort ? Self.bracketed(host) : "\(Self.bracketed(host)):\(port)"
    }

    /// A host as it stands in front of a port.
    package static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// The address as one would write it.
    package var text: String { "\(scheme.rawValue)://\(authority)\(path)" }

    /// Base of the HTTP endpoints, whatever scheme the socket has.
    package var httpBase: String { origin + path }

    /// The same without the path.
    package var origin: String { "\(scheme.isSecure ? "https" : "http")://\(authority)" }

    /// What stands behind `httpBase` where the text is an address of this backend: a path, with a query where it has one.
    /// - Returns: `nil` for another's, and for what is none.
    package func path(of text: String) -> String? {
        let whole = text.prefix { $0 != "#" }
        guard let other = try? BackendAddress(String(whole.prefix { $0 != "?" })), !other.scheme.isWebSocket,
            other.scheme.isSecure == scheme.isSecure, other.host.lowercased() == host.lowercased(), other.port == port,
            other.path == path || other.path.hasPrefix(path + "/"),
            whole.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }),
            let begin = whole.firstRange(of: "://")
        else { return nil }
        let place = whole[begin.upperBound...].drop { $0 != "/" && $0 != "?" }
        let own = place.dropFirst(path.utf8.count)
        return own.hasPrefix("/") ? String(own) : "/" + own
    }

    /// All but RFC 3986's unreserved characters as `%XX`.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += Self.encoded(byte)
            }
        }
        return encoded
    }

    /// Names and values behind a question mark.
    package static func query(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    package static func encoded(_ byte: UInt8) -> String {
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
