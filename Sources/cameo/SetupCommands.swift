import App
import ArgumentParser
import Events
import Files
import Settings
import Typesetting

struct ShowConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract:
            "Show the effective settings and where each one was set.",
        discussion: """
            Settings come from cameo/config.toml in $XDG_CONFIG_HOME or ~/.config, then from environment variables \
            CAMEO_..., then from options; later ones win. docs/reference/settings.md lists them all.

            Example: mkdir -p ~/.config/cameo && cameo config --example > ~/.config/cameo/config.toml
            """)

    @Argument(
        help: ArgumentHelp("Show only these settings, such as play.volume or keys.mute.", valueName: "settings"),
        completion: .list(Setting.names))
    var names: [String] = []
    @Flag(help: "Print the path of the configuration file.") var path = false
    @Flag(help: "Print a template with every setting commented out.") var example = false
    @Flag(help: ArgumentHelp("Print the tables of docs/reference/settings.md and keys.md.", visibility: .hidden))
    var tables = false
    @OptionGroup(title: "Connection") var connection: ConnectionArguments
    @OptionGroup(title: "Playing") var face: FaceOptions
    @OptionGroup(title: "Playing") var playing: PlaySettingOptions

    func validate() throws {
        guard !path || !example else { throw ValidationError("--path and --example exclude each other") }
        guard names.isEmpty || !(path || example || tables) else {
            throw ValidationError("--path and --example take no setting names")
        }
    }

    /// What is folded stays a comment.
    private static func foldedComment(_ line: String, _ width: Int) -> [String] {
        guard line.hasPrefix("# ") else { return [line] }
        return FoldedLine.folded(String(line.dropFirst(2)), indent: 2, width: width - 2).map { "# " + $0 }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            if path {
                try output.write(TerminalText.visible(try Configuration.usualPath()))
            } else if tables {
                for line in Configuration.settingTable + [""] + Configuration.keyTable() { try output.write(line) }
            } else if example {
                for line in Configuration.example() { try output.write(line, folding: Self.foldedComment) }
            } else {
                let flags = connection.flags.merging(try playing.flags) { $1 }.merging(face.flags) { $1 }
                let configuration = try configured(flags)
                let table = names.isEmpty ? configuration.table : try configuration.table(of: names)
                for line in table.lines(toCells: LineOutput.columns) { try output.write(line) }
            }
            try output.flush()
        }
    }
}

/// Reads the configuration with what the command line says, and says what is odd about it.
/// - Throws: `CommandError`.
func configured(_ flags: [Setting: String]) throws -> Configuration {
    let configuration = try Configuration.load(flags: flags)
    for warning in configuration.warnings { complain(warning) }
    return configuration
}

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the terminal, locale, sound, voice and ffmpeg, and show how to fix what is missing.",
        discussion: """
            Fits a screen of 24 rows unless --all is given. Into a file or a pipe it prints everything.

            Example: cameo doctor --colors 256
            """)

    @Flag(help: "Print every finding, and a test card for colors.") var all = false

    @OptionGroup var picture: PictureOptions

    func run() async throws {
        try await reporting {
            let (configuration, fault) = try found()
            try await DoctorReport.print(configuration.terminal, configurationFault: fault, showsAll: all)
        }
    }

    /// What is set; where that cannot be read, the defaults with the options, and why.
    private func found() throws -> (Configuration, fault: String?) {
        do { return (try configured(picture.flags), nil) } catch {
            let standard = try Configuration.load(flags: picture.flags, environment: [:], unreadable: [])
            return (standard, CommandError(error).reason)
        }
    }
}

struct ShowCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "List or remove clips downloaded from backends.",
        discussion: """
            Clips in use by a program are not removed. The exit status is 1 if a clip could not be removed for another reason.

            Example: cameo cache --clear http://127.0.0.1:5003
            """)

    @Argument(help: "Only clips from this backend.") var backend: String?
    @Flag(help: "Remove the clips.") var clear = false
    @OptionGroup var options: CacheOptions

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let clips = try DownloadedClips(try configured(options.flags), backend: backend)
            let cleared = clear ? clips.clear() : nil
            let lines = cleared.map { [$0.line] } ?? clips.list(toCells: LineOutput.columns)
            for line in lines { try output.write(TerminalText.visible(line), folding: FoldedLine.message) }
            try output.flush()
            if let failure = cleared?.failure { throw failure }
        }
    }
}
