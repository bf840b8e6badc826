import ArgumentParser
import Checks
import Events
import Files
import Playback
import Settings
import Typesetting

struct WhyFrame: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain why a frame looks as it does, back to the message that brought it.",
        discussion: """
            Prints one sentence per step (drawn, because, base frame, decoded, batch, message, packet), each with \
            its time and its frame, tape entry or event. Unknown steps are marked as such.

            Name a frame by its number, as in `cameo inspect --frames`; its position (4:0.24: chunk, section, sequence); a time \
            (12.4s, 900ms, 0:12.4) for the frame on screen then; or a chunk (c4) for its first frame. Of a range (76-95), the \
            first frame is explained. A frame or chunk that was never shown is explained by what was on screen instead.

            Example: cameo why call.cameo 312
            """)

    @Argument(help: "The tape (.cameo or .ndjson); - reads standard input.", completion: .file()) var file: String
    @Argument(help: "The frame: 312, 4:0.24, 12.4s, 0:12.4 or c4.") var frame: String
    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var salvaging: SalvageOptions
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
            let lines = try await reading([file]) { try explain($0.paths[0], asked, playing) }
            let output = LineOutput()
            for line in lines {
                if json { try output.write(line) } else { try output.write(line, folding: FoldedLine.message) }
            }
            try output.flush()
        }
    }

    private func explain(_ path: String, _ asked: AskedFrame, _ playing: TapePlaying) throws -> [String] {
        try OpenTape.read(path, salvages: salvaging.salvage) { tape in
            warn(try TapeHearing(tape.reader, isFresh: fresh).notices(playing.adjusted), of: file)
            var explaining = try Explaining(tape.reader, playing)
            do throws(CommandError) {
                let why = try explaining.why(asked)
                let head = tape.salvaged.map { [TerminalText.visible($0)] } ?? []
                return json ? [tape.noted(WhyText.line(why).text)] : head + WhyText.lines(why)
            } catch {
                throw CommandError.unusable("\(path): \(error.reason)")
            }
        }
    }
}
