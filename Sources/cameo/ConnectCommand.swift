import App
import ArgumentParser
import Events
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

struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a backend's stream to a tape, without a screen.",
        discussion: """
            Records until every message has been answered, or until Ctrl-C; with --for, exactly that long, even after the last \
            answer.

            Example: cameo record http://127.0.0.1:5003 -o call.cameo --say 'Good morning' --say 'How are you?'
            """)

    @OptionGroup var backend: BackendArguments
    @Option(name: [.short, .long], help: "The new tape.", completion: .file()) var output: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Record this long, such as 90s, 10m or 1h30m; by default until every message has been answered.",
            valueName: "time"))
    var duration: TypedSpan?

    @Option(help: ArgumentHelp("Send this message; repeat it for several in a row.", valueName: "text"))
    var say: [String] = []

    @Option(
        help: ArgumentHelp(
            "Silence that ends an answer without an end signal, such as 30s (15s).", valueName: "time"))
    var silence: TypedSpan?

    @Flag(help: "Replace a recording of that name; it stays if this one records nothing.") var overwrite = false

    @Option(
        help: ArgumentHelp("Stop at this size, such as 500MB or 20GB (4GB).", valueName: "size"))
    var maxSize: TypedSize?

    @Flag(name: .shortAndLong, help: "Print no progress.") var quiet = false
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        try backend.validateOneAgent()
        guard say.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { throw ValidationError("--say needs a text") }
    }

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(backend.flags.merging(try engine.flags) { $1 })
            var options = RecordOptions(try ConnectOptions(configuration, hasScreen: false), output: output)
            options.settings = configuration.settings()
            options.duration = duration?.span
            options.messages = say
            (options.overwrites, options.sizeLimit) = (overwrite, maxSize?.bytes)
            options.isQuiet = quiet
            if let silence { options.limits.silence = silence.span }
            return try await Connecting.record(options)
        }
        CommandProcess.end(by: ending)
    }
}

/// How long something is to take, at least something and at most a year.
struct TypedSpan: ExpressibleByArgument {
    let span: TimeSpan
    /// A year.
    private static let longest = TimeSpan.seconds(31_536_000)

    init?(argument: String) {
        guard let span = TimeSpan(typed: argument, orSeconds: true), span > .zero, span <= Self.longest else {
            return nil
        }
        self.span = span
    }
}

/// How large something may be, from a megabyte to a petabyte.
struct TypedSize: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)]
        guard let (unit, factor) = units.first(where: { argument.uppercased().hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.count)), (1e6...1e15).contains(number * factor)
        else { return nil }
        bytes = Int(number * factor)
    }
}
