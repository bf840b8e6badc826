import ArgumentParser
import Events
import Files
import Platform
import Serving
import Settings
import SocketIO
import Wire

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve a tape or avatar pack as a Socket.IO backend, or serve books.",
        discussion: """
            Clients connect, request clips and send messages with POST /messages; each is answered with the tape's next \
            message, in its recorded timing. The first line printed is the address; connections and messages are logged on \
            standard error. To inject faults, see docs/reference/faults.md.

            With --library it serves a folder of books instead, as written by cameo narrate or a backend, \
            to any reader of such servers.

            Example: cameo serve call.cameo --scenario slow-network
            Example: cameo serve --library books
            """)

    @Argument(
        help: "A tape (.cameo or .ndjson) or an avatar pack's folder; by default the demo.", completion: .file())
    var file: String?

    @Flag(help: "Answer messages by speaking them, with the given or the bundled avatar pack.")
    var speech = false
    @Option(
        help: ArgumentHelp(
            "Speak the output of this shell command, which receives each message on standard input.",
            valueName: "command"))
    var replyCommand: String?
    @OptionGroup(title: "Voice") var voice: VoiceOptions

    @Option(
        help: ArgumentHelp("Serve the books in this folder and below it.", valueName: "folder"),
        completion: .directory)
    var library: String?
    @Option(
        help: ArgumentHelp(
            "Require this login, with the password in CAMEO_LIBRARY_PASSWORD; by default no login.",
            valueName: "name"))
    var reader: String?
    @Flag(help: "Serve finished books as jobs, not as library items.") var jobs = false

    @Option(
        help: ArgumentHelp(
            "Address to listen on, such as 127.0.0.1:5003 or [::1]:5003; port 0 picks a free one.",
            valueName: "host:port"))
    var listen = ListenAddress.usual

    @Option(
        help: ArgumentHelp(
            "Permit web pages of this origin, such as https://app.example; repeat it for more.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp("Speed, 0 to 1000: 2 is twice as fast as recorded, 0 as fast as possible.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Let a tape's message continue when the next one starts.") var overlap = false

    @Option(
        help: ArgumentHelp(
            "Inject faults from a TOML file or a bundled scenario, such as slow-network.", valueName: "file"),
        completion: .scenarios)
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "Inject a fault, such as drop-after=12; may be repeated. An event count of 0 means never.",
            valueName: "name=value"),
        completion: .list(FaultScenario.settings.map { "\($0.name)=" }))
    var fault: [String] = []

    @Option(help: ArgumentHelp("Random seed of the faults.", valueName: "n"))
    var seed: Int?

    @Option(help: ArgumentHelp("Save clients' logs in this folder.", valueName: "folder"), completion: .directory)
    var logs: String?

    @Option(help: "Transports that clients may use.") var transport = ServedTransports.both

    @Option(help: ArgumentHelp("Time between pings.", valueName: "s")) var pingInterval = 25.0
    @Option(help: ArgumentHelp("Time limit for a client's answer to a ping.", valueName: "s")) var pingTimeout = 60.0
    @Flag(name: .shortAndLong, help: "Print nothing but the address.") var quiet = false

    func validate() throws {
        guard speech || (replyCommand == nil && voice.isUsual) else {
            throw ValidationError("--reply-command and voice options need --speech")
        }
        guard library == nil || (file == nil && !speech && logs == nil && !overlap && speed == 1) else {
            throw ValidationError(
                "--library cannot be combined with a tape, --speech, --speed, --overlap or --logs")
        }
        guard !speech || (!overlap && speed == 1) else {
            throw ValidationError("--speed and --overlap cannot be used with --speech")
        }
        guard library != nil || (reader == nil && !jobs) else {
            throw ValidationError("--reader and --jobs need --library")
        }
        if let wrong = allowOrigin.first(where: { PageAccess.normalized($0) == nil }) {
            throw ValidationError("--allow-origin: expected an origin such as https://app.example, found \"\(wrong)\"")
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
            options.allowedOrigins = allowOrigin
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
        return .speech(try await configured(voice.flags).speaker(file), replyCommand: replyCommand)
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
