import Events
import JSON

/// Why a text is no chunk of a book, or no list of chunks.
package enum BookError: ReasonedError, Hashable {
    /// No JSON, or more of it than is read.
    case unreadable(JSONError)
    /// JSON of another shape. `place` is where in it (RFC 6901), empty for all of it.
    case unexpected(place: String, expected: String, found: String)

    package var isOfInput: Bool { true }

    package var reason: String {
        switch self {
        case .unreadable(.notJSON(let reason, let line, let column, _)):
            "line \(line), column \(column): not JSON: \(reason)"
        case .unreadable(let error): error.reason
        case .unexpected("", let expected, let found): "expected \(expected), found \(found)"
        case .unexpected(let place, let expected, let found): "\(place): expected \(expected), found \(found)"
        }
    }
}
