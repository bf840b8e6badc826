import Events

/// The two forms of a recorded stream, told apart by the file's ending.
package enum StreamForm: Hashable, Sendable {
    case tape
    case lines

    /// - Throws: `TapeError.unknownEnding`.
    package init(path: String) throws(TapeError) {
        let name = path.lowercased()
        if name.hasSuffix(".cameo") {
            self = .tape
        } else if name.hasSuffix(".ndjson") {
            self = .lines
        } else {
            throw .unknownEnding(path: path)
        }
    }
}
