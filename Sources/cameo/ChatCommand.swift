import App
import ArgumentParser
import Speech

struct Chat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Chat with a program; the avatar speaks its answers.",
        discussion: """
            The shell runs the command for each line, with the line on standard input. The avatar speaks the output while \
            it is being printed. With --keep the command starts once and reads line after line; an empty line ends each answer. \
            CAMEO_CHAT_TURN holds the line's number, from 1.

            Enter sends a line; up and down recall earlier ones. Esc, or another line, stops the speech and the command \
            that is still answering; when the avatar is silent, Esc leaves the line so that the playback keys work. Ctrl-C or Ctrl-D quits. Lines \
            piped to standard input are sent one after the other.

            Example: cameo chat --reply-command 'sed s/^/You\\ said:\\ /'
            """)

    @Option(
        help: ArgumentHelp(
            "Speak the output of this shell command, which receives each line on standard input.", valueName: "command")
    )
    var replyCommand: String
    @Flag(help: "Start the command once; it ends each answer with an empty line.")
    var keep = false
    @OptionGroup var face: FaceOptions
    @Option(help: ArgumentHelp("Folder of another avatar pack.", valueName: "folder"), completion: .directory)
    var avatar: String?
    @OptionGroup var voice: VoiceOptions

    @OptionGroup(title: "Playing") var settings: PlaySettingOptions
    @OptionGroup var recording: RecordingOptions

    func validate() throws {
        guard replyCommand.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("--reply-command is empty: expected a shell command")
        }
    }

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(
                try settings.flags.merging(face.flags) { $1 }.merging(voice.flags) { $1 })
            var playback = configuration.playbackOptions
            recording.apply(to: &playback)
            let program = ReplyProgram(replyCommand, stays: keep, isNumbered: true)
            return try await Saying.chat(with: program, by: try await configuration.speaker(avatar), playback)
        }
        CommandProcess.end(by: ending)
    }
}
