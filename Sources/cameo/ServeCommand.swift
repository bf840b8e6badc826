import ArgumentParser
import Files
import Serving

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Is a backend for any Socket.IO client: shows and says what is on a tape, or shows a pack's clips.",
        discussion: """
            Clients connect, ask for clips and send messages by POST /messages; each is answered by the tape's next \
            message, in its recorded time. The first line says the address; who connects and what is sent follows on \
            standard error. Faults can be made on purpose, see docs/faults.md.

            Example: cameo serve call.cameo --scenario assets/scenarios/slow-network.toml
            """)

    @Argument(help: "A tape, .cameo or .ndjson, or the folder of an avatar pack; the demo unless given.")
    var file: String?

    @Flag(help: "Answer messages by speaking them, with the avatar of a pack; the bundled one unless given.")
    var speech = false
    @Option(
        help: ArgumentHelp(
            "Speak what this command prints, which gets a message on standard input.", valueName: "command"))
    var replyCommand: String?
    @OptionGroup var voice: VoiceOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen, an address such as 127.0.0.1:5003 or [::1]:5003; port 0 takes any that is free.",
            valueName: "host:port"))
    var listen = ListenAddress.usual

    @Option(help: ArgumentHelp("2 is twice as fast as recorded, 0 as fast as it goes.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Let a message go on when the next one begins.") var overlap = false

    @Option(help: ArgumentHelp("Faults from a TOML file.", valueName: "file")) var scenario: String?

    @Option(help: ArgumentHelp("One fault more, such as drop-after=12; may be repeated.", valueName: "name=value"))
    var fault: [String] = []

    @Option(help: ArgumentHelp("The lots of the faults; the same number draws the same.", valueName: "n"))
    var seed: Int?

    @Option(help: ArgumentHelp("Keep what clients log in this folder.", valueName: "folder")) var logs: String?

    @Option(help: "What clients may connect by.") var transport = ServedTransports.both

    @Option(help: ArgumentHelp("Time between two pings.", valueName: "s")) var pingInterval = 25.0
    @Option(help: ArgumentHelp("Time that a client has to answer one.", valueName: "s")) var pingTimeout = 60.0
    @Flag(name: .shortAndLong, help: "Say nothing but the address.") var quiet = false

    func validate() throws {
        guard speech || (replyCommand == nil && voice.isUsual) else {
            throw ValidationError("--reply-command and the options of a voice are for --speech")
        }
        try limit("--speed", speed, 0...1_000)
        try limit("--ping-interval", pingInterval, 0.05...3_600, unit: " seconds")
        try limit("--ping-timeout", pingTimeout, 0.05...3_600, unit: " seconds")
        try limit("--seed", seed, 0...1_000_000_000)
    }

    func run() async throws {
        try await reporting {
            var options = ServeOptions(try served)
            options.listen = listen
            options.speed = speed
            options.overlaps = overlap
            options.scenario = scenario
            options.faults = fault
            options.seed = seed
            options.logs = logs
            options.transports = transport
            options.pingInterval = pingInterval
            options.pingTimeout = pingTimeout
            options.isQuiet = quiet
            try await Serving.run(options)
        }
    }

    private var served: Served {
        get throws {
            guard speech else { return Served(path: try file ?? Assets.demoTape()) }
            return .speech(try voice.speaker(file), replyCommand: replyCommand)
        }
    }
}

extension ListenAddress: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
    public var defaultValueDescription: String { text }
}

extension ServedTransports: ExpressibleByArgument {}
