import Events
import Settings
import TOMLKit

extension CheckLimits {
    private static let fileBytes = 1 << 20

    /// The usual limits, changed by a TOML file of lines such as `max_desync = 2` and `max_late = "none"`.
    /// - Throws: `CommandError.unusable` with file, line, what was expected and what was found.
    package init(file path: String) throws(CommandError) {
        self.init()
        let file = try TOMLFile(path, atMost: Self.fileBytes, waitsForPipes: true)
        for (name, value) in file.table {
            let place = file.place(of: name)
            guard let measure = CheckMeasure(rawValue: name) else {
                throw .unusable("\(place): unknown limit \"\(name)\"; `cameo check --help` lists them all")
            }
            guard let limit = Self.limit(value), measure.allows(limit) else {
                throw .unusable("\(place): \(name): expected \(measure.expected), found \(value.asFound)")
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
