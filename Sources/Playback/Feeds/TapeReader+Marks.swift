import Events
import Tapes

extension TapeReader {
    /// All marks of a recording: those that are on it, and those that somebody set on it.
    /// - Parameters:
    ///   - file: the recording as the user calls it, which may be a text that became this tape.
    ///   - isBundled: it came with the program; its folder is not the user's.
    /// - Throws: `TapeError`; `CommandError.unusable` for a file of marks that is none.
    package func marks(of file: String, isBundled: Bool = false) throws -> [Mark] {
        try marks().covered(by: try MarkFile(of: file, isBundled: isBundled).read())
    }
}
