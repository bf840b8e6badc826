import App
import ArgumentParser
import Events
import Files
import Live
import Platform
import Screens
import Settings
import Speaking
import TileLink

struct Pip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps an avatar, or a caller, in a corner over your own work: a shell, an editor, a test run.",
        discussion: """
            The program runs as in any terminal. Ctrl-] is the prefix: c moves the tile to the next corner, ? shows all keys, \
            twice it is sent to the program. Inside, cameo say speaks through the tile (docs/pip.md).

            SOURCE is a tape, the address of a backend, the folder of an avatar pack, a video in Y4M, or a call; the avatar that \
            comes with the program unless given.

            Example: cameo pip
            Example: cameo pip call.cameo -- vim notes.txt
            """)

    @Argument(help: "What the tile shows.", completion: .file()) var source: String?
    @Argument(parsing: .postTerminator, help: "The program, behind --; your shell unless given.", completion: .file())
    var command: [String] = []

    @Option(
        help: ArgumentHelp(
            "The key behind which keys are Cameo's: Ctrl and this one. (default: \(Setting.hostPrefix.usual))",
            valueName: "key"))
    var prefix: String?
    @Flag(
        inversion: .prefixedNo,
        help: "A cursor that stays under the tile moves it to the next corner. (default: --make-room)")
    var makeRoom: Bool?
    @Option(
        help: ArgumentHelp(
            "Lines that are kept of what scrolls away. (default: \(Setting.hostHistory.usual))", valueName: "n"))
    var history: Int?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Where the program does not ask for the mouse its wheel scrolls back and dragging selects. (default: --mouse)"
    )
    var mouse: Bool?
    @Option(
        help: """
            What the terminal's clipboard gets: what is selected here, all for what programs write too, or off. \
            (default: \(Setting.hostClipboard.usual))
            """)
    var clipboard: ClipboardUse?
    @Flag(
        inversion: .prefixedNo,
        help: "Pass on the addresses behind the program's text (OSC 8). (default: --links)")
    var links: Bool?
    @Flag(help: "Also inside of a tile that is there already.") var nested = false

    @OptionGroup(title: "Voice") var voice: VoiceOptions
    @Option(help: ArgumentHelp("Agent of a backend.", valueName: "id")) var agent: [String] = []
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    func validate() throws { try cameo.validate(ownFlags) }

    func run() async throws {
        let ending = try await reporting {
            if !nested { try refuseNesting() }
            return try await show()
        }
        CommandProcess.end(by: ending)
    }

    /// A tile over a tile would show the same face twice.
    private func refuseNesting() throws {
        switch TileClient.find() {
        case .alive, .refused:
            throw CommandError.unusable("there is a tile over this terminal already; --nested puts another one inside")
        case .none, .dead: return
        }
    }

    private func show() async throws -> Ending {
        var flags = try settings.flags.merging(ownFlags) { $1 }
        guard let source else { return try await Saying.wait(try await voice.speaker(nil), try playback(flags)) }
        if source.contains("://") {
            flags[.url] = source
            flags[.agent] = agent.first
            let configuration = try configured(flags)
            return try await Connecting.connect(
                try ConnectOptions(configuration), with: Array(agent.dropFirst()), try playback(flags))
        }
        let options = try playback(flags)
        switch FileStatus(source)?.kind {
        case .folder: return try await Saying.wait(try await voice.speaker(source), options)
        case .file where source.hasSuffix(".y4m"):
            return try await Calling.call(CallOptions(.videoAlone, video: source), options)
        case nil where errno == ENOENT && !source.contains { $0 == "/" || $0 == "." }:
            throw CommandError.unusable(
                "\(source): no such file; a program stands behind two dashes: cameo pip -- \(ShellWord.quoted(source))")
        case .file, nil: return try await Playing.play(source, options)
        default: return try await Calling.call(CallOptions(.path(source)), options)
        }
    }

    private var ownFlags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.hostPrefix] = prefix
        flags[.hostMakesRoom] = makeRoom.map { String($0) }
        flags[.hostHistory] = history.map { String($0) }
        flags[.hostMouse] = mouse.map { String($0) }
        flags[.hostLinks] = links.map { String($0) }
        flags[.hostClipboard] = clipboard?.rawValue
        return flags
    }

    private func playback(_ flags: [Setting: String]) throws -> PlaybackOptions {
        let configuration = try configured(flags)
        var options = configuration.playbackOptions
        options.hosting = configuration.hosting
        options.hosting?.command = command
        return options
    }
}
