import Events

/// A line `command = "keys"` of the configuration file.
package struct KeyChange: Hashable, Sendable {
    /// `nil`: on all screens.
    let screen: ScreenName?
    let command: String
    let keys: String
    package let line: Int

    package init(on screen: ScreenName? = nil, command: String, keys: String, line: Int) {
        (self.screen, self.command, self.keys, self.line) = (screen, command, keys, line)
    }

    /// As the file calls it: `keys.pause`, `keys.debugger.pause`.
    package var name: String { Self.section(screen) + "." + command }

    package static func section(_ screen: ScreenName?) -> String { "keys" + (screen.map { ".\($0.rawValue)" } ?? "") }
}

extension KeyMap {
    /// The map with some commands' keys replaced.
    /// - Throws: `CommandError.unusable` with file and line: an unknown command or key, or a key that would do two things.
    func changed(by changes: [KeyChange], in path: String) throws(CommandError) -> KeyMap {
        var changed = self
        for change in changes {
            let place = "\(path):\(change.line): \(change.name)"
            guard let row = rows.first(where: { $0.command.name == change.command }) else {
                let nearest = NearestName.of(change.command, in: rows.compactMap(\.command.name))
                throw .unusable(
                    "\(place): unknown command"
                        + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; `cameo config --example` lists them"))
            }
            changed = changed.replacing(row.command, try Self.keys(change.keys, row.command, place))
        }
        try changed.checkUnique(changes, path)
        return changed
    }

    private static func keys(_ text: String, _ command: Command, _ place: String) throws(CommandError) -> [Key] {
        var keys: [Key] = []
        for word in text.split(separator: " ") where word != "none" {
            guard let key = KeyName.key(String(word)) else {
                throw .unusable("\(place): \"\(word.prefix(40))\" is not a key; expected \(KeyName.expected)")
            }
            guard !KeyName.isTaken(key) else {
                throw .unusable("\(place): \"\(word.prefix(40))\" cannot be reassigned")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        // Whatever is changed, there is a way out.
        if command == .quit { keys.append(.control("c")) }
        return keys
    }

    private func replacing(_ command: Command, _ keys: [Key]) -> KeyMap {
        KeyMap(
            groups: groups.map { group in
                Group(
                    title: group.title,
                    rows: group.rows.map { row in
                        guard row.command == command else { return row }
                        let shown = keys.filter { $0 != .control("c") }.map(KeyName.shortText)
                        return Row(
                            keys: keys, command: command, key: shown.isEmpty ? "none" : shown.joined(separator: " "),
                            does: row.does)
                    })
            })
    }

    /// The later line of two is the one to change.
    private func checkUnique(_ changes: [KeyChange], _ path: String) throws(CommandError) {
        var owners: [Key: Command] = [:]
        let changes = Dictionary(changes.map { ($0.command, $0) }) { $1 }
        func change(_ row: Row) -> KeyChange? { row.command.name.flatMap { changes[$0] } }
        for row in rows.sorted(by: { change($0)?.line ?? 0 < change($1)?.line ?? 0 }) {
            for key in row.keys {
                guard let other = owners.updateValue(row.command, forKey: key) else { continue }
                let place = change(row).map { "\($0.line): \($0.name)" } ?? "0: \(row.command.name ?? "")"
                let first = other.name ?? ""
                let advice =
                    changes[first].map { " in line \($0.line)" } ?? "; change that as well, or choose another"
                throw .unusable(
                    "\(path):\(place): \"\(KeyName.text(key))\" is already the key of \(first)\(advice)")
            }
        }
    }

    /// Whether a key of a change is that of another command here.
    func hasOthers(_ change: KeyChange) -> Bool {
        let keys = change.keys.split(separator: " ").compactMap { KeyName.key(String($0)) }
        return rows.contains { row in row.command.name != change.command && !row.keys.allSatisfy { !keys.contains($0) }
        }
    }

    /// A digit and an arrow with Shift mean something without a row of their own.
    package func has(_ command: Command) -> Bool { rows.contains { $0.command == command } }

    func has(_ command: String) -> Bool { rows.contains { $0.command.name == command } }

    /// The first key of a command, for a hint; `nil` when it has none.
    package func hint(of command: Command) -> String? {
        rows.first { $0.command == command }?.keys.first.map(KeyName.shortText)
    }

    /// The keys of a command as the help says them; empty when it has none.
    package func label(of command: Command) -> String { rows.first { $0.command == command }?.key ?? "" }
}
