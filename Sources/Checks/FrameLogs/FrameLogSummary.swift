import Wire

/// What a frame log comes to: how many frames of which status, chunk and clip, and how evenly they came.
///
/// Grows with what is different in the log, up to fixed limits, and not with its length.
package struct FrameLogSummary: Sendable {
    /// Lines of one chunk by one source, without another chunk of that source between them.
    package struct Chunk: Hashable, Sendable {
        package let source: String
        package let chunk: Int?
        package fileprivate(set) var lines = 0
        /// Without those that tell of the frame of the line before.
        package fileprivate(set) var frames = 0
        package fileprivate(set) var notSync = 0
        package let first: StatedTime
        package fileprivate(set) var last: StatedTime
    }

    /// All lines of one source in one session.
    package struct Stream: Sendable {
        package let source: String
        package let session: String
        package fileprivate(set) var lines = 0
        package fileprivate(set) var frames = 0
        fileprivate var latest: FrameLogLine?
        /// When the frame of the latest line was first told of.
        fileprivate var latestFrame: StatedTime?
        fileprivate var chunk: Int?
    }

    private struct Course: Sendable {
        var frames = 0
        var timing = FrameLogTiming()

        mutating func add(_ time: StatedTime, after before: StatedTime?) {
            frames += 1
            if let before { timing.add(from: before, to: time) }
        }
    }

    /// Earliest and latest moment of one origin.
    package struct Range: Hashable, Sendable {
        package fileprivate(set) var first: StatedTime
        package fileprivate(set) var last: StatedTime
    }

    package private(set) var lines = 0
    /// Of a backend's own lines only where there are no others: they say what was sent.
    package var frames: Int { shown.frames > 0 ? shown.frames : sent.frames }
    package var timing: FrameLogTiming { shown.frames > 0 ? shown.timing : sent.timing }
    package private(set) var statuses = NameCounts(limit: 100)
    package private(set) var clips = NameCounts(limit: 1_000)
    /// Lines by their number of columns, from the least of `FrameLogColumn.counts` on.
    package private(set) var columns = [Int](repeating: 0, count: FrameLogColumn.counts.count)
    /// Lines that say `SYNC` without an overlay (K66).
    package private(set) var syncWithoutOverlay = 0
    /// Lines that say `SYNC` with another base index than their own `sprite` (K65).
    package private(set) var syncWithOtherBase = 0
    private var shown = Course()
    private var sent = Course()
    package private(set) var streams: [Stream] = []
    package private(set) var chunks: [Chunk] = []
    /// Whether there were more streams, or chunks, than are kept.
    package private(set) var isCut = false
    /// Of times since 1970, and of those since nobody knows when.
    package private(set) var calendar: Range?
    package private(set) var running: Range?

    private var latestStream = 0
    private static let streamLimit = 100
    private static let chunkLimit = 2_000

    package init() {}

    package mutating func receive(_ line: FrameLogLine) {
        lines += 1
        let isSync = line.status == "SYNC"
        statuses.add(line.status)
        clips.add(line.clip)
        let place = line.columns - FrameLogColumn.counts.lowerBound
        if columns.indices.contains(place) { columns[place] += 1 }
        if isSync, line.overlayKey == nil { syncWithoutOverlay += 1 }
        if isSync, let sprite = line.sprite, let base = line.baseIndex, sprite != base { syncWithOtherBase += 1 }
        extend(by: line.time)
        follow(line, isSync: isSync)
    }

    private mutating func extend(by time: StatedTime) {
        switch time.origin {
        case .epoch: Self.extend(&calendar, by: time)
        case .unknown: Self.extend(&running, by: time)
        }
    }

    private static func extend(_ range: inout Range?, by time: StatedTime) {
        guard let old = range else {
            range = Range(first: time, last: time)
            return
        }
        if time.microseconds < old.first.microseconds { range?.first = time }
        if time.microseconds > old.last.microseconds { range?.last = time }
    }

    /// Frames, intervals and chunks, which are matters of one stream: several may be mixed in a log.
    private mutating func follow(_ line: FrameLogLine, isSync: Bool) {
        guard let place = stream(of: line) else {
            isCut = true
            return
        }
        let latest = streams[place].latest
        let isNew = latest.map { !line.isSameFrame(as: $0) } ?? true
        streams[place].lines += 1
        if isNew {
            streams[place].frames += 1
            let before = streams[place].latestFrame
            if line.source == FrameRecordLine.server {
                sent.add(line.time, after: before)
            } else {
                shown.add(line.time, after: before)
            }
            streams[place].latestFrame = line.time
        }
        if latest == nil || latest?.chunk != line.chunk { streams[place].chunk = begin(line) }
        streams[place].latest = line
        guard let chunk = streams[place].chunk, chunk < chunks.count else { return }
        chunks[chunk].lines += 1
        if isNew { chunks[chunk].frames += 1 }
        if !isSync { chunks[chunk].notSync += 1 }
        chunks[chunk].last = line.time
    }

    private mutating func begin(_ line: FrameLogLine) -> Int? {
        guard chunks.count < Self.chunkLimit else {
            isCut = true
            return nil
        }
        chunks.append(Chunk(source: line.source, chunk: line.chunk, first: line.time, last: line.time))
        return chunks.count - 1
    }

    private mutating func stream(of line: FrameLogLine) -> Int? {
        func isIt(_ stream: Stream) -> Bool { stream.source == line.source && stream.session == line.session }
        if latestStream < streams.count, isIt(streams[latestStream]) { return latestStream }
        if let found = streams.firstIndex(where: isIt) {
            latestStream = found
        } else {
            guard streams.count < Self.streamLimit else { return nil }
            streams.append(Stream(source: line.source, session: line.session))
            latestStream = streams.count - 1
        }
        return latestStream
    }
}

/// Times between successive frames of one source, judged as the authors of the original clients did (specification 5.3, 6.5).
package struct FrameLogTiming: Hashable, Sendable {
    /// A good interval, in microseconds.
    package static let good: ClosedRange<Int64> = 28_000...40_000
    /// Longer ones are pauses between two messages, not intervals. Microseconds.
    package static let pause: Int64 = 1_000_000
    /// Longer intervals block, as the authors had it. A freeze is another thing: that needs to know what was due. Microseconds.
    package static let blocking: Int64 = 100_000

    package private(set) var intervals = 0
    private(set) var goodIntervals = 0
    package private(set) var blocked = 0
    package private(set) var pauses = 0
    /// Frames whose time is before that of the frame before; also no intervals.
    package private(set) var backwards = 0
    /// Microseconds.
    package private(set) var longest: Int64 = 0
    private var total: Int64 = 0

    package init() {}

    /// Nothing, when the two times cannot be compared.
    package mutating func add(from earlier: StatedTime, to time: StatedTime) {
        guard let interval = time.microseconds(since: earlier) else { return }
        if interval < 0 {
            backwards += 1
        } else if interval > Self.pause {
            pauses += 1
        } else {
            intervals += 1
            total += interval
            longest = max(longest, interval)
            if Self.good.contains(interval) { goodIntervals += 1 }
            if interval > Self.blocking { blocked += 1 }
        }
    }

    /// Microseconds; `nil` without an interval.
    package var average: Double? { intervals > 0 ? Double(total) / Double(intervals) : nil }
    /// Frames a second; `nil` where no time went by.
    package var rate: Double? { total > 0 ? Double(intervals) * 1_000_000 / Double(total) : nil }
    /// Of 1; `nil` without an interval.
    package var goodShare: Double? { intervals > 0 ? Double(goodIntervals) / Double(intervals) : nil }
}

/// How often each name came, in the order in which they came first. Names beyond the limit are counted together.
package struct NameCounts: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var count: Int
    }

    package private(set) var entries: [Entry] = []
    /// Of all names that are not among the entries.
    package private(set) var others = 0
    private let limit: Int
    private var places: [String: Int] = [:]
    private var latest = 0

    package init(limit: Int) { self.limit = limit }

    package mutating func add(_ name: String) {
        // The same name comes many times in a row.
        if latest < entries.count, entries[latest].name == name {
            entries[latest].count += 1
        } else if let place = places[name] {
            entries[place].count += 1
            latest = place
        } else if entries.count < limit {
            latest = entries.count
            places[name] = latest
            entries.append(Entry(name: name, count: 1))
        } else {
            others += 1
        }
    }
}
