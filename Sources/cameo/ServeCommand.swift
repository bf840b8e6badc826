import ArgumentParser
import Events
import Files
import Platform
import Serving
import Settings
import Wire

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Is a backend for any Socket.IO client, made of a tape or a pack; or a server with books.",
        discussion: """
            Clients connect, ask for clips and send messages by POST /messages; each is answered by the tape's next \
            message, in its recorded time. The first line says the address; who connects and what is sent follows on \
            standard error. Faults can be made on purpose, see docs/faults.md.

            With --library it serves the books of a folder instead, as cameo narrate writes them and backends leave them, \
            to all that read books of a server.

            Example: cameo serve call.cameo --scenario slow-network
            Example: cameo serve --library books
            """)

    @Argument(
        help: "A tape, .cameo or .ndjson, or the folder of an avatar pack; the demo unless given.", completion: .file())
    var file: String?

    @Flag(help: "Answer messages by speaking them, with the avatar of a pack; the bundled one unless given.")
    var speech = false
    @Option(
        help: ArgumentHelp(
            "Speak what this command prints, which gets a message on standard input.", valueName: "command"))
    var replyCommand: String?
    @OptionGroup(title: "Voice") var voice: VoiceOptions

    @Option(
        help: ArgumentHelp("Serve the books of the jobs in this folder and below it.", valueName: "folder"),
        completion: .directory)
    var library: String?
    @Option(
        help: ArgumentHelp(
            "Only this reader may see them, with the password in CAMEO_LIBRARY_PASSWORD; all may unless given.",
            valueName: "name"))
    var reader: String?
    @Flag(help: "Serve finished books as jobs, as before they are moved to the library.") var jobs = false

    @Option(
        help: ArgumentHelp(
            "Where to listen, an address such as 127.0.0.1:5003 or [::1]:5003; port 0 takes any that is free.",
            valueName: "host:port"))
    var listen = ListenAddress.usual

    @Option(help: ArgumentHelp("0 to 1000: 2 is twice as fast as recorded, 0 as fast as it goes.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Of a recording, let a message go on when the next one begins.") var overlap = false

    @Option(
        help: ArgumentHelp(
            "Faults from a TOML file, or of a scenario that comes along, such as slow-network.", valueName: "file"),
        completion: .scenarios)
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "One fault more, such as drop-after=12; may be repeated. A number of events that is 0 is never.",
            valueName: "name=value"),
        completion: .list(FaultScenario.settings.map { "\($0.name)=" }))
    var fault: [String] = []

    @Option(help: ArgumentHelp("The lots of the faults; the same number draws the same.", valueName: "n"))
    var seed: Int?

    @Option(help: ArgumentHelp("Keep what clients log in this folder.", valueName: "folder"), completion: .directory)
    var logs: String?

    @Option(help: "What clients may connect by.") var transport = ServedTransports.both

    @Option(help: ArgumentHelp("Time between two pings.", valueName: "s")) var pingInterval = 25.0
    @Option(help: ArgumentHelp("Time that a client has to answer one.", valueName: "s")) var pingTimeout = 60.0
    @Flag(name: .shortAndLong, help: "Say nothing but the address.") var quiet = false

    func validate() throws {
        guard speech || (replyCommand == nil && voice.isUsual) else {
            throw ValidationError("--reply-command and the options of a voice are for --speech")
        }
        guard library == nil || (file == nil && !speech && logs == nil && !overlap && speed == 1) else {
            throw ValidationError(
                "--library serves books alone: without a tape, --speech, --speed, --overlap and --logs")
        }
        guard !speech || (!overlap && speed == 1) else {
            throw ValidationError("--speed and --overlap are for recordings, not for --speech")
        }
        guard library != nil || (reader == nil && !jobs) else {
            throw ValidationError("--reader and --jobs are for --library")
        }
        try limit("--speed", speed, 0...1_000)
        try limit("--ping-interval", pingInterval, 0.05...3_600, unit: " seconds")
        try limit("--ping-timeout", pingTimeout, 0.05...3_600, unit: " seconds")
        try limit("--seed", seed, 0...1_000_000_000)
        do {
            var faults = FaultScenario()
            for fault in self.fault { try ScenarioFile.apply(fault, to: &faults) }
        } catch {
            throw ValidationError(CommandError(error).reason)
        }
    }

    func run() async throws {
        try await reporting {
            var options = ServeOptions(try await served())
            options.listen = listen
            options.speed = speed
            options.overlaps = overlap
            options.scenario = try scenario.map { try Assets.scenario($0) }
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

    private func served() async throws -> Served {
        if let library { return .library(try books(library)) }
        guard speech else { return Served(path: try file ?? Assets.demoTape()) }
        return .speech(try await voice.speaker(file), replyCommand: replyCommand)
    }

    private func books(_ folder: String) throws -> ServedBooks {
        var books = ServedBooks(folder)
        books.staysJobs = jobs
        if let reader {
            let password = try configured([:]).libraryPassword.map { Secret($0) }
            books.owner = (reader, try password ?? Password.ask(for: reader, .libraryPassword))
        }
        return books
    }
}

extension ListenAddress: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
    public var defaultValueDescription: String { text }
}

extension ServedTransports: ExpressibleByArgument {}

extension CompletionKind {
    /// Those that come along, and files.
    fileprivate static var scenarios: CompletionKind { .custom { _, _, typed in scenarios(typed) } }

    private static func scenarios(_ typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let names = (try? OpenFolder(following: folder.isEmpty ? "." : folder).names()) ?? []
        let files = names.sorted().compactMap { name -> String? in
            let path = folder + name
            if FileStatus(path)?.kind == .folder { return path + "/" }
            return path.hasSuffix(".toml") ? path : nil
        }
        return (Assets.scenarios() + files).filter { $0.hasPrefix(typed) }
    }
}
