import Events
import Foundation
import Wire

/// Copies a stream from one file to another, each a tape or lines of text by its ending. A few mebibytes at a time are
/// in memory, however long the stream is.
///
/// The output appears under its name when it is complete, and replaces what was there. On any error there is nothing
/// new beside the input.
/// - Throws: `TapeError`; for a line that makes no sense `.badLine` with its number.
/// - Returns: the number of entries.
@discardableResult
package func convert(_ input: String, to output: String, program: String = "cameo") throws(TapeError) -> Int {
    let source = try openSource(input)
    let form = try StreamForm(path: output)
    try refuseSame(input, output)
    let partial = "\(output).\(getpid()).partial"
    removeLeftovers(of: partial)
    do throws(TapeError) {
        let sink = try createSink(partial, form, source: source, program: program)
        let count = try source.copy { (line, stored) throws(TapeError) in try sink.add(line, stored) }
        try sink.close()
        guard rename(partial, output) == 0 else {
            throw .unwritable(path: output, reason: String(cString: strerror(errno)))
        }
        return count
    } catch {
        removeLeftovers(of: partial)
        throw error.naming(output, insteadOf: partial)
    }
}

private func openSource(_ path: String) throws(TapeError) -> any StreamSource {
    switch try StreamForm(path: path) {
    case .tape: TapeSource(reader: try TapeReader(path: path))
    case .lines: LineSource(reader: try LineReader(path: path))
    }
}

private func createSink(
    _ path: String, _ form: StreamForm, source: any StreamSource, program: String
) throws(TapeError) -> any StreamSink {
    switch form {
    case .lines: return LineSink(writer: try LineWriter(creating: path))
    case .tape:
        let meta = try source.meta() ?? ["program": program, "source": "converted"]
        return TapeSink(store: try TapeStore(creating: path, meta: meta, hasLog: false))
    }
}

private func refuseSame(_ input: String, _ output: String) throws(TapeError) {
    var first = stat()
    var second = stat()
    guard stat(output, &second) == 0 else { return }
    if second.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: output) }
    if stat(input, &first) == 0, first.st_dev == second.st_dev, first.st_ino == second.st_ino {
        throw .sameFile(path: output)
    }
}

private func removeLeftovers(of path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
}

extension TapeError {
    /// People know the output by its own name.
    fileprivate func naming(_ path: String, insteadOf partial: String) -> TapeError {
        switch self {
        case .diskFull(partial): .diskFull(path: path)
        case .unwritable(partial, let reason): .unwritable(path: path, reason: reason)
        case .alreadyExists(partial), .locked(partial): .unwritable(path: path, reason: "\(partial) is in the way")
        default: self
        }
    }
}
