import App
import ArgumentParser
import Cells
import Files
import Frames
import Settings
import Wire

/// Reads the configuration with what the command line says, and says what is odd about it.
/// - Throws: `CommandError`.
func configured(_ flags: [Setting: String]) throws -> Configuration {
    let configuration = try Configuration.load(flags: flags)
    for warning in configuration.warnings { StandardError.write("cameo: \(TextCells.visible(warning))") }
    return configuration
}

/// Options of commands that talk to a backend; all of them can be set once, too.
struct ConnectionArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Who is talking; a guest unless given.", valueName: "id")) var user: String?
    @Option(help: ArgumentHelp("Id of the agent to talk to.", valueName: "id")) var agent: String?
    @Option(help: ArgumentHelp("Name of this session at the backend.", valueName: "name")) var instance: String?
    @Option(help: ArgumentHelp("Picture size to ask for, such as 512.", valueName: "size")) var resolution: String?
    @Option(help: ArgumentHelp("Log in with this address; the password is never an option.", valueName: "address"))
    var email: String?
    @Option(help: "How to connect: \(TransportChoice.allCases.map(\.rawValue).joined(separator: ", ")).")
    var transport: TransportChoice?
    @Flag(inversion: .prefixedNo, help: "Take certificates that nobody vouches for.") var insecure: Bool?
    @Option(help: ArgumentHelp("Certificates to trust besides the system's, PEM.", valueName: "file"))
    var caFile: String?
    @Flag(inversion: .prefixedNo, help: "Send the frame log to the backend, too.") var logToBackend: Bool?
    @OptionGroup var cache: CacheOptions

    var flags: [Setting: String] {
        var flags = cache.flags
        flags[.user] = user
        flags[.agent] = agent
        flags[.instance] = instance
        flags[.resolution] = resolution
        flags[.email] = email
        flags[.transport] = transport?.rawValue
        flags[.insecure] = insecure.map { "\($0)" }
        flags[.caFile] = caFile
        flags[.logToBackend] = logToBackend.map { "\($0)" }
        return flags
    }
}

/// Settings of playing, for every command that plays.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Another time, rate or number of playing, such as completion_limit=10s; may be repeated. cameo config lists "
                + "them.", valueName: "name=value"))
    var engine: [String] = []

    /// - Throws: `CommandError` with the nearest name.
    var flags: [Setting: String] { get throws { try Configuration.engineFlags(engine) } }
}

struct CacheOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where downloaded clips are kept.", valueName: "folder")) var cacheFolder: String?
    @Option(help: ArgumentHelp("MB that all clips may take; 0 keeps none.", valueName: "MB")) var cacheLimit: Int?

    func validate() throws { try Setting.cacheLimit.limit(cacheLimit) }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.cacheFolder] = cacheFolder
        flags[.cacheLimit] = cacheLimit.map { "\($0)" }
        return flags
    }
}

extension TransportChoice: ExpressibleByArgument {}

struct ShowConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract:
            "Shows what is set, and where each setting comes from: file and line, environment, option or default.",
        discussion: """
            Settings are read from config.toml in the folder cameo of $XDG_CONFIG_HOME or ~/.config, then from variables \
            CAMEO_..., then from options; the last one counts. docs/config.md lists them all.

            Example: cameo config --example > ~/.config/cameo/config.toml
            """)

    @Flag(help: "Print where the file is looked for.") var path = false
    @Flag(help: "Print a file with every setting behind a #, to begin with.") var example = false
    @Flag(help: ArgumentHelp("Print the tables of docs/config.md.", visibility: .hidden)) var tables = false
    @OptionGroup(title: "Connection") var connection: ConnectionArguments
    @OptionGroup(title: "Playing") var playing: PlaySettingOptions

    func validate() throws {
        guard !path || !example else { throw ValidationError("either --path or --example") }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            if path {
                try output.write(TextCells.visible(try Configuration.usualPath()))
            } else if tables {
                for line in Configuration.table + [""] + Configuration.keyTable() { try output.write(line) }
            } else if example {
                for line in Configuration.example() { try output.write(line) }
            } else {
                let flags = connection.flags.merging(try playing.flags) { $1 }
                for line in try configured(flags).lines { try output.write(line) }
            }
            try output.flush()
        }
    }
}

struct ShowCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Lists the clips that were downloaded from backends, or removes them.",
        discussion: """
            A clip that some program has open is not removed.

            Example: cameo cache --clear http://127.0.0.1:5003
            """)

    @Argument(help: "Only those from this backend.") var backend: String?
    @Flag(help: "Remove them.") var clear = false
    @OptionGroup var options: CacheOptions

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let clips = try DownloadedClips(try configured(options.flags), backend: backend)
            for line in clear ? clips.clear() : clips.list() { try output.write(TextCells.visible(line)) }
            try output.flush()
        }
    }
}
