import Cells
import Events
import Typesetting

/// The keys, as a popup that scrolls: each group under its title, in as many columns as there is room for.
package enum HelpPanel {
    /// Keys that belong together.
    package struct Group: Sendable {
        package var title: String
        package var keys: [(key: String, does: String)]

        package init(_ title: String, _ keys: [(key: String, does: String)]) {
            self.title = title
            self.keys = keys
        }

        fileprivate func matching(_ words: String) -> Group {
            let sought = words.lowercased()
            if sought.isEmpty || isCalled(sought) { return self }
            return Group(title, keys.filter { $0.key == words || $0.does.lowercased().contains(sought) })
        }

        /// Whether a word of its title begins so; fewer letters would find half of all titles.
        private func isCalled(_ sought: String) -> Bool {
            sought.count >= 3 && " \(title.lowercased())".contains(" \(sought)")
        }
    }

    /// What the user sees of it.
    package struct State: Hashable, Sendable {
        /// The first row in view.
        package var top = 0
        /// Only keys that do something with these words in it, and those below a title that has them.
        package var filter = TypedFilter()

        package init() {}
    }

    /// - Parameter prefix: the key that is typed before each of them.
    package static func popup(
        _ groups: [Group], _ state: State, behind prefix: String? = nil, in layout: ScreenLayout
    ) -> Panel {
        let sheet = Sheet(groups, state.filter, layout)
        let top = state.top.clamped(to: 0...sheet.lastTop)
        let shown = sheet.lines.dropFirst(top).prefix(sheet.visible)
        let lines = shown.enumerated().map { row, line in sheet.framed(line, row: row, top: top) }
        let typed = state.filter.isOpen ? [state.filter.row("find:", cells: sheet.rect.size.columns - sheet.frame)] : []
        let border = Panel.Border(title: title(state, sheet, prefix), style: TextStyle(.accent))
        var panel = Panel(sheet.rect, typed + lines, border: sheet.frame == 0 ? nil : border)
        (panel.cursor, panel.attention) = (CellPoint(column: sheet.frame / 2, row: sheet.frame / 2), .chosen)
        return panel
    }

    /// The greatest first row that leaves no row empty.
    package static func lastTop(_ groups: [Group], _ state: State, in layout: ScreenLayout) -> Int {
        Sheet(groups, state.filter, layout).lastTop
    }

    /// Rows in view.
    package static func visibleRows(_ groups: [Group], _ state: State, in layout: ScreenLayout) -> Int {
        Sheet(groups, state.filter, layout).visible
    }

    /// As much of it as there is room for.
    private static func title(_ state: State, _ sheet: Sheet, _ prefix: String?) -> String {
        let keys = prefix.map { "Keys after \($0)" } ?? "Keys"
        if state.filter.isTyping { return keys }
        let ways = sheet.lastTop > 0 ? ["/ to search", "q to close", "↑↓ to scroll"] : ["/ to search", "q to close"]
        let titles = (0...ways.count).reversed().map {
            $0 == 0 ? keys : "\(keys) (\(ways.prefix($0).joined(separator: ", ")))"
        }
        return titles.first { TerminalText.cellWidth(of: $0) <= sheet.rect.size.columns - 4 } ?? keys
    }

    /// All rows of it, and the cells that they get.
    private struct Sheet {
        let lines: [TextLine]
        let rect: CellRect
        let visible: Int
        /// Rows and columns that its border takes: none where rows are few.
        let frame: Int
        var lastTop: Int { max(0, lines.count - visible) }

        /// Sentences are folded beyond it, so that there is room for two columns on 80.
        private static let longestSentence = 27
        /// With less for sentences beside their keys each stands behind its key.
        private static let leastSentence = 16
        private static let leastFramedRows = 10
        /// Fewer cells beside it show nothing of use of what is behind it.
        private static let leastBeside = 10

        init(_ groups: [Group], _ filter: TypedFilter, _ layout: ScreenLayout) {
            let size = layout.size
            frame = size.rows < Self.leastFramedRows ? 0 : 2
            let typed = filter.isOpen ? 1 : 0
            let room = CellSize(columns: max(1, size.columns - frame - 1), rows: max(1, size.rows - 1 - frame - typed))
            let found = groups.map { $0.matching(filter.text) }.filter { !$0.keys.isEmpty }
            let keys = found.flatMap(\.keys)
            let keyWidth = (keys.map { TerminalText.cellWidth(of: $0.key) }.max() ?? 0) + 2
            let longest = keys.map { TerminalText.cellWidth(of: $0.does) }.max() ?? 0
            let lines = { (columns: Int, width: Int) in
                found.flatMap { Self.lines($0, keyWidth: keyWidth, width: width, columns) }
            }
            let width = min(keyWidth + longest + 2, room.columns)
            let folded = min(keyWidth + min(longest, Self.longestSentence) + 2, room.columns)
            let most = max(1, room.columns / folded)
            // As few columns as show all of it; else as many as there is room for, over all of the screen.
            let columns = (1...most).first { lines($0, min(width, room.columns / $0)).count <= room.rows }
            let chosen = columns ?? most
            let natural = min(width, room.columns / chosen)
            let wide = max(chosen * natural, 24) + frame
            // What is behind it is seen above and below only where it is seen beside it.
            let isBeside = columns != nil && size.columns - wide >= Self.leastBeside
            let all =
                found.isEmpty
                ? [TextLine(" no matching key")] : lines(chosen, isBeside ? natural : room.columns / chosen)
            let high = min(all.count, room.rows) + frame + typed
            let isAbove = isBeside && size.rows - 1 - high >= Self.leastBeside / 2
            rect = layout.centered(
                columns: isBeside ? wide : size.columns, rows: isAbove ? high : max(1, size.rows - 1))
            self.lines = all
            visible = max(0, rect.size.rows - frame - typed)
        }

        private static func lines(_ group: Group, keyWidth: Int, width: Int, _ columns: Int) -> [TextLine] {
            let sentence = width - keyWidth - 2
            if columns == 1, sentence < leastSentence {
                return [title(group, width)].compactMap(\.self) + narrow(group, width)
            }
            let entries = group.keys.map { key, does in
                TerminalText.wrapped(does, toCells: max(1, sentence)).enumerated().map { ($0 == 0 ? key : "", $1) }
            }
            let chosen = balanced(entries, columns)
            let keys = (0..<(chosen.map(\.count).max() ?? 0)).map { row in
                TextLine(
                    chosen.flatMap { column in
                        let (key, does) = row < column.count ? column[row] : ("", "")
                        return [
                            TextSpan(" " + TerminalText.padded(key, toCells: keyWidth), keyStyle),
                            TextSpan(TerminalText.padded(does, toCells: width - keyWidth - 1)),
                        ]
                    })
            }
            return [title(group, columns * width)].compactMap(\.self) + keys
        }

        /// In columns as even as they can be without one of them beginning in the middle of an entry.
        private static func balanced<Row>(_ entries: [[Row]], _ columns: Int) -> [[Row]] {
            let all = entries.reduce(0) { $0 + $1.count }
            var count = max(1, (all + columns - 1) / columns)
            while true {
                var filled: [[Row]] = [[]]
                for entry in entries {
                    if let last = filled.last, !last.isEmpty, last.count + entry.count > count { filled.append([]) }
                    filled[filled.count - 1] += entry
                }
                if filled.count <= columns || count >= all { return filled }
                count += 1
            }
        }

        private static func title(_ group: Group, _ width: Int) -> TextLine? {
            guard !group.title.isEmpty else { return nil }
            let rule = max(0, width - 1 - TerminalText.cellWidth(of: group.title) - 2)
            let title = TextSpan(" \(group.title) ", TextStyle(.accent, isBold: true))
            return TextLine([title, TextSpan(String(repeating: "─", count: rule), TextStyle(.faint))])
        }

        /// Each key with its sentence behind it, as a paragraph.
        private static func narrow(_ group: Group, _ width: Int) -> [TextLine] {
            group.keys.flatMap { key, does in
                TerminalText.wrapped("\(key)  \(does)", toCells: max(1, width - 1)).enumerated().map { place, row in
                    guard place == 0, row.hasPrefix(key) else { return TextLine([TextSpan(" " + row)]) }
                    return TextLine([TextSpan(" " + key, keyStyle), TextSpan(String(row.dropFirst(key.count)))])
                }
            }
        }

        private static let keyStyle = TextStyle(.accent, isBold: true)

        /// With the bar that says how much is out of view, where something is.
        func framed(_ line: TextLine, row: Int, top: Int) -> TextLine {
            let cells = max(0, rect.size.columns - frame)
            guard lastTop > 0, cells > 1 else { return TextLine(trimmed(line.spans)).fitting(cells) }
            var line = TextLine(trimmed(line.spans)).fitting(cells - 1)
            let gap = max(0, cells - 1 - line.cellWidth)
            let thumb = max(1, visible * visible / lines.count)
            let start = (visible - thumb) * top / lastTop
            let isThumb = (start..<start + thumb).contains(row)
            line.spans.append(TextSpan(String(repeating: " ", count: gap)))
            line.spans.append(TextSpan(isThumb ? "█" : "│", TextStyle(isThumb ? .accent : .faint)))
            return line
        }

        /// Blanks after the last text would count as something that is cut off.
        private func trimmed(_ spans: [TextSpan]) -> [TextSpan] {
            guard var last = spans.last else { return spans }
            while last.text.hasSuffix(" ") { last.text.removeLast() }
            return spans.dropLast() + [last]
        }
    }
}
