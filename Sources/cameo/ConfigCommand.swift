import ArgumentParser
import Cells
import Files
import Settings

struct ShowConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract:
            "Shows what is set, and where each setting comes from: file and line, environment, option or default.",
        discussion: """
            Settings are read from config.toml in the folder cameo of $XDG_CONFIG_HOME or ~/.config, then from variables \
            CAMEO_..., then from options; the last one counts. docs/config.md lists them all.

            Example: mkdir -p ~/.config/cameo && cameo config --example > ~/.config/cameo/config.toml
            """)

    @Argument(
        help: ArgumentHelp("Only these, such as play.volume or keys.mute; all unless given.", valueName: "settings"),
        completion: .list(Setting.names))
    var names: [String] = []
    @Flag(help: "Print where the file is looked for.") var path = false
    @Flag(help: "Print a file with every setting behind a #, to begin with.") var example = false
    @Flag(help: ArgumentHelp("Print the tables of docs/config.md.", visibility: .hidden)) var tables = false
    @OptionGroup(title: "Connection") var connection: ConnectionArguments
    @OptionGroup(title: "Playing") var face: FaceOptions
    @OptionGroup(title: "Playing") var playing: PlaySettingOptions

    func validate() throws {
        guard !path || !example else { throw ValidationError("either --path or --example") }
        guard names.isEmpty || !(path || example || tables) else {
            throw ValidationError("settings are named without --path and --example")
        }
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
                let flags = connection.flags.merging(try playing.flags) { $1 }.merging(face.flags) { $1 }
                let configuration = try configured(flags)
                let lines = names.isEmpty ? configuration.lines : try configuration.lines(of: names)
                for line in lines { try output.write(line) }
            }
            try output.flush()
        }
    }
}

/// Reads the configuration with what the command line says, and says what is odd about it.
/// - Throws: `CommandError`.
func configured(_ flags: [Setting: String]) throws -> Configuration {
    let configuration = try Configuration.load(flags: flags)
    for warning in configuration.warnings { StandardError.write("cameo: \(TextCells.visible(warning))") }
    return configuration
}
