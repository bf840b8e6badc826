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
