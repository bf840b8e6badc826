import App
import ArgumentParser
import Checks
import Events
import Files
import Playback

struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what is on a tape: events, chunks and a summary; or every frame that it shows.",
        discussion: """
            Runs the engine on a clock of its own, as fast as it can be computed. A frame log of another client, whose \
            name ends in .log or which `cameo serve --logs` has kept, is read line by line instead.

            Example: cameo inspect call.cameo --frames --json | jq 'select(.status != "SYNC")'
            """)

    @Argument(help: "The tape, .cameo or .ndjson, or a frame log, .log.") var file: String
    @Flag(help: "Print every shown frame.") var frames = false
    @Flag(
        help: "Print what the tape tells about questions that the protocol leaves open, such as who sends what first.")
    var questions = false
    @Flag(help: "Print how far picture and sound are apart, frame by frame, as CSV; with --json an object a chunk.")
    var drift = false
    @Flag(help: "Print what was heard: of each message the words that sounded, the one that was cut off, and the rest.")
    var heard = false
    @Flag(help: "Print what drawing every picture takes on this machine: decoding, composing, scaling and painting.")
    var timing = false
    @Option(help: ArgumentHelp("Cells to draw in with --timing; 120x40 unless given.", valueName: "CxR"))
    var size: CellSizeArgument?
    @Flag(help: "Print how far mouths are ahead of what is heard, or behind it, told from the content of both.")
    var lips = false
    @Flag(help: "Look at the pixels of all frames, too, and list all that `cameo check` finds.") var findings = false
    @Flag(help: "Print JSON: an object a frame, or one for the whole tape.") var json = false
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        guard !fresh || !FrameLogFile.isLog(file) else {
            throw ValidationError("--fresh is for tapes; a frame log is not played")
        }
        guard !questions || (!frames && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--questions is for tapes, without --frames")
        }
        guard !drift || (!frames && !questions && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--drift is for tapes, without --frames and --questions")
        }
        guard !heard || (!frames && !questions && !drift && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--heard is for tapes, without --frames, --questions and --drift")
        }
        guard !timing || (!frames && !questions && !drift && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--timing is for tapes, without --frames, --questions and --drift")
        }
        guard size == nil || timing else { throw ValidationError("--size is for --timing") }
        guard !lips || (!frames && !questions && !drift && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--lips is for tapes, without --frames, --questions and --drift")
        }
        guard !findings || (!frames && !questions && !drift && !FrameLogFile.isLog(file)) else {
            throw ValidationError("--findings is for tapes, without --frames, --questions and --drift")
        }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            if FrameLogFile.isLog(file) {
                let inspection = FrameLogInspection(file) { try output.write($0) }
                if frames { try inspection.frames(asJSON: json) } else { try inspection.summary(asJSON: json) }
                return try output.flush()
            }
            let configuration = try configured(try engine.flags)
            let tape = try OpenTape(file)
            defer { tape.close() }
            if questions {
                for line in try ProbeInspection(tape.reader).lines(asJSON: json) { try output.write(line) }
                return try output.flush()
            }
            let playing = TapePlaying(isFresh: fresh, configuration)
            if timing {
                let cells = size?.size ?? CellSize(columns: 120, rows: 40)
                let inspection = TimingInspection(tape.reader, of: file, playing, cells: cells)
                try inspection.run(asJSON: json) { try output.write($0) }
                return try output.flush()
            }
            let inspection = Inspection(tape.reader, of: file, playing, findsAll: findings) { try output.write($0) }
            if lips {
                try inspection.lips(asJSON: json)
                return try output.flush()
            }
            if drift {
                try inspection.drift(asJSON: json)
                return try output.flush()
            }
            if heard {
                try inspection.heard(asJSON: json)
                return try output.flush()
            }
            if frames { try inspection.frames(asJSON: json) } else { try inspection.summary(asJSON: json) }
            if !frames, !json { try answerQuestions(tape, output) }
            try output.flush()
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

struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns a tape into text, one line an event, or text into a tape, by the files' endings.",
        discussion: "Example: cameo convert call.cameo call.ndjson")

    @Argument(help: "A .cameo or .ndjson file.") var input: String
    @Argument(help: "The other kind; replaced only once all of it is written.") var output: String

    func run() async throws {
        try await reporting { _ = try Conversion.run(input, to: output) }
    }
}
