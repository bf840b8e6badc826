import Events
import Wire

/// The columns of the original clients' frame logs, in the order of the full form (specification 1.13).
enum FrameLogColumn: Int {
    case timestamp, source, session, chunk, seq, anim, base, overlay, sync, fps, sprite, char, buffer
    case nextChunk

    /// How many columns a line may have.
    static let counts = 10...14

    /// Where this column stands in a line of `count` columns, from 0; `nil` where such a line does not have it.
    ///
    /// 13 columns are all but `sprite`. Fewer are the leading ones of the full form: nothing in a line says more.
    func place(among count: Int) -> Int? {
        let place = rawValue
        if count != 13 || place < 10 { return place < count ? place : nil }
        return place == 10 ? nil : place - 1
    }
}

/// The columns of one line, without the blanks around them; not to be kept longer than the line's bytes.
struct FrameLogFields {
    let line: LinePart
    /// How many there are, counted up to `mostCounted`.
    let count: Int
    private let separators: [Int]
    static let mostCounted = 100

    init(_ line: LinePart) {
        self.line = line
        separators = line.places(of: 0x7C, atMost: Self.mostCounted - 1)  // |
        count = separators.count + 1
    }

    subscript(column: FrameLogColumn) -> LinePart? {
        guard let place = column.place(among: count) else { return nil }
        let start = place > 0 ? separators[place - 1] + 1 : 0
        return line.part(start, place < count - 1 ? separators[place] : line.count).trimmed
    }

    /// Whether this is the line with the columns' names.
    var isHeader: Bool {
        // A time begins with a digit; no other line has to be looked at.
        guard line.byte(0) | 0x20 == UInt8(ascii: "t"), count > 1, let first = self[.timestamp] else { return false }
        return first.text.lowercased() == "timestamp"
    }

    func text(_ column: FrameLogColumn) -> String { self[column]?.text ?? "" }

    /// `nil` where the column is missing or says that there is nothing.
    func integer(_ column: FrameLogColumn) throws(FrameLogError) -> Int? {
        guard let field = self[column] else { return nil }
        if let (value, digits) = field.digits(from: 0, atMost: 15), digits > 0, digits == field.count {
            return Int(value)
        }
        if let number = PlainDecimal(field)?.integer { return number }
        guard Self.isNothing(field) else { throw .number(column: "\(column)", text: field.text) }
        return nil
    }

    func rate() throws(FrameLogError) -> Double? {
        guard let field = self[.fps] else { return nil }
        if let number = PlainDecimal(field), !number.isNegative, number.whole < 1_000_000_000 {
            // One division of two exact numbers: the nearest value there is.
            return Double(number.whole * 1_000_000 + number.millionths) / 1_000_000
        }
        guard Self.isNothing(field) else { throw .number(column: "\(FrameLogColumn.fps)", text: field.text) }
        return nil
    }

    /// Whether a field is empty or one of the words that programs write for nothing.
    static func isNothing(_ field: LinePart) -> Bool {
        guard field.count > 0 else { return true }
        guard field.count <= 9 else { return false }
        switch field.byte(0) | 0x20 {
        // `-`, and the words' first letters: most keys are told apart without making a text of them.
        case 0x2D, 0x6E, 0x75: return words.contains(field.text.lowercased())
        default: return false
        }
    }

    private static let words: Set<String> = ["-", "--", "n/a", "nan", "nil", "none", "null", "undefined", "unknown"]
}
