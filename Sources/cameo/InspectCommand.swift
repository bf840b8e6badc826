import App
import ArgumentParser
import Checks
import Events
import Files
import Playback
import Reading
import Settings
import Typesetting

struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a tape contains: events, chunks and a summary, or every frame.",
        discussion: """
            Runs the engine on a virtual clock, as fast as possible. Another client's frame log (.log, or \
            written by `cameo serve --logs`) is read line by line instead.

            Example: cameo inspect call.cameo --frames --json | jq 'select(.status != "SYNC")'
            """)

    @Argument(
        help: "The tape (.cameo or .ndjson; - reads one from standard input) or a frame log (.log).",
        completion: .file())
    var file: String
    @Flag var parts: [InspectedPart] = []
    @Option(help: ArgumentHelp("Terminal size for --timing; default 120x40.", valueName: "CxR"))
    var size: CellSizeArgument?
    @Flag(help: "Print JSON: one object per frame, or one for the whole tape.") var json = false
    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false
    @OptionGroup var salvaging: SalvageOptions
    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions

    private var part: InspectedPart? { parts.first }

    func validate() throws {
        guard Set(parts).count <= 1 else {
            throw ValidationError("\(parts.map(\.option).joined(separator: " and ")) exclude each other")
        }
        guard !fresh || part != .reading else {
            throw ValidationError("--fresh is for streams; a book is always replayed as recorded")
        }
        guard size == nil || part == .timing else { throw ValidationError("--size needs --timing") }
        guard FrameLogFile.isLog(file) else { return }
        let forTapes =
            part.flatMap { $0 == .frames ? nil : $0.option }
            ?? (fresh ? "--fresh" : salvaging.salvage ? "--salvage" : nil)
        if let forTapes { throw ValidationError("\(forTapes) is for tapes, not for frame logs") }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            try await reading([file]) { input in
                try inspect(input.paths[0]) { line in
                    let line = input.named(line)
                    if json { try output.write(line) } else { try output.write(line, folding: FoldedLine.message) }
                }
            }
            try output.flush()
        }
    }

    private func inspect(_ path: String, _ write: @escaping (String) throws -> Void) throws {
        guard FrameLogFile.isLog(path) else { return try inspectTape(path, write) }
        let inspection = FrameLogInspection(path, write: write)
        if part == .frames {
            try inspection.frames(asJSON: json)
        } else {
            try inspection.summary(asJSON: json)
        }
    }

    private func inspectTape(_ path: String, _ write: @escaping (String) throws -> Void) throws {
        let playing = try files.playing(TapePlaying(isFresh: fresh, try configured(try engine.flags)))
        try OpenTape.read(path, salvages: salvaging.salvage) { tape in
            if part != .questions {
                warn(try TapeHearing(tape.reader, isFresh: fresh).notices(playing.adjusted), of: file)
            }
            // A program that reads the columns knows `#` as the sign of a comment.
            if !json, let salvaged = tape.salvaged {
                try write((part == .drift ? "# " : "") + TerminalText.visible(salvaged))
            }
            try inspect(tape, of: path, playing) { try write(json ? tape.noted($0) : $0) }
        }
    }

    private func inspect(
        _ tape: OpenTape, of path: String, _ playing: TapePlaying, _ write: @escaping (String) throws -> Void
    ) throws {
        let inspection = Inspection(tape.reader, of: path, playing, findsAll: part == .findings, write: write)
        switch part {
        case .frames: try inspection.frames(asJSON: json)
        case .tile: try inspection.tile(asJSON: json)
        case .reading: try TapeReading(tape.reader).run(asJSON: json, write: write)
        case .questions:
            for line in try ProbeInspection(tape.reader).lines(asJSON: json) { try write(line) }
        case .drift: try inspection.drift(asJSON: json)
        case .heard: try inspection.heard(asJSON: json)
        case .timing:
            let cells = size?.size ?? CellSize(columns: 120, rows: 40)
            let inspection = TimingInspection(tape.reader, of: path, playing, cells: cells)
            try inspection.run(asJSON: json, write)
        case .lips: try inspection.lips(asJSON: json)
        case .findings, nil:
            try inspection.summary(asJSON: json)
            if !json { try answerQuestions(tape, write) }
        }
    }

    /// Without being asked where a backend was recorded.
    private func answerQuestions(_ tape: OpenTape, _ write: @escaping (String) throws -> Void) throws {
        let inspection = ProbeInspection(tape.reader)
        guard try inspection.isRecordedFromBackend() else { return }
        try write("questions that the protocol leaves open")
        for line in try inspection.lines(asJSON: false) { try write("  " + line) }
    }
}

/// What of a tape is printed, where it is not the summary; one at a time.
enum InspectedPart: String, EnumerableFlag {
    case frames, tile, reading, questions, drift, heard, timing, lips, findings

    var option: String { "--\(rawValue)" }

    static func help(for part: InspectedPart) -> ArgumentHelp? {
        switch part {
        case .frames: "Print every frame shown. Pixels are not tested: cameo check finds SEAM and OUTSIDE."
        case .tile: "Print every change of a call's tile, and why."
        case .reading: "Print every step of reading a book, and why."
        case .questions:
            "Print what the tape reveals about details that the protocol leaves open, such as the order of events."
        case .drift:
            "Print the drift between picture and sound for each frame as CSV; with --json one object per chunk."
        case .heard:
            "Print what was audible of each message: words spoken, cut off and never played."
        case .timing:
            "Measure drawing on this machine: decoding, composing, scaling and painting."
        case .lips:
            "Print how far lips are ahead of or behind the sound, by sprite sheet names or pixels."
        case .findings:
            "Test the pixels of all frames, too, and list every finding, even if `cameo check` needs a limit to report it."
        }
    }
}
