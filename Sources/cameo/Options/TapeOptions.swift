import ArgumentParser
import Events
import Files
import Settings

/// Whether a damaged tape is read, for each command that can tell so in its output.
struct SalvageOptions: ParsableArguments {
    @Flag(help: "Show what can still be read of a damaged tape; the output says so.") var salvage = false
}

/// Where files of a call are, for each command that plays one.
struct CallFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of the pictures and videos that the call names; without it none are opened.",
            valueName: "folder"), completion: .directory)
    var folder: String?

    /// - Throws: `DiskFailure` where that is no folder.
    func playing(_ playing: TapePlaying) throws -> TapePlaying {
        var playing = playing
        playing.folder = try folder.map { try OpenFolder(following: $0) }
        return playing
    }
}

/// Settings of playing, for every command that plays.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Change an engine setting, such as completion_limit=10s; may be repeated. cameo config lists "
                + "them.", valueName: "name=value"),
        completion: .list(EngineSetting.allCases.map { "\($0.rawValue)=" }))
    var engine: [String] = []

    func validate() throws { try cameo.validate(try flags) }

    /// - Throws: `CommandError` with the nearest name.
    var flags: [Setting: String] { get throws { try Configuration.engineFlags(engine) } }
}
