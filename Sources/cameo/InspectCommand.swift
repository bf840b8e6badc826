import App
import ArgumentParser
import Checks
import Events
import Files
import Playback
import Reading
import Settings

struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what is on a tape: events, chunks and a summary; or every frame that it shows.",
        discussion: """
            Runs the engine on a clock of its own, as fast as it can be computed. A frame log of another client, whose \
            name ends in .log or which `cameo serve --logs` has kept, is read line by line instead.

            Example: cameo inspect call.cameo --frames --json | jq 'select(.status != "SYNC")'
            """)

    @Argument(help: "The tape, .cameo or .ndjson, or a frame log, .log.", completion: .file()) var file: String
    @Flag var parts: [InspectedPart] = []
    @Option(help: ArgumentHelp("Cells to draw in with --timing; 120x40 unless given.", valueName: "CxR"))
    var size: CellSizeArgument?
    @Flag(help: "Print JSON: an object a frame, or one for the whole tape.") var json = false
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions

    private var part: InspectedPart? { parts.first }

    func validate() throws {
        guard Set(parts).count <= 1 else {
            throw ValidationError("\(parts.map(\.option).joined(separator: " and ")): one of them at a time")
        }
        guard !fresh || part != .reading else {
            throw ValidationError("--fresh is for streams; a book is replayed as it was heard")
        }
        guard size == nil || part == .timing else { throw ValidationError("--size is for --timing") }
        guard FrameLogFile.isLog(file) else { return }
        let forTapes = part.flatMap { $0 == .frames ? nil : $0.option } ?? (fresh ? "--fresh" : nil)
        if let forTapes { throw ValidationError("\(forTapes) is for tapes; a frame log is not played") }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            if FrameLogFile.isLog(file) {
                let inspection = FrameLogInspection(file) { try output.write($0) }
                if part == .frames {
                    try inspection.frames(asJSON: json)
                } else {
                    try inspection.summary(asJSON: json)
                }
            } else {
                try inspectTape(output)
            }
            try output.flush()
        }
    }

    private func inspectTape(_ output: LineOutput) throws {
        let playing = try files.playing(TapePlaying(isFresh: fresh, try configured(try engine.flags)))
        let tape = try OpenTape(file)
        defer { tape.close() }
        try tape.reader.verifyBlobs()
        if part != .questions {
            warn(try TapeHearing(tape.reader, isFresh: fresh).notices(playing.adjusted), of: file)
        }
        let inspection = Inspection(tape.reader, of: file, playing, findsAll: part == .findings) {
            try output.write($0)
        }
        switch part {
        case .frames: try inspection.frames(asJSON: json)
        case .tile: try inspection.tile(asJSON: json)
        case .reading: try TapeReading(tape.reader).run(asJSON: json) { try output.write($0) }
        case .questions:
            for line in try ProbeInspection(tape.reader).lines(asJSON: json) { try output.write(line) }
        case .drift: try inspection.drift(asJSON: json)
        case .heard: try inspection.heard(asJSON: json)
        case .timing:
            let cells = size?.size ?? CellSize(columns: 120, rows: 40)
            let inspection = TimingInspection(tape.reader, of: file, playing, cells: cells)
            try inspection.run(asJSON: json) { try output.write($0) }
        case .lips: try inspection.lips(asJSON: json)
        case .findings, nil:
            try inspection.summary(asJSON: json)
            if !json { try answerQuestions(tape, output) }
        }
    }

    /// Without being asked where a backend was recorded.
    private func answerQuestions(_ tape: OpenTape, _ output: LineOutput) throws {
        let inspection = ProbeInspection(tape.reader)
        guard try inspection.isRecordedFromBackend() else { return }
        try output.write("questions that the protocol leaves open")
        for line in try inspection.lines(asJSON: false) { try output.write("  " + line) }
    }
}

/// What of a tape is printed, where it is not the summary; one at a time.
enum InspectedPart: String, EnumerableFlag {
    case frames, tile, reading, questions, drift, heard, timing, lips, findings

    var option: String { "--\(rawValue)" }

    static func help(for part: InspectedPart) -> ArgumentHelp? {
        switch part {
        case .frames: "Print every shown frame. Pictures are not looked at: cameo check finds SEAM and OUTSIDE."
        case .tile: "Print every change of what the tile of a call shows, and why."
        case .reading: "Print every change of what is read of a book, and why."
        case .questions:
            "Print what the tape tells about questions that the protocol leaves open, such as who sends what first."
        case .drift:
            "Print how far picture and sound are apart, frame by frame, as CSV; with --json an object a chunk."
        case .heard:
            "Print what was heard: of each message the words that sounded, the one that was cut off, and the rest."
        case .timing:
            "Print what drawing every picture takes on this machine: decoding, composing, scaling and painting."
        case .lips:
            "Print how far mouths are ahead of what is heard, or behind it, by the mouths' sheet names or pixels."
        case .findings: "Look at the pixels of all frames, too, and list all that `cameo check` finds."
        }
    }
}
