/// Why a text is not read as JSON.
package enum JSONError: Error, Hashable {
    /// No JSON. `line` and `column` count from 1, `offset` counts bytes from 0.
    case notJSON(reason: String, line: Int, column: Int, offset: Int)
    /// Arrays and objects nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// More values in one text than `limit`.
    case tooLarge(limit: Int)

    /// One line for people, without the place of the file.
    package var reason: String {
        switch self {
        case .notJSON(let reason, _, let column, _): "not JSON: \(reason) (column \(column))"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .tooLarge(let limit): "more than \(limit) JSON values"
        }
    }
}
