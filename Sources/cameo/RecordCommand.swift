import App
import ArgumentParser
import Events
import Live
import Settings

struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Records what a backend sends on a tape, without a screen.",
        discussion: """
            Goes on until all that is to be said has been answered, or until Ctrl-C; with --for as long as that, also when all has \
            been said.

            Example: cameo record http://127.0.0.1:5003 -o call.cameo --say 'Good morning' --say 'How are you?'
            """)

    @OptionGroup var backend: BackendArguments
    @Option(name: [.short, .long], help: "The new tape.", completion: .file()) var output: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "How long, such as 90s, 10m or 1h30m, whatever is said; without it until all has been answered.",
            valueName: "time"))
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
            options.isQuiet = quiet
            if let silence { options.limits.silence = silence.span }
            return try await Connecting.record(options)
        }
        CommandProcess.end(by: ending)
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
