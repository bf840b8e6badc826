import Events
import Files
import Playback
import Tapes
import Typesetting
import Wire

/// What `cameo inspect` says about a frame log of another client.
package struct FrameLogInspection {
    private let path: String
    private let write: (String) throws -> Void

    /// - Parameter write: takes one line of output, without its end.
    package init(_ path: String, write: @escaping (String) throws -> Void) {
        self.path = path
        self.write = write
    }

    // MARK: Every line

    /// - Throws: `CommandError.unusable` when the file cannot be read, or has no line of a frame log.
    package func frames(asJSON: Bool) throws {
        if !asJSON { try write(FrameLogText.header) }
        let reader = try read { try write(asJSON ? FrameLogJSON.line($0).text : FrameLogText.line($0)) }
        if !asJSON { for line in FrameLogText.badLines(reader) { try write("# \(line)") } }
    }

    // MARK: A summary

    /// - Throws: as `frames`.
    package func summary(asJSON: Bool) throws {
        var summary = FrameLogSummary()
        let reader = try read { summary.receive($0) }
        if asJSON { return try write(FrameLogJSON.summary(summary, reader, path: path).text) }
        try writeChunks(summary)
        try write("summary")
        for (name, text) in FrameLogText.summary(summary, reader) {
            try write("  " + TerminalText.padded(name, toCells: 10) + " " + text)
        }
        for line in FrameLogText.badLines(reader) { try write("# \(line)") }
    }

    private func writeChunks(_ summary: FrameLogSummary) throws {
        guard !summary.chunks.isEmpty else { return }
        try write("chunks")
        try write(FrameLogText.chunkHeader)
        for chunk in summary.chunks { try write(FrameLogText.chunk(chunk)) }
        if summary.isCut { try write("  ... and more, only partly included in the figures below") }
    }

    // MARK: The file

    private func read(_ receive: (FrameLogLine) throws -> Void) throws -> FrameLogReader {
        try FrameLogFile(path).read(receive)
    }
}

/// A frame log of another client: a text file, or a tape that `cameo serve --logs` has kept.
package struct FrameLogFile {
    private let path: String
    private let isText: Bool

    /// Whether a file is taken for a frame log: a text by its ending, a tape by what it says of itself.
    package static func isLog(_ path: String) -> Bool { isText(path) || isTape(path) }

    init(_ path: String) { (self.path, isText) = (path, Self.isText(path)) }

    private static func isText(_ path: String) -> Bool { path.lowercased().hasSuffix(".log") }

    private static func isTape(_ path: String) -> Bool {
        guard !OpenTape.isText(path), let tape = try? TapeReader(path: path) else { return false }
        defer { tape.close() }
        return OpenTape.holdsLog(tape)
    }

    /// All lines, in order.
    /// - Returns: the reader, which has counted.
    /// - Throws: `TapeError`; `CommandError.unusable` when the file cannot be read, or has no line of a frame log.
    func read(_ receive: (FrameLogLine) throws -> Void) throws -> FrameLogReader {
        var reader = FrameLogReader()
        try pieces { piece in for line in reader.feed(piece) { try receive(line) } }
        if let line = reader.finish() { try receive(line) }
        guard reader.goodCount == 0 else { return reader }
        if let first = reader.firstBad.first {
            throw CommandError.unusable(
                "\(path):\(first.number): not a frame log: \(TerminalText.visible(first.error.reason))")
        }
        throw CommandError.unusable("\(path): not a frame log: no line of one found")
    }

    private func pieces(_ receive: (ArraySlice<UInt8>) throws -> Void) throws {
        guard !isText else { return try ChunkedFileReader.read(path, receive) }
        let tape = try TapeReader(path: path)
        defer { tape.close() }
        var cursor = TapeCursor(tape)
        while let entry = try cursor.next() {
            guard entry.kind == .wire else { continue }
            for line in ClientLog.lines(try entry.message()) { try receive(Array((line + "\n").utf8)[...]) }
        }
    }
}
