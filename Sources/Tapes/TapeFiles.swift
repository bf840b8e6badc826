import Files
import Platform

/// The files that a tape, complete or not, may consist of.
package enum TapeFiles {
    package static func all(of path: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }

    /// Those that are there.
    package static func remove(_ path: String) { for file in all(of: path) { unlink(file) } }

    /// Takes a recording out of the way of a new one of its name. A file that is no recording stays where it is.
    /// - Returns: where it is now, a name that says that it is the old one; `nil` where there was none.
    /// - Throws: `TapeError` for what is no recording, where one is being recorded, and where a killed process left an old
    ///   one.
    package static func setAside(_ path: String) throws(TapeError) -> String? {
        guard FileNames.isThere(path) else { return nil }
        do throws(TapeError) {
            _ = try TapeFileHeader.check(path)
        } catch {
            // No more than the beginning of one.
            switch error {
            case .empty, .truncated: break
            default: throw error
            }
        }
        try clearLog(beside: path)
        let aside = "\(path).\(getpid()).old"
        guard !FileNames.isThere(aside) else {
            throw .unwritable(path: path, reason: "an older recording is still at \(aside); move it away")
        }
        guard rename(path, aside) == 0 else { throw .unwritable(path: path, reason: errorWords()) }
        return aside
    }

    /// What is beside a tape that another one is to replace: SQLite would take the log of an ended recorder into the new one.
    /// Its own tape takes the log first, before anything is removed: whoever is ended in between leaves a tape that can
    /// be read, the old one.
    /// - Throws: `TapeError.unwritable` where the recorder is still at work, or the tape does not take it.
    static func clearLog(beside path: String) throws(TapeError) {
        let logs = all(of: path).dropFirst()
        guard logs.contains(where: FileNames.isThere) else { return }
        let failure = TapeReader.finish(path)
        // Whoever has the tape open has a log. The index of a log that is gone is nobody's, and SQLite leaves it there.
        let log = ["-wal", "-journal"].map { path + $0 }.first(where: FileNames.isThere)
        if FileNames.isThere(path), let log {
            switch failure {
            case .locked?, nil:
                throw .unwritable(path: path, reason: "being recorded, or open in another program")
            case .unwritable(_, let reason)?:
                throw .unwritable(
                    path: path, reason: "an interrupted recording (\(log)) cannot be completed: \(reason)")
            case let failure?: throw failure
            }
        }
        for log in logs { unlink(log) }
    }

    /// What a conversion to `output` writes to until it is complete.
    package static func partial(of output: String) -> [String] { all(of: OutputFile.partial(of: output)) }
}
