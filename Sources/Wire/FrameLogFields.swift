/// The columns of one line, without the blanks around them; not to be kept longer than the line's bytes.
struct FrameLogFields {
    let line: ByteField
    /// All of them, also where they are more than a frame log has.
    let count: Int
    private var fields: [ByteField] = []

    init(_ line: ByteField) {
        self.line = line
        var start = 0
        var found = 1
        fields.reserveCapacity(FrameLogColumn.counts.upperBound)
        while let end = line.firstPlace(of: UInt8(ascii: "|"), from: start) {
            if found <= FrameLogColumn.counts.upperBound { fields.append(line.part(start, end).trimmed) }
            start = end + 1
            found += 1
        }
        if found <= FrameLogColumn.counts.upperBound { fields.append(line.part(start, line.count).trimmed) }
        count = found
    }

    subscript(column: FrameLogColumn) -> ByteField? {
        guard let place = column.place(among: count), place < fields.count else { return nil }
        return fields[place]
    }

    /// Whether this is the line with the columns' names.
    var isHeader: Bool {
        guard let first = fields.first, first.count == 9, count > 1 else { return false }
        return first.text.lowercased() == "timestamp"
    }

    func text(_ column: FrameLogColumn) -> String { self[column]?.text ?? "" }

    /// `nil` where the column is missing or says that there is nothing.
    func integer(_ column: FrameLogColumn) throws(FrameLogError) -> Int? {
        guard let field = self[column], field.count > 0 else { return nil }
        if let number = PlainDecimal(field)?.integer { return number }
        guard Self.isNothing(field) else { throw .number(column: "\(column)", text: field.text) }
        return nil
    }

    func rate() throws(FrameLogError) -> Double? {
        guard let field = self[.fps], field.count > 0 else { return nil }
        if let number = PlainDecimal(field), !number.isNegative, number.whole < 1_000_000_000 {
            // One division of two exact numbers: the nearest value there is.
            return Double(number.whole * 1_000_000 + number.millionths) / 1_000_000
        }
        guard Self.isNothing(field) else { throw .number(column: "\(FrameLogColumn.fps)", text: field.text) }
        return nil
    }

    /// Whether a field is empty or one of the words that programs write for nothing.
    static func isNothing(_ field: ByteField) -> Bool {
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
