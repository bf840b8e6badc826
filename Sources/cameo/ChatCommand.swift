import App
import ArgumentParser
import Speech

struct Chat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A conversation: what you type is answered by a program, and the avatar speaks the answer.",
        discussion: """
            The command is run by the shell for each line, with the line on its standard input, and what it prints is spoken while \
            it still prints. With --keep it is started once and reads line after line; an empty line ends an answer. \
            CAMEO_CHAT_TURN is the number of the line that it is started for, from 1.

            Enter says a line, up and down recall those before it. Esc, or another line, ends what is being said and the command \
            that still answers; once nobody speaks, Esc leaves the line for the keys of playing. Ctrl-C or Ctrl-D quits. Lines \
            from a pipe on standard input are said one after the other.

            Example: cameo chat --reply-command 'sed s/^/You\\ said:\\ /'
            """)

    @Option(
        help: ArgumentHelp("Speak what this command prints, which gets a line on standard input.", valueName: "command")
    )
    var replyCommand: String
    @Flag(help: "Start the command once: it reads a line after the other, and ends each answer with an empty line.")
    var keep = false
    @OptionGroup var face: FaceOptions
    @Option(help: ArgumentHelp("Folder of another avatar pack.", valueName: "folder"), completion: .directory)
    var avatar: String?
    @OptionGroup var voice: VoiceOptions

    @OptionGroup(title: "Playing") var settings: PlaySettingOptions
    @Option(help: ArgumentHelp("Put everything that is heard on a new tape.", valueName: "file"), completion: .file())
    var record: String?

    func validate() throws {
        guard replyCommand.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("--reply-command is empty: expected a command of the shell")
        }
    }

    func run() async throws {
        let ending = try await reporting {
            var playback = try configured(try settings.flags.merging(face.flags) { $1 }).playbackOptions
            playback.record = record
            let program = ReplyProgram(replyCommand, stays: keep, isNumbered: true)
            return try await Saying.chat(with: program, by: try await voice.speaker(avatar), playback)
        }
        CommandProcess.end(by: ending)
    }
}
