import App
import ArgumentParser
import Live
import Settings

struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the avatar of a backend, and lets you talk to it.",
        discussion: """
            Enter opens a line to say something, h shows what was said. Pausing and stepping move only the playhead: the \
            stream goes on meanwhile, and L is back to live. A lost link is made again by itself.

            --agent given more than once is a call with several: who speaks is on the screen, all are heard, and what you \
            say goes to the one on the screen; a goes through them.

            Example: cameo connect http://127.0.0.1:5003 --agent 1 --record call.cameo
            """)

    @OptionGroup var backend: BackendArguments
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    @Option(help: ArgumentHelp("Keep everything that is heard on a new tape.", valueName: "file"), completion: .file())
    var record: String?

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(
                backend.flags.merging(try settings.flags.merging(face.flags) { $1 }) { $1 })
            var playback = configuration.playbackOptions
            playback.record = record
            return try await Connecting.connect(
                try ConnectOptions(configuration), with: Array(backend.connection.agent.dropFirst()), playback)
        }
        CommandProcess.end(by: ending)
    }
}
