import Events
import JSON

/// What a backend asks for besides an address: where its socket is, and what its gateway or its namespace wants to be told.
///
/// Values of headers, of the query and of the token are secrets: they go to the backend and nowhere else.
package struct BackendAccess: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package var name: String
        package var value: Secret
    }

    /// What can be set of it, each as one text.
    package enum Part: String, Sendable, CaseIterable {
        case namespace, path, auth, header, query

        package var isSecret: Bool { self != .namespace && self != .path }

        package var example: String {
            switch self {
            case .namespace: "/avatar"
            case .path: "/realtime/ws"
            case .auth: "{\"token\":\"...\"}"
            case .header: "X-Api-Key: ..."
            case .query: "tenant=acme"
            }
        }

        /// In words, after "expected".
        package var expected: String {
            switch self {
            case .namespace, .path: "a \(rawValue) such as \"\(example)\""
            case .auth: "a JSON object such as \(example)"
            case .header: "headers such as \"\(example)\", one a line"
            case .query: "parameters such as \"\(example)\", one a line"
            }
        }
    }

    /// Of Socket.IO; begins with `/`.
    package private(set) var namespace = "/"
    /// Of Engine.IO, from the root of the host; begins and ends with `/`. `nil`: the usual one, below the address's path.
    package private(set) var path: String?
    /// JSON of the CONNECT packet.
    private(set) var auth: Secret?
    /// With each request over HTTP and each WebSocket.
    package private(set) var headers: [Pair] = []
    /// The same, not encoded yet.
    package private(set) var query: [Pair] = []

    package init() {}

    /// - Parameter text: of headers and of the query one a line.
    /// - Throws: `WireError.badField` that names no secret.
    package mutating func set(_ part: Part, _ text: String) throws(WireError) {
        switch part {
        case .namespace: namespace = try Self.namespace(text)
        case .path: path = try Self.path(text)
        case .auth: auth = try Self.auth(text)
        case .header: headers = try Self.pairs(text, Self.header)
        case .query: query = try Self.pairs(text, Self.parameter)
        }
    }

    /// What CONNECT carries.
    var connectData: JSON? { auth.flatMap { try? JSON.parse(Array($0.revealed.utf8)) } }

    /// The headers, for the request that needs them.
    package var sentHeaders: [(name: String, value: String)] { headers.map { ($0.name, $0.value.revealed) } }
    package var sentQuery: [(name: String, value: String)] { query.map { ($0.name, $0.value.revealed) } }

    /// The query of an address of the HTTP side, with what is asked for in each request behind it.
    package func target(_ target: String) -> String {
        guard !query.isEmpty else { return target }
        return target + (target.contains("?") ? "&" : "?") + BackendAddress.query(sentQuery)
    }

    // MARK: As it is written

    private static func namespace(_ text: String) throws(WireError) -> String {
        let name = text.hasPrefix("/") ? text : "/" + text
        guard name.utf8.count <= SocketIOPacket.longestNamespace,
            name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0 != "," && $0 != "?" })
        else {
            throw bad(
                "namespace", "is longer than \(SocketIOPacket.longestNamespace) bytes, or has a blank, \",\" or \"?\"")
        }
        return name
    }

    private static func path(_ text: String) throws(WireError) -> String {
        var path = text.hasPrefix("/") ? text : "/" + text
        if !path.hasSuffix("/") { path += "/" }
        guard
            path.unicodeScalars.allSatisfy({
                $0.isASCII && $0.value > 0x20 && $0.value != 0x7F && !"?#".unicodeScalars.contains($0)
            })
        else { throw bad("path", "has a blank, \"?\", \"#\" or another character that needs percent-encoding") }
        return path
    }

    private static func auth(_ text: String) throws(WireError) -> Secret {
        guard let json = try? JSON.parse(Array(text.utf8)), json.object != nil else {
            throw bad("auth", "is not \(Part.auth.expected)")
        }
        guard json.text.utf8.count <= ClientSession.controlLimit else {
            throw .tooLarge(what: "bytes in the token", limit: ClientSession.controlLimit)
        }
        return Secret(json.text)
    }

    private static func pairs(
        _ text: String, _ read: (Substring) throws(WireError) -> Pair
    ) throws(WireError) -> [Pair] {
        var pairs: [Pair] = []
        for line in text.split(whereSeparator: \.isNewline) { pairs.append(try read(line)) }
        return pairs
    }

    private static func header(_ line: Substring) throws(WireError) -> Pair {
        guard let colon = line.firstIndex(of: ":") else { throw bad("header", "is not of the form \"name: value\"") }
        let (name, value) = (String(line[..<colon]), line[line.index(after: colon)...].trimmed)
        guard !name.isEmpty, name.utf8.allSatisfy(isToken) else {
            throw bad("header", "has no name, or one with characters that no header has")
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw bad("header", "\(name) has control characters")
        }
        let lower = name.lowercased()
        guard !ownHeaders.contains(lower), !lower.hasPrefix("sec-websocket-") else {
            throw bad("header", "\(name) is Cameo's own")
        }
        return Pair(name: name, value: Secret(value))
    }

    /// They say where a request ends, or what its connection becomes.
    private static let ownHeaders: Set = [
        "connection", "content-length", "content-type", "transfer-encoding", "te", "trailer", "upgrade", "expect",
    ]

    /// RFC 9110, 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func parameter(_ line: Substring) throws(WireError) -> Pair {
        guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
            throw bad("query", "is not of the form name=value")
        }
        let name = String(line[..<equals])
        guard !ownParameters.contains(name) else {
            throw bad("query", "\(name) is Cameo's own; it has an option of its own")
        }
        return Pair(name: name, value: Secret(String(line[line.index(after: equals)...])))
    }

    private static let ownParameters: Set = [
        "EIO", "transport", "sid", "user_id", "agent_id", "instance_id", "userResolution",
    ]

    private static func bad(_ name: String, _ reason: String) -> WireError { .badField(name: name, reason: reason) }
}
