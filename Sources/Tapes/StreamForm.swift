import Events

/// The two forms of a recorded stream.
package enum StreamForm: Hashable, Sendable {
    case tape
    case lines

    /// Of a file that is to be made, by its ending.
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

    /// Of a file that is there: a tape whatever its name, by its first bytes; else text where its name says so. Anything else is
    /// read as a tape, which says what is wrong with it.
    package init(reading path: String) {
        let isText = (try? StreamForm(path: path)) == .lines
        self = isText && !TapeFileHeader.isDatabase(path) ? .lines : .tape
    }
}
