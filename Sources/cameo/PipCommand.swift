import App
import ArgumentParser
import Events
import Files
import Live
import Platform
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

    @Argument(help: "What the tile shows.") var source: String?
    @Argument(parsing: .postTerminator, help: "The program, behind --; your shell unless given.") var command:
        [String] = []

    @Option(
        help: ArgumentHelp("The key behind which keys are Cameo's: Ctrl and this one. (default: ])", valueName: "key"))
    var prefix: String?
    @Flag(
        inversion: .prefixedNo,
        help: "A cursor that stays under the tile moves it to the next corner. (default: --make-room)")
    var makeRoom: Bool?
    @Option(help: ArgumentHelp("Lines that are kept of what scrolls away. (default: 10000)", valueName: "n"))
    var history: Int?
    @Flag(help: "Also inside of a tile that is there already.") var nested = false

    @OptionGroup var voice: VoiceOptions
    @Option(help: ArgumentHelp("Agent of a backend.", valueName: "id")) var agent: [String] = []
    @OptionGroup var settings: PlaySettingOptions

    func validate() throws {
        guard prefix == nil || prefixByte != nil else {
            throw ValidationError("--prefix: expected a letter or one of @ \\ ] ^ _")
        }
        if let history, !(0...1_000_000).contains(history) { throw ValidationError("--history: expected 0 to 1000000") }
    }

    private var prefixByte: UInt8? {
        guard let prefix, let byte = prefix.utf8.first, prefix.utf8.count == 1 else { return nil }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x40, 0x5C, 0x5D, 0x5E, 0x5F:
            return byte & 0x1F
        default: return nil
        }
    }

    func run() async throws {
        let ending = try await reporting {
            if !nested { try refuseNesting() }
            var wish = HostingWish()
            (wish.command, wish.prefix, wish.history) = (command, prefixByte, history)
            wish.movesFromCursor = makeRoom ?? true
            return try await show(wish)
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

    private func show(_ wish: HostingWish) async throws -> Ending {
        var flags = try settings.flags
        guard let source else { return try await Saying.wait(try voice.speaker(nil), try playback(flags, wish)) }
        if source.contains("://") {
            flags[.url] = source
            flags[.agent] = agent.first
            let configuration = try configured(flags)
            return try await Connecting.connect(
                try ConnectOptions(configuration), with: Array(agent.dropFirst()), try playback(flags, wish))
        }
        let options = try playback(flags, wish)
        switch FileStatus(source)?.kind {
        case .folder: return try await Saying.wait(try voice.speaker(source), options)
        case .file where source.hasSuffix(".y4m"):
            return try await Calling.call(CallOptions(.videoAlone, video: source), options)
        case .file, nil: return try await Playing.play(source, options)
        default: return try await Calling.call(CallOptions(.path(source)), options)
        }
    }

    private func playback(_ flags: [Setting: String], _ wish: HostingWish) throws -> PlaybackOptions {
        var options = try configured(flags).playbackOptions
        options.hosting = wish
        return options
    }
}
