import App
import ArgumentParser

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
    @Flag(help: "Look at the pixels of all frames, too, and list all that `cameo check` finds.") var findings = false
    @Flag(help: "Print JSON: an object a frame, or one for the whole tape.") var json = false
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false

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
            let tape = try OpenTape(file)
            defer { tape.close() }
            if questions {
                for line in try QuestionsInspection(tape.reader).lines(asJSON: json) { try output.write(line) }
                return try output.flush()
            }
            let inspection = Inspection(tape.reader, of: file, isFresh: fresh, findsAll: findings) {
                try output.write($0)
            }
            if drift {
                try inspection.drift(asJSON: json)
                return try output.flush()
            }
            if frames { try inspection.frames(asJSON: json) } else { try inspection.summary(asJSON: json) }
            if !frames, !json { try answerQuestions(tape, output) }
            try output.flush()
        }
    }

    /// Without being asked where a backend was recorded.
    private func answerQuestions(_ tape: OpenTape, _ output: LineOutput) throws {
        let inspection = QuestionsInspection(tape.reader)
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
