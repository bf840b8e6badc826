import Events

/// Lists that are open, and which of them has an item open.
struct OpenLists {
    private struct List {
        let style: Style
        var next: Int
        var step = 1
        var isInItem = false
    }

    /// How its items are counted.
    enum Style {
        case bullets, numbers
        case letters(isCapital: Bool)
        case romans(isCapital: Bool)

        /// - Parameter type: of HTML.
        init(type: String?) {
            switch type {
            case "a", "A": self = .letters(isCapital: type == "A")
            case "i", "I": self = .romans(isCapital: type == "I")
            default: self = .numbers
            }
        }
    }

    private var lists: [List] = []
    /// In front of the next paragraph.
    private var sign = ""
    /// An item that stands in no list is one of a list of its own.
    private var isStray = false

    /// - Parameter isReversed: it counts down from `start`.
    mutating func begin(_ style: Style, from start: Int?, isReversed: Bool = false) {
        lists.append(List(style: style, next: Self.number(start ?? 1), step: isReversed ? -1 : 1))
        sign = ""
    }

    mutating func end() { _ = lists.popLast() }

    mutating func beginItem(_ value: Int?) {
        if lists.isEmpty {
            begin(.bullets, from: nil)
            isStray = true
        }
        let last = lists.count - 1
        if let value { lists[last].next = Self.number(value) }
        sign = Self.sign(lists[last].next, lists[last].style)
        lists[last].next = max(0, lists[last].next + lists[last].step)
        lists[last].isInItem = true
    }

    mutating func endItem() {
        if !lists.isEmpty { lists[lists.count - 1].isInItem = false }
        sign = ""
        if isStray { end() }
        isStray = false
    }

    /// Of the next paragraph.
    mutating func takeKind() -> TextBlock.Kind {
        guard lists.contains(where: \.isInItem) else { return .paragraph }
        defer { sign = "" }
        return .item(sign: sign, depth: (lists.count - 1).clamped(to: TextBlock.depths))
    }

    private static func number(_ declared: Int) -> Int { declared.clamped(to: 0...999_999) }

    private static func sign(_ number: Int, _ style: Style) -> String {
        switch style {
        case .bullets: return TextBlock.bullet
        case .letters(let isCapital) where (1...26).contains(number):
            return String(UnicodeScalar(UInt8((isCapital ? 0x40 : 0x60) + number))) + "."
        case .romans(let isCapital) where (1...39).contains(number):
            let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][number % 10]
            let roman = String(repeating: "x", count: number / 10) + ones
            return (isCapital ? roman.uppercased() : roman) + "."
        case .numbers, .letters, .romans: return "\(number)."
        }
    }
}
