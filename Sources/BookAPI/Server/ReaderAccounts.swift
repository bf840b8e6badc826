import Events
import JSON
import SocketIO

/// Who may read, and who is logged in (reader 1.3).
package struct ReaderAccounts: Sendable {
    /// The one who may; `nil` where all may, with or without a login.
    private let owner: (name: String, password: Secret)?
    /// The users of tokens, and the tokens in the order in which they were given, with the time of that.
    private var users: [String: String] = [:]
    private var order: [(token: String, time: Double)] = []
    private var now = 0.0

    /// Of a token, in seconds; a reader logs in again.
    package static let validSeconds = 86_400.0
    private static let mostTokens = 1_000
    private static let longestName = 256
    private static let longestPassword = 1_024

    package init(owner: (name: String, password: Secret)?) { self.owner = owner }

    /// Tokens are too old from now on that were given a day before.
    /// - Parameter now: in seconds, of any clock that goes forward.
    package mutating func passTime(to now: Double) {
        self.now = now
        let old = order.prefix { $0.time + Self.validSeconds <= now }
        for (token, _) in old { users[token] = nil }
        order.removeFirst(old.count)
    }

    /// - Parameter token: one that nobody guesses, for this login.
    package mutating func login(_ request: LibraryRequest, token: String) throws(HTTPAnswer) -> HTTPAnswer {
        let body = try request.object()
        let name = try Self.text("username", body, Self.longestName)
        let password = try Self.text("password", body, Self.longestPassword)
        guard mayEnter(name, password) else { throw .detail(401, "Invalid username or password") }
        // Of more logins than anybody needs, the oldest is forgotten.
        if order.count == Self.mostTokens { users[order.removeFirst().token] = nil }
        users[token] = name
        order.append((token, now))
        return .json(["token": .string(token), "user": Self.json(name)])
    }

    /// Where all may enter, the password `wrong` is wrong, so that a client can be seen to be refused.
    private func mayEnter(_ name: String, _ password: String) -> Bool {
        guard let owner else { return password != "wrong" }
        // By their hashes, which take the same time whatever is right about a wrong one.
        let isPassword = contentHash(of: Array(password.utf8)) == contentHash(of: Array(owner.password.revealed.utf8))
        return isPassword && name == owner.name
    }

    private static func text(_ name: String, _ body: JSONObject, _ limit: Int) throws(HTTPAnswer) -> String {
        guard let text = body[name]?.string, text.utf8.count <= limit else {
            throw .invalid("body", name, body[name] == nil ? "Field required" : "Input should be a valid string")
        }
        return text
    }

    private static func json(_ name: String) -> JSON {
        [
            "username": .string(name), "role": "viewer", "email": nil, "first_name": nil, "last_name": nil,
            "last_login": nil,
        ]
    }

    /// `nil` for nobody: without a token, and with a dead one.
    package func user(_ request: LibraryRequest) -> String? { request.token().flatMap { users[$0] } }

    /// Whether whoever asks may see the books.
    package func mayRead(_ request: LibraryRequest) -> Bool { owner == nil || user(request) != nil }

    /// - Throws: 401 for nobody.
    package func required(_ request: LibraryRequest) throws(HTTPAnswer) -> String {
        guard let user = user(request) else { throw .notAuthenticated }
        return user
    }

    package func session(_ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
        guard let token = request.token(alsoInQuery: false), let user = users[token] else {
            throw .detail(401, "Invalid session token")
        }
        return .json(["token": .string(token), "user": Self.json(user)])
    }

    package mutating func logout(_ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
        guard let token = request.token(alsoInQuery: false) else { throw .notAuthenticated }
        users[token] = nil
        order.removeAll { $0.token == token }
        return .done
    }

    /// As a server does that begins anew (fault `library-forget-after`).
    package mutating func forgetAll() { (users, order) = ([:], []) }
}
