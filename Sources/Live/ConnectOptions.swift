import Events
import Platform
import Playback
import Settings
import SocketIO
import Tapes
import Transport
import Typesetting

/// What the command line says about a live session.
package struct ConnectOptions: Sendable {
    package var connection: ConnectionOptions
    /// Where clips are kept between sessions; `nil` for nowhere.
    var clipFolder: String?
    package var clipLimit = Limits.clipCacheBytes

    package var credentials: Credentials
    /// Whose engine hears what comes.
    private var member = Member.main
    /// UTC milliseconds since 1970 at which the session begins; `nil`: the backend's log is left alone.
    var logsFrom: Int64?

    package init(_ connection: ConnectionOptions, as credentials: Credentials) {
        (self.connection, self.credentials) = (connection, credentials)
    }

    /// Without a screen nobody sees that it is still tried, and nobody can end it.
    private static let headlessLimit = TimeSpan.seconds(30)

    /// - Parameter hasScreen: then a link is tried for as long as the reconnect schedule says, unless a limit is set.
    /// - Throws: `CommandError.unusable` without an address, and when a password cannot be had.
    package init(_ configuration: Configuration, hasScreen: Bool = true) throws(CommandError) {
        self.init(try Self.connection(configuration, hasScreen: hasScreen), as: try Self.credentials(configuration))
        clipFolder = configuration.cacheFolder
        clipLimit = configuration.cacheLimit
        if configuration.logsToBackend { logsFrom = WallClock.microseconds / 1_000 }
    }

    /// What is enough for those who need not say who they are.
    /// - Throws: `CommandError.unusable` without an address.
    package static func connection(
        _ configuration: Configuration, hasScreen: Bool = true
    ) throws(CommandError) -> ConnectionOptions {
        guard let address = configuration.url else {
            throw .unusable(
                "no address: give the backend's address, or set \(Setting.url.row.environment), or \(Setting.url.row.key) under "
                    + "[\(Setting.url.row.section)] in \(configuration.path ?? "a configuration")")
        }
        var connection = ConnectionOptions(
            address: address,
            identity: BackendIdentity(
                user: configuration.user ?? "", agent: configuration.agent,
                instance: configuration.instance,
                resolution: configuration.resolution))
        connection.transports = configuration.transport
        (connection.access, connection.proxy) = (configuration.access, try configuration.proxy(for: address))
        connection.isInsecure = configuration.isInsecure
        connection.certificateFile = configuration.caFile
        connection.connectLimit = configuration.connectLimit ?? (hasScreen ? nil : headlessLimit)
        return connection
    }

    /// The same for questions over HTTP alone, where what is set for the first connection holds for each of them.
    /// - Throws: `CommandError.unusable` without an address.
    package static func asking(_ configuration: Configuration) throws(CommandError) -> ConnectionOptions {
        var connection = try connection(configuration, hasScreen: false)
        connection.answerLimit = configuration.connectLimit
        return connection
    }

    /// What was said nearer to this run counts: a user on the command line, though an address stands in the file. Of two
    /// that come from the same place the address counts.
    private static func credentials(_ configuration: Configuration) throws(CommandError) -> Credentials {
        if let user = configuration.user,
            configuration.source(of: .user).rank > configuration.source(of: .email).rank
        {
            return .user(user)
        }
        if let email = configuration.email {
            guard let password = configuration.password else {
                return .login(email: email, password: try Password.ask(for: email))
            }
            return .login(email: email, password: Secret(password))
        }
        return configuration.user.map { .user($0) } ?? .guest(guestName)
    }

    private static var guestName: String {
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return "guest_" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// This session, and one for each of these agents; the same in everything else.
    /// - Throws: `CommandError.unusable` where they are too many, one is named twice, or by what is no name.
    package func beside(_ agents: [String]) throws(CommandError) -> [ConnectOptions] {
        var sessions = [self]
        // Its name in the call, as those of the others.
        _ = try Self.member(connection.identity.agent)
        guard agents.count < Self.mostAgents else {
            throw .unusable("--agent: expected at most \(Self.mostAgents), found \(agents.count + 1)")
        }
        for agent in agents {
            guard !sessions.contains(where: { $0.connection.identity.agent == agent }) else {
                throw .unusable("--agent: \(OutsideText.shown(agent, cells: 40)) is named twice")
            }
            var session = self
            (session.connection.identity.agent, session.member) = (agent, try Self.member(agent))
            // Another worker may serve it.
            session.connection.cookies = CookieStore()
            sessions.append(session)
        }
        return sessions
    }

    private static func member(_ agent: String) throws(CommandError) -> Member {
        guard let member = Member(agent) else {
            throw .unusable("--agent: \"\(OutsideText.shown(agent, cells: 40))\" \(Member.nameRule)")
        }
        return member
    }

    /// Each has an engine, pictures and a sound of its own.
    private static let mostAgents = 8

    package func call(of sessions: [ConnectOptions], on stream: LiveStream, _ clock: SessionClock) -> AgentCall {
        AgentCall(
            connection.address.text,
            sessions.map { CallAgent(id: $0.connection.identity.agent, member: $0.member) }, on: stream, clock)
    }

    /// What the session itself needs of it.
    package var live: LiveOptions {
        let (identity, address) = (connection.identity, connection.address)
        var live = LiveOptions(title: address.text, identity: identity)
        live.isInsecure = connection.isInsecure
        live.cache = clipFolder.map {
            ClipCache(folder: $0, backend: address.httpBase, agent: identity.agent, sizeLimit: clipLimit)
        }
        (live.logsFrom, live.member) = (logsFrom, member)
        return live
    }

    /// Why clips can neither be kept nor had, in one line; `nil` also where none are to be.
    package var clipObstacle: String? {
        guard let clipFolder else { return nil }
        do throws(ClipCacheError) {
            try ClipCacheFolder(clipFolder).check()
            return nil
        } catch {
            return error.reason
        }
    }
}
