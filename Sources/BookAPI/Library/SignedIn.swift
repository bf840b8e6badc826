import Events
import JSON
import SocketIO

/// What a server says of somebody who is logged in (reader 1.3).
package struct SignedIn: Hashable, Sendable {
    package var token: Secret
    package var user: String

    private static let longestToken = 4_096

    package init(_ token: Secret, _ user: String) { (self.token, self.user) = (token, user) }

    /// - Parameter token: that was asked with, for an answer that does not repeat it.
    package init(_ body: [UInt8], token known: Secret? = nil) throws(BookError) {
        let json = try BookJSON.parse(body)
        let fields = BookFields(json.object ?? JSONObject())
        let received = (fields.value("token") ?? fields.value("access_token"))?.string.flatMap(Self.token)
        guard let token = received ?? known else {
            throw .unexpected(
                place: "/token", expected: "a token", found: Oddities.shown(fields.value("token") ?? .null))
        }
        let user = fields.fields("user") ?? fields
        self.init(token, user.name("username") ?? "")
    }

    /// What can stand in a header.
    private static func token(_ text: String) -> Secret? {
        let isPlain =
            !text.isEmpty && text.utf8.count <= longestToken && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain ? Secret(text) : nil
    }

    /// The header that shows it.
    package static func header(_ token: Secret) -> (name: String, value: String) {
        ("Authorization", "Bearer \(token.revealed)")
    }

    // MARK: Kept

    /// As a file has it, which nobody else may read.
    package func kept(for server: String) -> JSON {
        ["server": .string(server), "user": .string(user), "token": .string(token.revealed)]
    }

    /// `nil` for another server's, and for what is none.
    package init?(kept bytes: [UInt8], for server: String) {
        guard let fields = (try? JSON.parse(bytes))?.object, fields["server"]?.string == server,
            let token = fields["token"]?.string.flatMap(Self.token)
        else { return nil }
        self.init(token, fields["user"]?.string ?? "")
    }
}
