import Scripts

/// Something that `cameo doctor` has found out, with what to do where it could be better.
struct DoctorFinding {
    /// What somebody can do.
    struct Cure {
        var says: String
        /// To be typed, or to be put into a file: never broken.
        var typed: [String] = []
    }

    var name: String
    /// Never broken either: it may be a name that has to be typed.
    var value: String
    /// How it was found out.
    var source: String
    var cure: Cure?
    /// Left out on a small screen where nothing is to be done about it.
    var isDetail = false

    private static let nameCells = 20
    private static let valueCells = 24
    /// Below it a column of names would leave too little beside it.
    private static let columnsAtLeast = 60

    /// Name, value and source beside each other where there is room, else below each other, broken between words alone.
    func lines(toCells width: Int) -> [String] {
        let isNarrow = width < Self.columnsAtLeast
        let head = isNarrow ? name + ": " : TerminalText.padded(name, toCells: Self.nameCells) + " "
        let indent = isNarrow ? 2 : Self.nameCells + 1
        let whole = "\(head)\(TerminalText.padded(value, toCells: Self.valueCells)) \(source)"
        return isNarrow || !fits(whole, width) || !fits(value, Self.valueCells)
            ? below(head, indent, width) : [whole] + cureLines(indent, width)
    }

    private func below(_ head: String, _ indent: Int, _ width: Int) -> [String] {
        let first = fits(head + value, width) ? [head + value] : [name + ":", placed(value, indent, width)]
        return first + folded(source, indent, width) + cureLines(indent, width)
    }

    private func cureLines(_ indent: Int, _ width: Int) -> [String] {
        guard let cure else { return [] }
        return folded(cure.says, indent, width) + cure.typed.map { placed($0, indent + 2, width) }
    }

    private func folded(_ text: String, _ indent: Int, _ width: Int) -> [String] {
        TerminalText.wrapped(text, toCells: width - indent).map { String(repeating: " ", count: indent) + $0 }
    }

    /// As far in as it is whole there; what is longer than the terminal is wide is the terminal's to go on with.
    private func placed(_ text: String, _ indent: Int, _ width: Int) -> String {
        String(repeating: " ", count: max(0, min(indent, width - TerminalText.cellWidth(of: text)))) + text
    }

    private func fits(_ text: String, _ width: Int) -> Bool { TerminalText.cellWidth(of: text) <= width }
}
