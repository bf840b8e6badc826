import App
import ArgumentParser
import Live
import Settings

struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Connect to a backend and talk to its avatar.",
        discussion: """
            Enter opens a line to type in, h shows the conversation. Pausing and stepping move only the playback position: the \
            stream continues, and L goes back to live. A lost connection is restored automatically.

            Give --agent several times for a call with several agents: the speaker is on the screen, all are audible, and what you \
            type goes to the agent on the screen; a switches agents.

            Example: cameo connect http://127.0.0.1:5003 --agent 1 --record call.cameo
            """)

    @OptionGroup var backend: BackendArguments
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    @OptionGroup var recording: RecordingOptions

    func run() async throws {
        let (ending, isRemembering) = try await reporting {
            let configuration = try configured(
                backend.flags.merging(try settings.flags.merging(face.flags) { $1 }) { $1 })
            var playback = configuration.playbackOptions
            recording.apply(to: &playback)
            let ending = try await Connecting.connect(
                try ConnectOptions(configuration), with: Array(backend.connection.agent.dropFirst()), playback)
            return (ending, playback.remembersView && playback.record == nil)
        }
        if case .quit = ending { NextHint.connect.sayOnce(isRemembering: isRemembering) }
        CommandProcess.end(by: ending)
    }
}
