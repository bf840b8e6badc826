import ArgumentParser
import Settings
import SocketIO

/// The address of a backend, and everything about talking to it that can be set once, too.
struct BackendArguments: ParsableArguments {
    @Argument(help: "The backend's address (http, https, ws or wss); by default the configured one.")
    var url: String?

    @OptionGroup(title: "Connection") var connection: ConnectionArguments
    @OptionGroup(title: "Connection") var access: AccessArguments

    /// - Throws: where more than one agent is named, which only `connect` can talk to at once.
    func validateOneAgent() throws {
        guard connection.agent.count > 1 else { return }
        throw ValidationError(
            "--agent: expected one, found \(connection.agent.count); for several use cameo connect")
    }

    var flags: [Setting: String] {
        var flags = connection.flags.merging(access.flags) { $1 }
        flags[.url] = url
        return flags
    }
}

/// Options of commands that talk to a backend; all of them can be set once, too.
struct ConnectionArguments: ParsableArguments {
    @Option(help: ArgumentHelp("User to connect as; by default a guest.", valueName: "id")) var user: String?
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Agent to talk to; repeat it to connect to several at once.", valueName: "id"))
    var agent: [String] = []
    @Option(help: ArgumentHelp("Name for this session.", valueName: "name")) var instance: String?
    @Option(help: ArgumentHelp("Picture size to request, such as 512.", valueName: "size")) var resolution: String?
    @Option(help: ArgumentHelp("Log in with this address. The password is never an option.", valueName: "address"))
    var email: String?
    @Option(help: "How to connect; auto starts with polling, then upgrades.")
    var transport: TransportChoice?
    @Option(
        help: ArgumentHelp(
            "Time limit for the first connection, such as 10s (30s without a screen); for agents and health, for each answer.",
            valueName: "time"))
    var connectTimeout: String?
    @Flag(inversion: .prefixedNo, help: "Accept untrusted certificates.") var insecure: Bool?
    @Option(
        help: ArgumentHelp("Additional certificates to trust, PEM.", valueName: "file"), completion: .file())
    var caFile: String?
    @Flag(inversion: .prefixedNo, help: "Also send the frame log to the backend.") var logToBackend: Bool?
    @OptionGroup var cache: CacheOptions

    func validate() throws { try cameo.validate(flags) }

    var flags: [Setting: String] {
        var flags = cache.flags
        flags[.user] = user
        flags[.agent] = agent.first
        flags[.instance] = instance
        flags[.resolution] = resolution
        flags[.email] = email
        flags[.transport] = transport?.rawValue
        flags[.connectTimeout] = connectTimeout
        flags[.insecure] = insecure.map { "\($0)" }
        flags[.caFile] = caFile
        flags[.logToBackend] = logToBackend.map { "\($0)" }
        return flags
    }
}

/// What a backend asks for besides an address.
struct AccessArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Socket.IO namespace to join (/).", valueName: "name")) var namespace: String?
    @Option(
        help: ArgumentHelp(
            "Path of the socket on its host, such as /realtime/ws (/socket.io below the address's path).",
            valueName: "path"))
    var path: String?
    @Option(
        help: ArgumentHelp(
            "JSON object to send when joining the namespace, such as a token. CAMEO_AUTH keeps it out of the list of processes.",
            valueName: "JSON"))
    var auth: String?
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Header to send with every request; repeat it for several. CAMEO_HEADER keeps it out of the list of processes.",
            valueName: "name: value"))
    var header: [String] = []
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Query parameter to send with every request; repeat it for several. Cameo encodes it.",
            valueName: "name=value"))
    var query: [String] = []

    func validate() throws { try cameo.validate(flags) }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.access(.namespace)] = namespace
        flags[.access(.path)] = path
        flags[.access(.auth)] = auth
        flags[.access(.header)] = header.isEmpty ? nil : header.joined(separator: "\n")
        flags[.access(.query)] = query.isEmpty ? nil : query.joined(separator: "\n")
        return flags
    }
}

struct CacheOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder for downloaded clips.", valueName: "folder"), completion: .directory)
    var cacheFolder: String?
    @Option(help: ArgumentHelp("Disk limit for clips in MB; 0 disables the cache.", valueName: "MB")) var cacheLimit:
        Int?

    func validate() throws { try Setting.cacheLimit.limit(cacheLimit) }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.cacheFolder] = cacheFolder
        flags[.cacheLimit] = cacheLimit.map { "\($0)" }
        return flags
    }
}

extension TransportChoice: ExpressibleByArgument {}
