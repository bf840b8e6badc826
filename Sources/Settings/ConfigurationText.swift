import Events
import Keys
import Typesetting

/// What `cameo config` prints.
extension Configuration {
    /// A row a setting: its name in the file, what holds, where it comes from, what it means. Secrets as dots, whatever
    /// their length. Of the keys those that the file changes.
    package var table: TextTable { TextTable(settingRows + keyRows.filter { keyLines[$0[0]] != nil }) }

    /// The same of these settings and keys alone, or those of a section, changed or not.
    /// - Throws: `CommandError.unusable` with the nearest name.
    package func table(of names: [String]) throws(CommandError) -> TextTable {
        let rows = settingRows + keyRows
        let known = rows.map { $0[0] }
        for name in names where !known.contains(where: { Self.names($0, name) }) {
            let near = known.first { $0.hasSuffix("." + name) } ?? NearestName.of(name, in: known)
            let hint = near.map { "did you mean \($0)?" } ?? "cameo config lists them"
            throw .unusable("unknown setting \"\(name.prefix(60))\"; \(hint)")
        }
        return TextTable(rows.filter { row in names.contains { Self.names(row[0], $0) } })
    }

    /// Whether a name is that of a setting, or of the section that it stands in: `keys` is that of all screens.
    private static func names(_ setting: String, _ name: String) -> Bool {
        setting == name || setting.hasPrefix(name + ".") && !setting.dropFirst(name.count + 1).contains(".")
    }

    /// Of all screens, then of each one.
    private var keyRows: [[String]] {
        let maps = [("keys", keys.common)] + ScreenName.allCases.map { ("keys.\($0.rawValue)", keys[$0]) }
        return maps.flatMap { section, map in
            map.rows.compactMap { row -> [String]? in
                guard let command = row.command.name else { return nil }
                let name = "\(section).\(command)"
                return [name, Self.value(row.key), TerminalText.visible(keySource(name, row).text), row.does]
            }
        }
    }

    /// A screen's keys may be those that the file gives to all screens.
    private func keySource(_ name: String, _ row: KeyMap.Row) -> Source {
        let isShared = keys.common.rows.contains { $0.command == row.command && $0.keys == row.keys }
        let shared = isShared ? row.command.name.flatMap { keyLines["keys.\($0)"] } : nil
        guard let line = keyLines[name] ?? shared else { return .standard }
        return .file(path: path ?? "", line: line)
    }

    private var settingRows: [[String]] {
        Setting.rows.map { row in
            let value = value(of: row.setting)
            let shown = row.isSecret && value != nil ? "••••••" : shown(row.setting, value)
            return [row.path, Self.value(shown), TerminalText.visible(source(of: row.setting).text), row.says]
        }
    }

    private static func value(_ text: String) -> String { TerminalText.cut(TerminalText.visible(text), toCells: 40) }

    private func shown(_ setting: Setting, _ value: SettingValue?) -> String {
        switch setting {
        case .cacheFolder: cachePlace ?? "-"
        case .caFile: caFile ?? "-"
        default: value?.text ?? "-"
        }
    }

    /// A file in which nothing is set, with everything that can be: each line behind `# `.
    package static func example(of keys: ScreenKeys = ScreenKeys()) -> [String] {
        var lines = [
            "# Cameo's configuration. Remove the \"# \" to set a line; CAMEO_... and options override this file."
        ]
        for section in Setting.sections where section != "keys" {
            lines += ["", "[\(section)]"]
            for row in Setting.rows where row.section == section {
                lines.append("# \(row.says); expected: \(row.kind.expected)")
                lines.append("# \(row.key) = \(row.exampleValue.toml)")
            }
        }
        lines += ["", "[keys]", "# Separate several keys with spaces; \"none\" for no key."]
        lines += examples(keys.common.rows)
        for screen in ScreenName.allCases {
            lines += ["", "# [keys.\(screen.rawValue)]", "# Like [keys], only for \(screen.meaning)."]
            lines += examples(keys.ownRows(of: screen))
        }
        return lines
    }

    private static func examples(_ rows: [KeyMap.Row]) -> [String] {
        rows.compactMap { row in
            row.command.name.map { "# \($0) = \(SettingValue.text(names(row).joined(separator: " ")).toml)" }
        }
    }

    /// Of the keys that can be changed.
    private static func names(_ row: KeyMap.Row) -> [String] {
        row.keys.filter { $0 != .control("c") }.map(KeyName.text)
    }

    /// The table of docs/reference/settings.md.
    package static var settingTable: [String] {
        let head = ["| file | environment | option | value | default | meaning |", "|---|---|---|---|---|---|"]
        return head
            + Setting.rows.map { row in
                let standard = row.standard.map { "`\($0.toml)`" } ?? "-"
                return
                    "| `\(row.path)` | `\(row.environment)` | \(row.flag.map { "`\($0)`" } ?? (row.isSecret ? "none" : "argument")) "
                    + "| \(row.kind.expected) | \(standard) | \(row.says) |"
            }
    }

    /// The table of docs/reference/keys.md; behind the keys of all screens those that are otherwise on one.
    package static func keyTable(of keys: ScreenKeys = ScreenKeys()) -> [String] {
        ["| name | keys | action |", "|---|---|---|"]
            + rows(keys.common.rows, "")
            + ScreenName.allCases.flatMap { rows(keys.ownRows(of: $0), ", on \($0.meaning)") }
    }

    private static func rows(_ rows: [KeyMap.Row], _ place: String) -> [String] {
        rows.compactMap { row in
            guard let name = row.command.name else { return nil }
            return "| `\(name)` | \(names(row).map { "`\($0)`" }.joined(separator: " ")) | \(row.does)\(place) |"
        }
    }
}

extension SettingRow {
    /// Where there is no default, something of the kind.
    fileprivate var exampleValue: SettingValue {
        if let standard { return standard }
        switch setting {
        case .url: return .text("http://127.0.0.1:5003")
        case .server: return .text("https://books.example.org")
        case .user, .email: return .text("me@example.org")
        case .caFile: return .text("ca.pem")
        case .connectTimeout: return .span(.seconds(30))
        case .access(let part): return .text(part.example)
        case .cacheFolder: return .text("~/.cache/cameo/clips")
        case .colors: return .text(ColorDepth.truecolor.rawValue)
        case .engine(.idleClip): return .text(ClipName.idle.rawValue)
        case .engine(.decodedBytesLimit): return .number(PlaybackSettings().decodedBytesLimit)
        default: return .text("...")
        }
    }
}
