import Events
import Foundation
import Support
import Testing
import Wire

@testable import Settings

@Suite struct ScenarioFileTests {
    @Test("every scenario that comes along can be read and is in the page about faults")
    func scenarios() throws {
        let folder = Repository.file("assets/scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count >= 10)
        let page = try String(contentsOfFile: Repository.file("docs/reference/faults.md"), encoding: .utf8)
        for name in names {
            let scenario = try ScenarioFile.read(folder + "/" + name)
            #expect(!scenario.title.isEmpty && scenario != FaultScenario(), "\(name)")
            #expect(page.contains("`\(name)`"), "\(name)")
        }
        for setting in FaultScenario.settings { #expect(page.contains("| `\(setting.name)` |"), "\(setting.name)") }
        // What comes behind a number of events is not what comes at once where that number is 0.
        let counting = FaultScenario.settings.map(\.name).filter { $0.hasSuffix("-after") }
        let rows = page.split(separator: "\n")
        #expect(counting.contains("stall-after") && counting.contains("drop-after"))
        for name in counting {
            #expect(rows.contains { $0.hasPrefix("| `\(name)` |") && $0.contains("; 0 means never") }, "\(name)")
        }
    }

    @Test(
        "a scenario that makes no sense is an error with file, line, what was expected and what was found",
        arguments: [
            ("delay-ms = -1", "s.toml:1: \"delay-ms\" expected a whole number from 0 to 86400000, found -1"),
            ("\nevents = \"some\"", "s.toml:2: \"events\" expected \"all\", \"speech\", \"clips\", found \"some\""),
            ("corrupt = true", "s.toml:1: \"corrupt\" expected a share from 0 to 1, found true"),
            ("drop-inside = 1", "s.toml:1: \"drop-inside\" expected true or false, found 1"),
            (
                "library-status = 199",
                "s.toml:1: \"library-status\" expected 0 or a whole number from 200 to 599, found 199"
            ),
            ("delay-ms = []", "s.toml:1: delay-ms: expected a number, a text, true or false"),
        ])
    func badScenarios(text: String, expected: String) {
        let error = #expect(throws: CommandError.self) {
            try ScenarioFile.scenario(TOMLFile(text: text, path: "s.toml"))
        }
        #expect(error?.reason == expected)
    }

    @Test("an unknown name is an error that lists the known ones")
    func unknownName() {
        let error = #expect(throws: CommandError.self) {
            try ScenarioFile.scenario(TOMLFile(text: "# a\ndealy = 1", path: "s.toml"))
        }
        #expect(error?.reason.hasPrefix("s.toml:2: \"dealy\" is not a fault; expected title, seed,") == true)
    }

    @Test("a flag goes over the file; a flag that makes no sense is an error")
    func flags() throws {
        var scenario = try ScenarioFile.scenario(TOMLFile(text: "delay-ms = 5\nseed = 2", path: "s.toml"))
        try ScenarioFile.apply("delay-ms=7", to: &scenario)
        try ScenarioFile.apply("connect-error=a=b", to: &scenario)
        #expect(scenario.delay == .milliseconds(7) && scenario.seed == 2 && scenario.connectError == "a=b")
        for wrong in ["delay-ms", "delay-ms=x", "=1", ""] {
            #expect(throws: CommandError.self) { try ScenarioFile.apply(wrong, to: &scenario) }
        }
    }
}
