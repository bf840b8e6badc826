import ArgumentParser
import Settings
import Wire

/// The address of a backend, and everything about talking to it that can be set once, too.
struct BackendArguments: ParsableArguments {
    @Argument(help: "The backend's address: http, https, ws or wss; the one of the configuration unless given.")
    var url: String?

    @OptionGroup(title: "Connection") var connection: ConnectionArguments

    /// - Throws: where more than one agent is named, which only `connect` can talk to at once.
    func validateOneAgent() throws {
        guard connection.agent.count > 1 else { return }
        throw ValidationError(
            "--agent: expected one, found \(connection.agent.count); connect talks to several at once")
    }

    var flags: [Setting: String] {
        var flags = connection.flags
        flags[.url] = url
        return flags
    }
}

/// Options of commands that talk to a backend; all of them can be set once, too.
struct ConnectionArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Who is talking; a guest unless given.", valueName: "id")) var user: String?
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Id of the agent to talk to; given again, connect talks to several at once.", valueName: "id"))
    var agent: [String] = []
    @Option(help: ArgumentHelp("Name of this session at the backend.", valueName: "name")) var instance: String?
    @Option(help: ArgumentHelp("Picture size to ask for, such as 512.", valueName: "size")) var resolution: String?
    @Option(help: ArgumentHelp("Log in with this address; the password is never an option.", valueName: "address"))
    var email: String?
    @Option(help: "How to connect; auto begins with polling and changes over.")
    var transport: TransportChoice?
    @Option(
        help: ArgumentHelp(
            "How long the first connection may take, such as 10s; 30s without a screen unless given. For agents and health: each answer.",
            valueName: "time"))
    var connectTimeout: String?
    @Flag(inversion: .prefixedNo, help: "Take certificates that nobody vouches for.") var insecure: Bool?
    @Option(
        help: ArgumentHelp("Certificates to trust besides the system's, PEM.", valueName: "file"), completion: .file())
    var caFile: String?
    @Flag(inversion: .prefixedNo, help: "Send the frame log to the backend, too.") var logToBackend: Bool?
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

struct CacheOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where downloaded clips are kept.", valueName: "folder"), completion: .directory)
    var cacheFolder: String?
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
