import JSON

/// A password or the like. Whatever prints it prints dots.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only for the request that needs it.
    package let revealed: String

    package init(_ text: String) { revealed = text }

    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// No secret is repeated, whatever a backend answers.
extension BackendAccess {
    /// Shorter ones occur in words by chance.
    private static let shortestSecret = 4

    /// A text of the backend's without the secrets that it may repeat.
    package func masked(_ text: String) -> String {
        secrets.reduce(text) { $0.replacing($1, with: "•••") }
    }

    private var secrets: [String] {
        let values = (headers + query).map(\.value.revealed)
        let all =
            values + values.map(BackendAddress.encoded) + values.flatMap { $0.split(separator: " ").map { String($0) } }
        return (all + Self.texts(in: connectData)).filter { $0.utf8.count >= Self.shortestSecret }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    private static func texts(in json: JSON?) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let values): values.flatMap { texts(in: $0) }
        case .object(let object): object.members.flatMap { texts(in: $0.value) }
        default: []
        }
    }
}
