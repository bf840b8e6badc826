import Files
import Platform

/// The files that a tape, complete or not, may consist of.
package enum TapeFiles {
    package static func all(of path: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }

    /// Those that are there.
    package static func remove(_ path: String) { for file in all(of: path) { unlink(file) } }

    /// What a conversion to `output` writes to until it is complete.
    package static func partial(of output: String) -> [String] { all(of: OutputFile.partial(of: output)) }
}
