import Events
import TOMLKit
import Wire

/// A scenario of faults in a TOML file: lines of `name = value`, with the names of `FaultScenario.settings`.
package enum ScenarioFile {
    private static let longest = 1 << 16

    /// - Throws: `CommandError.unusable` with file, line, what was expected and what was found.
    package static func read(_ path: String) throws(CommandError) -> FaultScenario {
        try scenario(TOMLFile(path, atMost: longest, waitsForPipes: true))
    }

    static func scenario(_ file: TOMLFile) throws(CommandError) -> FaultScenario {
        var scenario = FaultScenario()
        for (name, value) in file.table {
            let place = file.place(of: name)
            guard let value = self.value(value) else {
                throw .unusable("\(place): \(name): expected a number, a text, true or false")
            }
            do throws(WireError) {
                try scenario.set(name, value)
            } catch {
                throw .unusable("\(place): \(error.reason)")
            }
        }
        return scenario
    }

    /// `name=value`, as a flag has it.
    /// - Throws: `CommandError.unusable`.
    package static func apply(_ fault: String, to scenario: inout FaultScenario) throws(CommandError) {
        guard let equals = fault.firstIndex(of: "=") else {
            throw .unusable("--fault \(fault): expected NAME=VALUE")
        }
        do throws(WireError) {
            try scenario.set(String(fault[..<equals]), FaultValue(flag: String(fault[fault.index(after: equals)...])))
        } catch {
            throw .unusable("--fault \(error.reason)")
        }
    }

    private static func value(_ value: any TOMLValueConvertible) -> FaultValue? {
        if let flag = value.bool { return .flag(flag) }
        if let number = value.int { return .number(Double(number)) }
        if let number = value.double { return .number(number) }
        return value.string.map { .text($0) }
    }
}
