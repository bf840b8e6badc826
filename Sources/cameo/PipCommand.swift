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
        abstract: "Keep an avatar or caller in a corner over your own work: a shell, an editor, a test run.",
        discussion: """
            The program runs as in any terminal. Ctrl-] is the prefix key: then c moves the tile to the next corner, ? shows all keys, \
            and Ctrl-] again sends it to the program. Inside, cameo say speaks through the tile (docs/using/pip.md).

            SOURCE is a tape, a backend's address, an avatar pack's folder, a Y4M video or a call; by default the bundled \
            avatar.

            Example: cameo pip
            Example: cameo pip call.cameo -- vim notes.txt
            """)

    @Argument(help: "What the tile shows.", completion: .file()) var source: String?
    @Argument(parsing: .postTerminator, help: "The program, after --; by default your shell.", completion: .file())
    var command: [String] = []

    @Option(
        help: ArgumentHelp(
            "Prefix key for Cameo's commands: Ctrl plus this key. (default: \(Setting.hostPrefix.usual))",
            valueName: "key"))
    var prefix: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Move the tile when the cursor stays under it. (default: --make-room)")
    var makeRoom: Bool?
    @Option(
        help: ArgumentHelp(
            "Lines of scrollback. (default: \(Setting.hostHistory.usual))", valueName: "n"))
    var history: Int?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Scroll back with the wheel and select by dragging unless the program uses the mouse. (default: --mouse)"
    )
    var mouse: Bool?
    @Option(
        help: """
            What to copy to the terminal's clipboard: selected text, all (also what programs copy), or off. \
            (default: \(Setting.hostClipboard.usual))
            """)
    var clipboard: ClipboardUse?
    @Flag(
        inversion: .prefixedNo,
        help: "Pass on the program's hyperlinks (OSC 8). (default: --links)")
    var links: Bool?
    @Flag(help: "Allow a tile inside a tile.") var nested = false

    @OptionGroup(title: "Voice") var voice: VoiceOptions
    @Option(help: ArgumentHelp("The backend's agent.", valueName: "id")) var agent: [String] = []
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
            throw CommandError.unusable("this terminal already has a tile; to add another inside, use --nested")
        case .none, .dead: return
        }
    }

    private func show() async throws -> Ending {
        let configuration = try configured(try flags)
        let options = playback(configuration)
        guard let source else { return try await Saying.wait(try await configuration.speaker(nil), options) }
        if Self.isAddress(source) {
            return try await Connecting.connect(
                try ConnectOptions(configuration), with: Array(agent.dropFirst()), options)
        }
        switch FileStatus(source)?.kind {
        case .folder: return try await Saying.wait(try await configuration.speaker(source), options)
        case .file where source.hasSuffix(".y4m"):
            return try await Calling.call(CallOptions(.videoAlone, video: source), options)
        case nil where errno == ENOENT && !source.contains { $0 == "/" || $0 == "." }:
            throw CommandError.unusable(
                "\(source): no such file; to run a program: cameo pip -- \(ShellWord.quoted(source))")
        case .file, nil: return try await Playing.play(source, options)
        default: return try await Calling.call(CallOptions(.path(source)), options)
        }
    }

    private static func isAddress(_ source: String) -> Bool { source.contains("://") }

    private var flags: [Setting: String] {
        get throws {
            var flags = try settings.flags.merging(ownFlags) { $1 }.merging(voice.flags) { $1 }
            if let source, Self.isAddress(source) {
                flags[.url] = source
                flags[.agent] = agent.first
            }
            return flags
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

    private func playback(_ configuration: Configuration) -> PlaybackOptions {
        var options = configuration.playbackOptions
        options.hosting = configuration.hosting
        options.hosting?.command = command
        return options
    }
}
