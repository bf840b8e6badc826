import Events
import Files
import Keys
import Platform
import TOMLKit

/// A configuration file that was read: settings and keys, each with its line.
struct ConfigurationFile {
    struct Found {
        let value: SettingValue
        let line: Int
    }

    let path: String
    private(set) var settings: [Setting: Found] = [:]
    /// In the order of the file.
    private(set) var keys: [KeyChange] = []
    /// What to say when others can read the secrets in it.
    private(set) var rightsWarning: String?

    private static let longest = 1 << 20

    static func usualPath(_ environment: [String: String]) -> String? {
        UserFolder.configuration.path(environment).map { $0 + "/config.toml" }
    }

    /// - Throws: `CommandError.unusable` with file, line, what was expected and what was found.
    init(_ path: String) throws(CommandError) {
        try self.init(TOMLFile(path, atMost: Self.longest, waitsForPipes: false, valueFault: Self.valueFault))
        rightsWarning = Self.warning(path, settings.keys.filter(\.row.isSecret).map(\.row.path))
    }

    init(_ file: TOMLFile) throws(CommandError) {
        path = file.path
        var faults: [(line: Int, text: String)] = []
        func add(_ fault: String?, at place: String) {
            if let fault { faults.append((file.line(of: place), fault)) }
        }
        for (section, content) in file.table {
            guard let members = content.table else {
                add(Self.unknown(section), at: section)
                continue
            }
            for (key, value) in members {
                let place = "\(section).\(key)"
                if section == "keys", value.table != nil, ScreenName(rawValue: key) == nil {
                    add(Self.unknownScreen(key), at: place)
                    continue
                }
                if section == "keys", let screen = ScreenName(rawValue: key), let own = value.table {
                    for (command, keys) in own {
                        let place = "\(place).\(command)"
                        let fault = readKeys(keys, of: command, on: screen, place, line: file.line(of: place))
                        add(fault, at: place)
                    }
                    continue
                }
                add(readSetting(place, value, line: file.line(of: place)), at: place)
            }
            if members.isEmpty, !Setting.sections.contains(section) {
                add(Self.unknown(section), at: section)
            }
        }
        // One line, the first that there is something to put right in.
        if let first = faults.min(by: { $0.line < $1.line }) {
            throw .unusable("\(path):\(first.line): \(first.text)")
        }
        keys.sort { $0.line < $1.line }
    }

    /// - Returns: what is wrong with it.
    private mutating func readSetting(_ place: String, _ value: any TOMLValueConvertible, line: Int) -> String? {
        if place.hasPrefix("keys.") {
            return readKeys(value, of: String(place.dropFirst(5)), on: nil, place, line: line)
        }
        guard let row = Setting.rows.first(where: { $0.path == place }) else { return Self.unknown(place) }
        guard let read = Self.read(value, row.kind) else {
            let found = row.isSecret ? "something else" : value.asFound
            return "\(place): "
                + (value.string.flatMap(row.kind.fault) ?? "expected \(row.kind.expected), found \(found)")
        }
        settings[row.setting] = Found(value: beside(read, row.kind), line: line)
        return nil
    }

    private mutating func readKeys(
        _ value: any TOMLValueConvertible, of command: String, on screen: ScreenName?, _ place: String, line: Int
    ) -> String? {
        guard let text = value.string else {
            return Self.keysFault(place, value.asFound)
        }
        keys.append(KeyChange(on: screen, command: command, keys: text, line: line))
        return nil
    }

    private static func keysFault(_ place: String, _ found: String) -> String {
        "\(place): expected keys in quotes, such as \"space\", found \(found)"
    }

    /// What is wrong with something that is no value at all, such as a text without quotes.
    static func valueFault(_ place: String, _ found: String) -> String? {
        if place.hasPrefix("keys.") { return keysFault(place, found) }
        guard let row = Setting.rows.first(where: { $0.path == place }) else { return unknown(place) }
        let quotes =
            switch row.kind {
            case .flag, .number: ""
            case .text, .path, .address, .span, .choice, .colors, .access: " in quotes"
            }
        return "\(place): expected \(row.kind.expected)\(quotes), found \(row.isSecret ? "something else" : found)"
    }

    private static func read(_ value: any TOMLValueConvertible, _ kind: SettingKind) -> SettingValue? {
        switch kind {
        case .flag: value.bool.map { .flag($0) }
        case .number(let range): value.int.flatMap { range.contains($0) ? .number($0) : nil }
        // Agents, sizes and colors are often written as numbers.
        case .text, .colors: (value.string ?? value.int.map { String($0) }).flatMap(kind.value)
        case .path, .address, .choice, .span, .access: value.string.flatMap(kind.value)
        }
    }

    /// A relative name means a file beside this one, wherever the program is started.
    private func beside(_ value: SettingValue, _ kind: SettingKind) -> SettingValue {
        guard case .path = kind, case .text(let name) = value, !name.hasPrefix("/"), !name.hasPrefix("~/"),
            let slash = path.lastIndex(of: "/")
        else { return value }
        return .text(path[..<slash] + "/" + name)
    }

    private static func unknown(_ place: String) -> String {
        let known = Setting.rows.map(\.path)
        let sections = Setting.sections.map { "[\($0)]" }
        if let nearest = NearestName.of(place, in: known) {
            return "unknown setting \"\(place)\"; did you mean \"\(nearest)\"?"
        }
        // The right name under the wrong heading.
        let last = place.split(separator: ".").last.map(String.init) ?? place
        if let row = Setting.rows.first(where: { $0.key == last }) {
            return
                "unknown setting \"\(place)\"; did you mean \"\(row.path)\", which is \(row.key) under [\(row.section)]?"
        }
        return "unknown setting \"\(place)\"; the sections are \(sections.joined(separator: ", ")), "
            + "and `cameo config --example` lists their settings"
    }

    /// A heading below `keys`.
    private static func unknownScreen(_ name: String) -> String {
        let screens = ScreenName.allCases.map(\.rawValue)
        let advice =
            NearestName.of(name, in: screens).map { "did you mean [keys.\($0)]?" }
            ?? "expected one of " + screens.joined(separator: ", ")
        return "[keys.\(name)]: unknown screen; \(advice)"
    }

    private static func warning(_ path: String, _ secrets: [String]) -> String? {
        guard let secret = secrets.min(), FileStatus(path)?.isOpenToOthers == true else { return nil }
        return "\(path): contains \(secret) and is readable by others; protect it with chmod 600"
    }
}
