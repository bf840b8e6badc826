/// A formula of MathML by the words and signs that it has itself: `x² + 1`, `a/b`, `√2`.
struct FormulaText {
    private struct Node {
        let name: String
        var own = ""
        var parts: [String] = []
        var bytes = 0
    }

    private var open: [Node] = []
    private static let longest = 4_000

    mutating func start(_ name: String) { open.append(Node(name: name)) }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let last = open.indices.last, Self.tokens.contains(open[last].name),
            open[last].own.utf8.count < Self.longest
        else { return }
        open[last].own += String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
    }

    /// - Returns: the whole formula, when this was its end.
    mutating func end() -> String? {
        guard let node = open.popLast() else { return "" }
        let text = Self.text(node)
        guard let last = open.indices.last else { return text }
        if open[last].bytes < Self.longest {
            open[last].parts.append(text)
            open[last].bytes += text.utf8.count + 1
        }
        return nil
    }

    private static let tokens: Set<String> = ["mi", "mn", "mo", "mtext", "ms"]

    private static func text(_ node: Node) -> String {
        let parts = node.parts
        func part(_ place: Int) -> String { place < parts.count ? parts[place] : "" }
        switch node.name {
        case _ where tokens.contains(node.name): return FoldedText.line(node.own)
        case "annotation", "annotation-xml", "mphantom", "none", "mprescripts": return ""
        case "semantics", "maction": return part(0)
        case "msup": return raised(part(0), part(1))
        case "msub": return lowered(part(0), part(1))
        case "msubsup": return raised(lowered(part(0), part(1)), part(2))
        case "mfrac":
            if let whole = ["½", "⅓", "⅔", "¼", "¾"].first(where: {
                RaisedText.fraction(part(0)[...], part(1)[...]) == $0
            }) {
                return whole
            }
            return inBrackets(part(0)) + "/" + inBrackets(part(1))
        case "msqrt": return "√" + inBrackets(joined(parts))
        case "mroot":
            return (RaisedText.mapped(part(1), to: RaisedText.highSigns) ?? part(1)) + "√" + inBrackets(part(0))
        case "mfenced": return "(" + parts.joined(separator: ", ") + ")"
        case "mtable": return parts.joined(separator: "; ")
        case "mtr", "mlabeledtr": return parts.joined(separator: ", ")
        default: return joined(parts)
        }
    }

    private static func raised(_ base: String, _ power: String) -> String {
        if let small = RaisedText.mapped(power, to: RaisedText.highSigns) { return inBrackets(base) + small }
        // A prime, a star.
        return FoldedText.hasWords(power) ? base + " " + power : base + power
    }

    private static func lowered(_ base: String, _ index: String) -> String {
        let touches = base.last?.isLetter == true && index.first?.isNumber == true
        return touches ? base + index : base + " " + index
    }

    private static func inBrackets(_ text: String) -> String {
        text.contains(" ") && !text.hasSuffix(")") ? "(" + text + ")" : text
    }

    private static func joined(_ parts: [String]) -> String {
        var text = ""
        for part in parts where !part.isEmpty {
            let touches =
                text.isEmpty || text.last.map { "([{√".contains($0) } == true
                || part.first.map { ",;:.!?)]}".contains($0) } == true
            text += touches ? part : " " + part
        }
        return text
    }
}
