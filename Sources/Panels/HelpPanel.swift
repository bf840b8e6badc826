import Cells
import Events

/// The keys, as a popup. It takes as many columns as there is room for before it has more than one page.
package enum HelpPanel {
    /// Keys that belong together.
    package struct Group: Sendable {
        package var title: String
        package var keys: [(key: String, does: String)]

        package init(_ title: String, _ keys: [(key: String, does: String)]) {
            self.title = title
            self.keys = keys
        }

        /// The same with long sentences in several rows, the key before the first one.
        package func wrapped(toCells cells: Int) -> Group {
            let rows = keys.flatMap { key, does in
                TextCells.wrapped(does, toCells: cells).enumerated().map { ($0 == 0 ? key : "", $1) }
            }
            return Group(title, rows)
        }
    }

    /// - Parameter page: from 0; beyond the last one the last one.
    package static func popup(_ groups: [Group], page: Int, in layout: ScreenLayout) -> Panel {
        let shape = Shape(groups, layout)
        let page = min(max(0, page), shape.pages - 1)
        let rect = layout.centered(columns: shape.columns * shape.width + 1, rows: shape.rows + 2)
        let items = Array(shape.items.dropFirst(page * shape.perPage).prefix(shape.perPage))
        let lines = (0..<min(shape.rows, max(0, rect.size.rows - 2))).map { row in
            let places = Array(stride(from: row, to: items.count, by: shape.rows))
            let spans = places.flatMap { Self.spans(items[$0], shape, isLast: $0 == places.last) }
            return TextLine(spans).fitting(max(0, rect.size.columns - 2))
        }
        let title = shape.pages > 1 ? "keys \(page + 1)/\(shape.pages)  space: next" : "keys"
        return Panel(rect, lines, border: Panel.Border(title: title, style: TextStyle(.accent)))
    }

    package static func pages(_ groups: [Group], in layout: ScreenLayout) -> Int { Shape(groups, layout).pages }

    private enum Item {
        case title(String)
        case key(String, String)
        case blank
    }

    /// How the lines are spread over columns and pages.
    private struct Shape {
        let items: [Item]
        let keyWidth: Int
        /// Of one column, with a blank before and one after it.
        let width: Int
        let columns: Int
        let rows: Int

        var perPage: Int { max(1, columns * rows) }
        var pages: Int { max(1, (items.count + perPage - 1) / perPage) }

        init(_ groups: [Group], _ layout: ScreenLayout) {
            let keys = groups.flatMap(\.keys)
            let keyWidth = (keys.map { TextCells.cellWidth(of: $0.key) }.max() ?? 0) + 2
            let texts = keys.map { keyWidth + TextCells.cellWidth(of: $0.does) } + groups.map { $0.title.count }
            width = (texts.max() ?? 0) + 2
            self.keyWidth = keyWidth
            let count = groups.reduce(0) { $0 + $1.keys.count + ($1.title.isEmpty ? 0 : 2) }
            let most = max(1, layout.size.rows - 3)
            let fitting = max(1, (layout.size.columns - 1) / width)
            columns = min(fitting, max(1, (count + most - 1) / most))
            var rows = min(most, max(1, (count + columns - 1) / columns))
            var items = Self.items(groups, rows: rows)
            // Blanks at the ends of columns may take more rows than there are keys for.
            while items.count > rows * columns, rows < most {
                rows += 1
                items = Self.items(groups, rows: rows)
            }
            (self.rows, self.items) = (rows, items)
        }

        /// A title never stands alone at the end of a column, a group's last key never alone at the beginning of one, and
        /// nothing blank there.
        private static func items(_ groups: [Group], rows: Int) -> [Item] {
            var items: [Item] = []
            for group in groups {
                if !group.title.isEmpty {
                    if items.count % rows != 0 { items.append(.blank) }
                    // Two keys stay together, and the title with them.
                    let needed = group.keys.count == 2 ? 3 : 2
                    while rows > needed, rows - items.count % rows < needed { items.append(.blank) }
                    items.append(.title(group.title))
                }
                for (place, key) in group.keys.enumerated() {
                    let isLastButOne = group.keys.count > 2 && place == group.keys.count - 2
                    if rows > 3, isLastButOne, items.count % rows == rows - 1 { items.append(.blank) }
                    items.append(.key(key.key, key.does))
                }
            }
            return items
        }
    }

    private static func spans(_ item: Item, _ shape: Shape, isLast: Bool) -> [TextSpan] {
        // Blanks after the last text would count as something that is cut off.
        let fill = { (text: String, cells: Int) in isLast ? text : TextCells.padded(text, toCells: cells) }
        switch item {
        case .blank: return isLast ? [] : [TextSpan(String(repeating: " ", count: shape.width))]
        case .title(let title): return [TextSpan(" " + fill(title, shape.width - 1), TextStyle(isUnderlined: true))]
        case .key(let key, let does):
            return [
                TextSpan(" " + TextCells.padded(key, toCells: shape.keyWidth), keyStyle),
                TextSpan(fill(does, shape.width - shape.keyWidth - 1)),
            ]
        }
    }

    private static let keyStyle = TextStyle(.accent, isBold: true)
}
