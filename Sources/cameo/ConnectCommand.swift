import App
import ArgumentParser
import Events
import Files
import Live
import Settings

/// The address of a backend, and everything about talking to it that can be set once, too.
struct BackendArguments: ParsableArguments {
    @Argument(help: "The backend's address: http, https, ws or wss; the one of the configuration unless given.")
    var url: String?

    @OptionGroup var connection: ConnectionArguments

    var flags: [Setting: String] {
        var flags = connection.flags
        flags[.url] = url
        return flags
    }
}

struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the avatar of a backend, and lets you talk to it.",
        discussion: """
            Enter opens a line to say something, h shows what was said. Pausing and stepping move only the playhead: the \
            stream goes on meanwhile, and L is back to live. A lost link is made again by itself.

            Example: cameo connect http://127.0.0.1:5003 --agent 1 --record call.cameo
            """)

    @OptionGroup var backend: BackendArguments
    @OptionGroup var settings: PlaySettingOptions

    @Option(help: ArgumentHelp("Keep everything that is heard on a new tape.", valueName: "file"))
    var record: String?

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(backend.flags.merging(try settings.flags) { $1 })
            var playback = configuration.playbackOptions
            playback.record = record
            return try await Connecting.connect(try ConnectOptions(configuration), playback)
        }
        CommandProcess.end(by: ending)
    }
}

struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Records what a backend sends on a tape, without a screen.",
        discussion: """
            Goes on until all that is to be said has been answered, for the given time, or until Ctrl-C.

            Example: cameo record http://127.0.0.1:5003 -o call.cameo --say 'Good morning' --say 'How are you?'
            """)

    @OptionGroup var backend: BackendArguments
    @Option(name: [.short, .long], help: "The new tape.") var output: String

    @Option(
        name: .customLong("for"), help: ArgumentHelp("How long, such as 90s, 10m or 1h30m.", valueName: "time"))
    var duration: TypedSpan?

    @Option(help: ArgumentHelp("Say this; may be given several times, one after the other.", valueName: "text"))
    var say: [String] = []

    @Option(
        help: ArgumentHelp(
            "Silence after which an answer without an end signal is over, such as 30s (15s).", valueName: "time"))
    var silence: TypedSpan?

    @Flag(name: .shortAndLong, help: "Say nothing on the way.") var quiet = false
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        guard say.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { throw ValidationError("--say needs a text") }
    }

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(backend.flags.merging(try engine.flags) { $1 })
            var options = RecordOptions(try ConnectOptions(configuration), output: output)
            options.settings = configuration.settings()
            options.duration = duration?.span
            options.messages = say
            options.isQuiet = quiet
            if let silence { options.silence = silence.span }
            return try await Connecting.record(options)
        }
        CommandProcess.end(by: ending)
    }
}

struct Agents: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the agents of a backend.", discussion: "Example: cameo agents http://127.0.0.1:5003")

    @OptionGroup var backend: BackendArguments

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let options = try ConnectOptions.connection(try configured(backend.flags))
            for line in try await AgentList.lines(options) { try output.write(line) }
            try output.flush()
        }
    }
}

struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says whether a backend is there: at its places for health, and by the handshake of its socket.",
        discussion: """
            A line for each, with the time that it took. Status 0 when one of the places and the handshake answer as they \
            should, 1 when the backend answers otherwise, 2 when nobody answers.

            Example: cameo health http://127.0.0.1:5003
            """)

    @OptionGroup var backend: BackendArguments

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let check = HealthCheck(try ConnectOptions.connection(try configured(backend.flags)))
            let status = try await check.run { line in
                try output.write(line)
                try output.flush()
            }
            if status != 0 { throw ExitCode(status) }
        }
    }
}

/// How long something is to take, at least something and at most a year.
struct TypedSpan: ExpressibleByArgument {
    let span: Span
    /// A year.
    private static let longest = Span.seconds(31_536_000)

    init?(argument: String) {
        guard let span = Span(typed: argument, orSeconds: true), span > .zero, span <= Self.longest else { return nil }
        self.span = span
    }
}
