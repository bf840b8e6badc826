import ArgumentParser
import Events
import Settings

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
