import Emulator
import Events

/// A cell as the oracles print it: what is seen of it, in words.
struct SeenCell: Hashable, CustomStringConvertible {
    var text = " "
    var width = 1
    var foreground = "default"
    var background = "default"
    var attributes: [String] = []

    static let blank = SeenCell()
    static let secondHalf = SeenCell(text: "", width: 0)

    var description: String {
        ([text.debugDescription, "\(width)", foreground, "on " + background] + attributes).joined(separator: " ")
    }

    /// What can be seen of it: a blank has no foreground unless something is drawn in it.
    var normal: SeenCell {
        if width == 0 { return .secondHalf }
        var cell = self
        if !attributes.contains("underline") { cell.attributes.removeAll { $0.hasPrefix("underline-color") } }
        guard text.isEmpty || text == " " else { return cell }
        cell.text = " "
        cell.width = 1
        cell.attributes = attributes.filter(Self.seenOnBlanks.contains)
        if cell.attributes.isEmpty { cell.foreground = "default" }
        return cell
    }

    private static let seenOnBlanks: Set = [
        "underline", "underline-double", "underline-curly", "underline-dotted", "underline-dashed", "reverse", "strike",
        "overline",
    ]
}

extension VirtualTerminal {
    /// The row as the oracles print it, in the normal form.
    func seen(_ row: Int) -> [SeenCell] { self.row(row).map { seen($0).normal } }

    private func seen(_ cell: ScreenCell) -> SeenCell {
        SeenCell(
            text: text(of: cell), width: cell.columns, foreground: Self.words(cell.foreground),
            background: Self.words(cell.background), attributes: attributes(of: cell))
    }

    private static func words(_ color: CellColor) -> String {
        switch color.meaning {
        case .standard: "default"
        case .palette(let number): "\(number)"
        case .rgb(let pixel): "#" + String(pixel | 0x100_0000, radix: 16).dropFirst()
        }
    }

    private func attributes(of cell: ScreenCell) -> [String] {
        let words: [(CellLook, String)] = [
            (.blinking, "blink"), (.bold, "bold"), (.concealed, "conceal"), (.faint, "faint"), (.italic, "italic"),
            (.overlined, "overline"), (.reversed, "reverse"), (.struck, "strike"),
        ]
        var found = words.filter { cell.look.contains($0.0) }.map(\.1)
        switch cell.look.underline {
        case .none: break
        case .single: found.append("underline")
        case let style: found += ["underline", "underline-\(style)"]
        }
        if underlineColor(of: cell) != .standard {
            found.append("underline-color:" + Self.words(underlineColor(of: cell)))
        }
        return found.sorted()
    }
}
