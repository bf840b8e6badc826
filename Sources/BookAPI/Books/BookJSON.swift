import Events
import JSON

/// JSON as those who make books write it: with a mark at its beginning, and with numbers that JSON cannot hold.
package enum BookJSON {
    /// - Parameter depth: as `JSON.parse`.
    package static func parse(_ bytes: [UInt8], depth: Int = JSON.depthLimit) throws(BookError) -> JSON {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var nonFinite: NonFiniteNumbers?
        do throws(JSONError) { return try JSON.parse(mending: text, depth: depth, &nonFinite) } catch {
            throw .unreadable(error)
        }
    }
}

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
