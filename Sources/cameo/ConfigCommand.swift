import ArgumentParser
import Files
import Scripts
import Settings

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
