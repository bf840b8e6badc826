import Bytes
import Events
import Wire

/// Reads a frame log of the original clients, in pieces of any size: feed it the file's bytes, then `finish`.
///
/// Lines of all `FrameLogColumn.counts` and both forms of time may be mixed (specification 1.13, N58). A line that cannot be read is
/// counted and left out. Where the bytes are cut into pieces changes nothing.
package struct FrameLogReader: Sendable {
    package struct BadLine: Hashable, Sendable {
        /// Of the line in its file, from 1.
        package let number: Int
        package let error: FrameLogError
    }

    /// Bytes of the longest line, without its end.
    package static let lineLimit = 8_192
    private static let placesKept = 10

    /// Lines so far, of every kind.
    package private(set) var lineCount = 0
    package private(set) var goodCount = 0
    package private(set) var badCount = 0
    package private(set) var blankCount = 0
    /// Lines with the columns' names. Logs put together have several.
    package private(set) var headerCount = 0
    /// The first few bad lines.
    package private(set) var firstBad: [BadLine] = []
    /// Whether the last line lacks its end: it may be cut off even where it could be read.
    package private(set) var endsInsideLine = false

    private var lines = LineSplitter(longest: Self.lineLimit)
    /// Columns of the last good line.
    private var usualColumns: Int?

    package init() {}

    /// The lines that `bytes` complete, in order.
    package mutating func feed(_ bytes: some Collection<UInt8>) -> [FrameLogLine] {
        lines.receive(bytes)
        var found: [FrameLogLine] = []
        receiveLines(areEnded: true) { found.append($0) }
        return found
    }

    /// The last line, where the file ends without a line end. It counts only when it has as many columns as the line
    /// before: one that was cut off inside of its 14 columns would pass for a whole line of 13.
    package mutating func finish() -> FrameLogLine? {
        guard lines.isInsideLine else { return nil }
        endsInsideLine = true
        lines.finish()
        var found: FrameLogLine?
        receiveLines(areEnded: false) { found = $0 }
        return found
    }

    private mutating func receiveLines(areEnded: Bool, _ good: (FrameLogLine) -> Void) {
        while let line = lines.next() {
            lineCount += 1
            switch line {
            case .success(let bytes): bytes.withUnsafeBytes { read(LinePart($0), isEnded: areEnded, good) }
            case .failure: add(.tooLong(limit: lines.longest))
            }
        }
    }

    private mutating func read(_ bytes: LinePart, isEnded: Bool, _ good: (FrameLogLine) -> Void) {
        let line = lineCount == 1 ? Self.withoutMark(bytes).trimmed : bytes.trimmed
        guard line.count > 0 else {
            blankCount += 1
            return
        }
        let fields = FrameLogFields(line)
        guard !fields.isHeader else {
            headerCount += 1
            return
        }
        do throws(FrameLogError) {
            let found = try FrameLogLine(number: lineCount, fields)
            guard isEnded || usualColumns == nil || usualColumns == found.columns else {
                throw .cutOff(columns: found.columns)
            }
            usualColumns = found.columns
            goodCount += 1
            good(found)
        } catch {
            add(isEnded ? error : .cutOff(columns: fields.count))
        }
    }

    private mutating func add(_ error: FrameLogError) {
        badCount += 1
        if firstBad.count < Self.placesKept { firstBad.append(BadLine(number: lineCount, error: error)) }
    }

    /// Without a byte order mark.
    private static func withoutMark(_ line: LinePart) -> LinePart {
        let hasMark = line.byte(0) == 0xEF && line.byte(1) == 0xBB && line.byte(2) == 0xBF
        return hasMark ? line.part(3, line.count) : line
    }
}

/// Why a line of a frame log cannot be read.
package enum FrameLogError: ReasonedError, Hashable {
    case columns(found: Int)
    /// The first column is no moment.
    case time(text: String)
    /// The column of this name is neither a number nor empty.
    case number(column: String, text: String)
    /// The line has more bytes than `limit`.
    case tooLong(limit: Int)
    /// The file ends inside of this line, after so many columns, the last of which may be a part.
    case cutOff(columns: Int)

    /// One line for people, without the line's number. Bytes of the log are in it as they were: up to 40 characters.
    package var reason: String {
        switch self {
        case .columns(1): "no columns"
        case .columns(let found):
            "\(found) columns, not \(FrameLogColumn.counts.lowerBound) to \(FrameLogColumn.counts.upperBound)"
        case .time(let text): "\"\(Oddities.shortened(text))\" is not a time"
        case .number(let column, let text): "\(column) \"\(Oddities.shortened(text))\" is not a number"
        case .tooLong(let limit): "longer than \(limit) bytes"
        case .cutOff(let columns): "cut off in column \(columns)"
        }
    }

}
