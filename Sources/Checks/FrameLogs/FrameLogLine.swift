import Events
import Wire

/// One line of a frame log: what a client, or the backend, says about one drawn frame (specification 1.13).
///
/// Texts are as they were, without blanks around them, and may hold anything. Numbers are `nil` where the line has
/// nothing, or a word such as `unknown`; texts of the last columns are `nil` where the line has no such column.
package struct FrameLogLine: Hashable, Sendable {
    /// Of the line in its file, from 1.
    package var number: Int
    /// Columns that the line has, 10 to 14.
    package var columns: Int
    package var time: StatedTime
    /// `IOS`, `ANDROID` or `BACKEND`.
    package var source: String
    package var session: String
    package var chunk: Int?
    package var sequence: Int?
    package var clip: String
    /// Base index that was drawn.
    package var baseIndex: Int?
    /// `nil` where no overlay was drawn.
    package var overlayKey: String?
    /// `SYNC` or `DESYNC`, in the client's own meaning of the words.
    package var status: String
    /// Frames a second, of the animation and not of the screen.
    package var rate: Double?
    /// Base index for which the overlay was made.
    package var sprite: Int?
    package var character: String?
    /// Frames that remain, or are ready, and frames in all: `12/30`.
    package var buffer: String?
    /// Frames in the next waiting chunk, or `none`.
    package var nextChunk: String?

    /// Whether the line is about the same frame as `other`: clients that log ticks say most frames twice (K59).
    func isSameFrame(as other: FrameLogLine) -> Bool {
        chunk == other.chunk && sequence == other.sequence && baseIndex == other.baseIndex && clip == other.clip
            && overlayKey == other.overlayKey
    }
}

extension FrameLogLine {
    /// - Throws: `FrameLogError` when the number of columns, the time or a number makes no sense.
    init(number: Int, _ fields: FrameLogFields) throws(FrameLogError) {
        guard FrameLogColumn.counts.contains(fields.count) else { throw .columns(found: fields.count) }
        let first = fields[.timestamp] ?? fields.line
        guard let time = StatedTime(first) else { throw .time(text: first.text) }
        self.number = number
        self.time = time
        columns = fields.count
        source = fields.text(.source)
        session = fields.text(.session)
        chunk = try fields.integer(.chunk)
        sequence = try fields.integer(.seq)
        clip = fields.text(.anim)
        baseIndex = try fields.integer(.base)
        overlayKey = fields[.overlay].flatMap { FrameLogFields.isNothing($0) ? nil : $0.text }
        status = fields.text(.sync)
        rate = try fields.rate()
        sprite = try fields.integer(.sprite)
        character = fields[.char]?.text
        buffer = fields[.buffer]?.text
        nextChunk = fields[.nextChunk]?.text
    }
}

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
