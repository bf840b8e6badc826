import ArgumentParser
import Checks
import Events
import Files
import Playback
import Settings

struct WhyFrame: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Says why a frame of a tape is as it is, back to the message that brought it.",
        discussion: """
            A sentence for each step: drawn, because, the base frame, decoded, batch, message, packet, with the place of each: \
            its time, and the frame, the entry of the tape, or the event as it was heard. What is not known is said to be so.

            A frame is its number, as `cameo inspect --frames` counts; its place (4:0.24: chunk, section, sequence); a moment \
            (12.4s, 900ms, 0:12.4) for the frame on screen then; or a chunk (c4) for its first frame.

            Example: cameo why call.cameo 312
            """)

    @Argument(help: "The tape, .cameo or .ndjson.", completion: .file()) var file: String
    @Argument(help: "The frame: 312, 4:0.24, 12.4s, 0:12.4 or c4.") var frame: String
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        guard AskedFrame(frame) != nil else {
            throw ValidationError("expected \(AskedFrame.expected), found \"\(frame)\"")
        }
    }

    func run() async throws {
        guard let asked = AskedFrame(frame) else { return }
        try await reporting {
            let playing = try files.playing(TapePlaying(isFresh: fresh, try configured(try engine.flags)))
            let tape = try OpenTape(file)
            defer { tape.close() }
            try tape.reader.verifyBlobs()
            warn(try TapeHearing(tape.reader, isFresh: fresh).notices(playing.adjusted), of: file)
            var explaining = try Explaining(tape.reader, playing)
            let why = try Result { () throws(CommandError) in try explaining.why(asked) }
                .mapError { CommandError.unusable("\(file): \($0.reason)") }.get()
            let output = LineOutput()
            for line in json ? [WhyText.line(why).text] : WhyText.lines(why) { try output.write(line) }
            try output.flush()
        }
    }
}
