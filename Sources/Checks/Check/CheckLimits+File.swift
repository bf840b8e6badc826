import Events
import Settings
import TOMLKit

extension CheckLimits {
    private static let fileBytes = 1 << 20

    /// The usual limits, changed by a TOML file of lines such as `max_desync = 2` and `max_late = "none"`.
    /// - Throws: `CommandError.unusable` that names the file, the place and what was expected.
    package init(file path: String) throws(CommandError) {
        self.init()
        for (name, value) in try TOMLFile(path, atMost: Self.fileBytes, waitsForPipes: true).table {
            guard let measure = CheckMeasure(rawValue: name) else {
                throw .unusable("\(path): unknown limit \"\(name)\"; `cameo check --help` lists them all")
            }
            guard let limit = Self.limit(value), measure.allows(limit) else {
                throw .unusable("\(path): \(name): expected \(measure.expected)")
            }
            self[measure] = limit
        }
    }

    private static func limit(_ value: any TOMLValueConvertible) -> Double?? {
        if let number = value.int { return Self.value(String(number)) }
        if let number = value.double { return Self.value(String(number)) }
        if let text = value.string { return Self.value(text) }
        return nil
    }
}
