import Engine
import Events

/// Frames of speech that were really shown per second, measured over the second before each.
package struct MeasuredRate: Hashable, Sendable {
    /// When the frames of the last second were shown, including this one, as long as nothing else was on screen
    /// between them.
    private var moments: ArraySlice<Instant> = []
    private var ordinal: Int?

    package init() {}

    /// Adds the next line of the log.
    /// - Returns: frames per second up to it; `nil` for a line that is no new picture of a chunk, and for the first
    ///   one, before which nothing can be measured.
    package mutating func receive(_ record: FrameRecord) -> Double? {
        ordinal = record.ordinal
        guard record.wasShown else { return nil }
        guard record.mode == .overlay else {
            moments = []
            return nil
        }
        guard record.position != nil, record.status != .held else { return nil }
        if let last = moments.last, record.shown - last > Self.window || record.shown < last { moments = [] }
        moments.append(record.shown)
        while let first = moments.first, record.shown - first > Self.window { moments.removeFirst() }
        guard let first = moments.first, record.shown > first else { return nil }
        return Double(moments.count - 1) / (record.shown - first).seconds
    }

    /// The rate at a line of the log, whether or not the previous lines were added.
    package mutating func rate(at record: FrameRecord, in log: SessionLog) -> Double? {
        if ordinal.map({ $0 >= record.ordinal || record.ordinal - $0 > Self.linesTaken }) ?? true {
            self = MeasuredRate()
            var first = record.ordinal
            while first > 0, record.ordinal - first < Self.linesTaken, let before = log.record(first - 1),
                before.mode == .overlay, record.shown - before.shown <= Self.window
            {
                first -= 1
            }
            ordinal = first - 1
        }
        for line in ((ordinal ?? -1) + 1)..<record.ordinal { log.record(line).map { _ = receive($0) } }
        return receive(record)
    }

    private static let window = TimeSpan.seconds(1)
    /// Largest number of lines read for one rate; a second has no more.
    private static let linesTaken = 500
}
