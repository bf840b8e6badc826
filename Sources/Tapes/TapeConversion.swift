import Events
import Files
import Platform

/// Copies a stream from one file to another, a tape or lines of text; the new one's ending says which. A few mebibytes at a time are in
/// memory, however long the stream is.
///
/// The output appears under its name when it is complete, and replaces what was there. On any error there is nothing
/// new beside the input.
/// - Parameter marks: go along with those of the input, and take the place of any of their moment and name.
/// - Throws: `TapeError`; for a line that makes no sense `.badLine` with its number, for a damaged picture or sound `.corrupt`.
/// - Returns: the number of entries.
@discardableResult
package func convert(
    _ input: String, to output: String, marks: [Mark] = [], program: String = "cameo"
) throws(TapeError) -> Int {
    let source = try openSource(input, marks)
    let form = try StreamForm(path: output)
    try refuseSame(input, output)
    let meta = try source.meta(program: program)
    do {
        return try replacing(output) { partial in
            let sink = try createSink(partial, form, meta: meta)
            let count = try source.copy { (line, stored) throws(TapeError) in try sink.add(line, stored) }
            try sink.close()
            return count
        }
    } catch {
        throw (error as? TapeError) ?? .unwritable(path: output, reason: "\(error)")
    }
}

/// Lets `write` make a file under another name, and gives it its own when it is complete: as `OutputFile`, for a file that
/// SQLite writes. A tape that is being recorded keeps its name.
/// - Throws: what `write` throws, a `TapeError` with the file's own name.
func replacing<Value>(_ output: String, _ write: (_ partial: String) throws -> Value) throws -> Value {
    let partial = OutputFile.partial(of: output)
    TapeFiles.remove(partial)
    do {
        let value = try write(partial)
        // Nobody could tell it from a file that something has emptied.
        if try StreamForm(path: output) == .lines, FileStatus(partial)?.byteCount == 0 {
            throw TapeError.nothingLeft(path: output)
        }
        // A text has no log: a file of such a name beside it is somebody else's.
        if try StreamForm(path: output) == .tape { try TapeFiles.clearLog(beside: output) }
        guard rename(partial, output) == 0 else {
            throw TapeError.unwritable(path: output, reason: errorWords())
        }
        return value
    } catch {
        TapeFiles.remove(partial)
        throw (error as? TapeError)?.naming(output, insteadOf: partial) ?? error
    }
}

private func openSource(_ path: String, _ marks: [Mark]) throws(TapeError) -> any StreamSource {
    switch StreamForm(reading: path) {
    case .tape:
        let reader = try TapeReader(path: path)
        return TapeSource(reader: reader, marks: try reader.marks().covered(by: marks))
    case .lines: return LineSource(reader: try LineReader(path: path), marks: marks)
    }
}

func createSink(_ path: String, _ form: StreamForm, meta: [String: String]) throws(TapeError) -> any StreamSink {
    switch form {
    case .lines: try LineSink(try LineWriter(creating: path), meta: meta)
    case .tape: TapeSink(store: try TapeStore(creating: path, meta: meta, mode: .conversion))
    }
}

func refuseSame(_ input: String, _ output: String) throws(TapeError) {
    guard let second = FileStatus(output) else { return }
    switch second.kind {
    case .file: break
    case .folder: throw .isDirectory(path: output)
    // A pipe or a device would be replaced by a file.
    case .pipe, .link, .other: throw .unwritable(path: output, reason: "not a regular file")
    }
    if let first = FileStatus(input), first.isSameFile(as: second) { throw .sameFile(path: output) }
}

extension TapeError {
    /// People know the output by its own name.
    fileprivate func naming(_ path: String, insteadOf partial: String) -> TapeError {
        switch self {
        case .diskFull(partial): .diskFull(path: path)
        case .unwritable(partial, let reason): .unwritable(path: path, reason: reason)
        case .alreadyExists(partial): .unwritable(path: path, reason: "\(partial) already exists; remove it")
        case .locked(partial): .unwritable(path: path, reason: "\(partial) is in use by another program")
        default: self
        }
    }
}
