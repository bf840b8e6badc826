import Events
import Files
import Keys
import Platform
import SocketIO

/// What holds for this run of the program, and where each of it comes from.
package struct Configuration: Sendable {
    package enum Source: Hashable, Sendable {
        case standard
        case file(path: String, line: Int)
        case environment(String)
        case flag(String)

        /// As `cameo config` and messages say it.
        package var text: String {
            switch self {
            case .standard: "default"
            case .file(let path, let line): "\(path):\(line)"
            case .environment(let name): name
            case .flag(let name): name
            }
        }

        /// Of two places the one with more counts.
        package var rank: Int {
            switch self {
            case .standard: 0
            case .file: 1
            case .environment: 2
            case .flag: 3
            }
        }
    }

    struct Held: Sendable {
        let value: SettingValue
        let source: Source
    }

    var held: [Setting: Held] = [:]
    /// Which key does what.
    package internal(set) var keys = ScreenKeys()
    /// Lines of the file that changed keys, by their names in it.
    var keyLines: [String: Int] = [:]
    /// The file that was looked for, whether it is there or not; `nil` when there is no home folder.
    package internal(set) var path: String?
    /// One line each, for standard error.
    package internal(set) var warnings: [String] = []
    private let environment: [String: String]

    /// Reads the file, then the environment; flags count most.
    /// - Parameters:
    ///   - flags: what the command line says, as text.
    ///   - unreadable: names of variables of the environment whose values are no text.
    ///   - path: the file; the usual one when `nil`, which need not be there.
    /// - Throws: `CommandError.unusable`: place, what was expected, what was found.
    package static func load(
        flags: [Setting: String] = [:], environment: [String: String] = Environment.all,
        unreadable: Set<String> = Environment.unreadable, path: String? = nil
    ) throws(CommandError) -> Configuration {
        var configuration = Configuration(environment: environment)
        configuration.path = path ?? ConfigurationFile.usualPath(environment)
        // A link that leads nowhere is there, too: whoever made it wants the file that it names.
        if let file = configuration.path, path != nil || FileStatus(file, followsLinks: false) != nil {
            try configuration.applyFile(ConfigurationFile(file))
        }
        try refuse(unreadable)
        try configuration.applyEnvironment(environment)
        configuration.held.merge(try held(by: flags)) { $1 }
        configuration.settleBuffer()
        try configuration.refusePrefixAsKey()
        return configuration
    }

    /// Judges what the command line says before anything is read.
    /// - Throws: `CommandError.unusable`: option, what was expected, what was found.
    package static func check(_ flags: [Setting: String]) throws(CommandError) { _ = try held(by: flags) }

    private static func held(by flags: [Setting: String]) throws(CommandError) -> [Setting: Held] {
        var held: [Setting: Held] = [:]
        for setting in Setting.allCases {
            guard let text = flags[setting] else { continue }
            let name = setting.row.flag ?? setting.row.key.uppercased()
            held[setting] = Held(value: try value(text, of: setting, at: name), source: .flag(name))
        }
        return held
    }

    /// - Throws: `CommandError.unusable` when there is no home folder.
    package static func usualPath(_ environment: [String: String] = Environment.all) throws(CommandError) -> String {
        guard let path = ConfigurationFile.usualPath(environment) else {
            throw .unusable("no home folder for a configuration file")
        }
        return path
    }

    private init(environment: [String: String]) { self.environment = environment }

    private mutating func applyFile(_ file: ConfigurationFile) throws(CommandError) {
        for (setting, found) in file.settings {
            held[setting] = Held(value: found.value, source: .file(path: file.path, line: found.line))
        }
        keys = try ScreenKeys().changed(by: file.keys, in: file.path)
        keyLines = file.keys.reduce(into: [:]) { $0[$1.name] = $1.line }
        if let warning = file.rightsWarning { warnings.append(warning) }
    }

    /// Behind the prefix the prefix is sent to the program: no command can have it there.
    private func refusePrefixAsKey() throws(CommandError) {
        let prefix = Key.control(Character(text(.hostPrefix) ?? HostingOptions.usualPrefix))
        guard let path, let name = keys[.host].rows.first(where: { $0.keys.contains(prefix) })?.command.name,
            let line = keyLines["\(KeyChange.section(.host)).\(name)"]
        else { return }
        throw .unusable(
            "\(path):\(line): keys.host.\(name): \"\(KeyName.text(prefix))\" is the prefix key (pip.prefix) "
                + "and goes to the program")
    }

    private static func refuse(_ unreadable: Set<String>) throws(CommandError) {
        guard let row = Setting.rows.first(where: { unreadable.contains($0.environment) }) else { return }
        throw .unusable("\(row.environment): expected UTF-8, found bytes of another encoding")
    }

    /// An empty variable is none.
    private mutating func applyEnvironment(_ environment: [String: String]) throws(CommandError) {
        for row in Setting.rows {
            guard let text = environment[row.environment], !text.isEmpty else { continue }
            held[row.setting] = Held(
                value: try Self.value(text, of: row.setting, at: row.environment),
                source: .environment(row.environment))
        }
        let known = Setting.rows.map(\.environment) + [Environment.tileName, Environment.turnName]
        for name in environment.keys.filter({ $0.hasPrefix(Self.prefix) && !known.contains($0) }).sorted() {
            guard let meant = Self.variableMeant(by: name) else { continue }
            warnings.append("environment: \(name) is not a setting; did you mean \(meant)?")
        }
    }

    private static let prefix = "CAMEO_"

    /// What all names begin with makes none of them nearer; a setting may be spelled as in the file, too, with its heading.
    private static func variableMeant(by name: String) -> String? {
        var variables: [String: String] = [:]
        for row in Setting.rows {
            variables[row.path.replacing(".", with: "_").uppercased()] = row.environment
        }
        for row in Setting.rows { variables[String(row.environment.dropFirst(prefix.count))] = row.environment }
        return NearestName.of(String(name.dropFirst(prefix.count)), in: variables.keys.sorted())
            .flatMap { variables[$0] }
    }

    private static func value(_ text: String, of setting: Setting, at place: String) throws(CommandError)
        -> SettingValue
    {
        let row = setting.row
        if let value = row.kind.value(text) { return value }
        let found = row.isSecret ? "" : ", found \"\(text.prefix(60))\""
        throw .unusable("\(place): " + (row.kind.fault(text) ?? "expected \(row.kind.expected)\(found)"))
    }

    // MARK: What holds

    package func source(of setting: Setting) -> Source { held[setting]?.source ?? .standard }

    /// `nil` where nothing is set and the default is not one value.
    package func value(of setting: Setting) -> SettingValue? { held[setting]?.value ?? setting.row.standard }

    func text(_ setting: Setting) -> String? { value(of: setting)?.text }
    private func isOn(_ setting: Setting) -> Bool { value(of: setting) == .flag(true) }
    func number(_ setting: Setting) -> Int {
        if case .number(let number)? = value(of: setting) { number } else { 0 }
    }

    package var url: BackendAddress? { text(.url).flatMap { try? BackendAddress($0) } }
    /// `nil`: a guest.
    package var user: String? { text(.user) }
    package var agent: String { text(.agent) ?? "" }
    package var instance: String { text(.instance) ?? "" }
    package var resolution: String { text(.resolution) ?? "" }
    package var email: String? { text(.email) }
    package var password: String? { text(.password) }
    package var transport: TransportChoice { text(.transport).flatMap(TransportChoice.init(rawValue:)) ?? .auto }
    /// `nil`: what is usual with a screen, and without one.
    package var connectLimit: TimeSpan? {
        if case .span(let limit)? = value(of: .connectTimeout) { limit } else { nil }
    }
    package var isInsecure: Bool { isOn(.insecure) }
    package var caFile: String? { text(.caFile).map(expanded) }
    package var access: BackendAccess {
        var access = BackendAccess()
        // Judged when it was read.
        for part in BackendAccess.Part.allCases { if let text = text(.access(part)) { try? access.set(part, text) } }
        return access
    }
    package var logsToBackend: Bool { isOn(.logToBackend) }

    /// For `ClipCache`; `nil` when clips are not kept.
    package var cacheFolder: String? {
        guard cacheLimit > 0 else { return nil }
        return cachePlace
    }
    /// Where clips are, also those of another time when none are kept now.
    package var cachePlace: String? { text(.cacheFolder).map(expanded) ?? Self.usualCache(environment) }
    private static func usualCache(_ environment: [String: String]) -> String? {
        UserFolder.cache.path(environment).map { $0 + "/clips" }
    }
    /// Bytes.
    package var cacheLimit: Int { number(.cacheLimit) * 1_000_000 }

    package var server: String? { text(.server) }
    package var login: String? { text(.login) }
    package var libraryPassword: String? { text(.libraryPassword) }
    /// Of what is kept of books; `nil` where nothing is, or there is no place for it.
    package var bookCacheFolder: String? {
        bookCacheLimit > 0 ? UserFolder.cache.path(environment).map { $0 + "/books" } : nil
    }
    /// Bytes.
    package var bookCacheLimit: Int { number(.bookCacheLimit) * 1_000_000 }
    package var lookupCommand: String? { text(.lookupCommand) }
    package var showsPictures: Bool { isOn(.illustrations) }
    package var asksModel: Bool { isOn(.modelLookup) }
    package var music: MusicOptions {
        var options = MusicOptions()
        options.volume = number(.musicVolume)
        options.choice =
            switch text(.music) {
            case "book", nil: .ofBook
            case "off": .off
            case let name?: .named(expanded(name))
            }
        return options
    }
    /// Of what is known of servers from one run to the next; `nil` without a home.
    package var stateFolder: String? { UserFolder.state.path(environment) }

    /// What is said of the terminal; the rest is found out from it.
    package var terminal: TerminalChoices {
        let turnsRightToLeft: Bool? =
            switch text(.rightToLeft).flatMap(TextTurner.init(rawValue:)) ?? .auto {
            case .auto: nil
            case .terminal: true
            case .cameo: false
            }
        return TerminalChoices(
            colors: text(.colors).flatMap(ColorDepth.init(rawValue:)), turnsRightToLeft: turnsRightToLeft,
            background: text(.background).flatMap(TerminalBackground.init(rawValue:)),
            blocks: text(.blocks).flatMap(BlockStyle.init(rawValue:)) ?? .any)
    }
    package var tolerance: Int { number(.tolerance) }
    package var fills: Bool { isOn(.fill) }
    package var opensLog: Bool { isOn(.log) }
    package var tile: [TileSetting] {
        [
            text(.tile).flatMap(TileMode.init(rawValue:)).map { .mode($0) },
            text(.tileCorner).flatMap(TileCorner.init(rawValue:)).map { .corner($0) },
            text(.tileSize).flatMap(TileSize.init(rawValue:)).map { .size($0) },
            .includesLocal(isOn(.includeLocal)),
        ].compactMap { $0 }
    }

    /// Of the user's shell, until a command is named.
    package var hosting: HostingOptions {
        var options = HostingOptions()
        options.prefix = HostingOptions.control(text(.hostPrefix) ?? HostingOptions.usualPrefix)
        options.movesFromCursor = isOn(.hostMakesRoom)
        options.history = number(.hostHistory)
        options.takesMouse = isOn(.hostMouse)
        options.passesLinks = isOn(.hostLinks)
        options.clipboard = text(.hostClipboard).flatMap(ClipboardUse.init(rawValue:)) ?? .selected
        return options
    }

    /// `nil`: none is wanted.
    package var sound: SoundOptions? {
        guard isOn(.audio) else { return nil }
        var options = SoundOptions()
        options.volume = number(.volume)
        options.device = text(.audioDevice)
        options.latency = .milliseconds(Int64(number(.audioLatency)))
        options.hearsSteps = isOn(.stepSound)
        return options
    }

    /// All that may be seen, for lists of them.
    private var listed: [PlaybackOptions.ListedSetting] {
        Setting.rows.filter { !$0.isSecret }.map { row in
            PlaybackOptions.ListedSetting(
                name: row.path, value: value(of: row.setting)?.text ?? "not set", says: row.says)
        }
    }

    /// What the environment says about a proxy for that address.
    /// - Throws: `CommandError.unusable` for one that is no HTTP proxy.
    package func proxy(for address: BackendAddress) throws(CommandError) -> HTTPProxy? {
        do {
            return try HTTPProxy(for: address, in: environment)
        } catch {
            throw .unusable("environment: \(error.reason)")
        }
    }

    /// What shells do to an unquoted `~`, for values that no shell has seen.
    func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else { return path }
        return home + path.dropFirst()
    }

    /// What `cameo play` and its like are told by it.
    package var playbackOptions: PlaybackOptions {
        var options = PlaybackOptions()
        options.terminal = terminal
        options.fills = fills
        options.opensLog = opensLog
        options.isClean = isOn(.clean)
        (options.showsFigures, options.isStill) = (isOn(.debug), isOn(.still))
        options.tile = tile
        options.marks = text(.marks).flatMap(MarkPlace.init(rawValue:)) ?? .beside
        options.remembersView = isOn(.remember)
        options.settings = listed
        options.tolerance = tolerance
        options.keys = keys
        options.showsIllustrations = showsPictures
        options.sound = sound
        options.playing.settings = settings(over: options.playing.settings)
        options.playing.adjusted = adjusted
        return options
    }
}
