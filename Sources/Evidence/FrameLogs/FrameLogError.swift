import Events

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
