import Evidence
import Scripts

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
