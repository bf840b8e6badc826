import Debugger
import Engine
import Events
import Sessions

/// What the timeline's lanes say of some frames together: small, and two of them make one.
struct TimelineBin: Hashable, Sendable {
    /// One bit a status, in the order of `FrameStatus.allCases`.
    var statuses: UInt16 = 0
    /// One bit a kind of those that mark the frames, in the order of `AuditFinding.Kind.allCases`.
    var faults: UInt64 = 0
    var modes: Modes = []
    var facts: Facts = []
    /// Of the frames before the others, and after them.
    var firstGeneration = 0
    var lastGeneration = 0
    /// Microseconds from arrival, or decoding, until the frame was due; the least one, `max` where there is none.
    var arrival = Int64.max
    var decoding = Int64.max
    /// The longest one, in microseconds.
    var hold: Int64 = 0
    var skips = 0
    /// Of the frame whose sound is furthest from its picture; positive where the lips are ahead.
    var drift: Int64 = 0

    struct Modes: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let idle = Modes(rawValue: 1)
        static let bridge = Modes(rawValue: 2)
        static let talk = Modes(rawValue: 4)
        static let finish = Modes(rawValue: 8)
        static let back = Modes(rawValue: 16)
    }

    struct Facts: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        static let freeze = Facts(rawValue: 1)
        static let gap = Facts(rawValue: 2)
        static let sound = Facts(rawValue: 4)
        static let lost = Facts(rawValue: 8)
        static let late = Facts(rawValue: 16)
        static let twice = Facts(rawValue: 32)
        static let stale = Facts(rawValue: 64)
        static let note = Facts(rawValue: 128)
        /// A frame that needs an overlay, or waits for one.
        static let overlay = Facts(rawValue: 256)
        /// A frame whose overlay was not there when it was needed.
        static let undecoded = Facts(rawValue: 512)
    }

    mutating func merge(_ later: TimelineBin) {
        statuses |= later.statuses
        faults |= later.faults
        modes.formUnion(later.modes)
        facts.formUnion(later.facts)
        lastGeneration = later.lastGeneration
        arrival = min(arrival, later.arrival)
        decoding = min(decoding, later.decoding)
        hold = max(hold, later.hold)
        skips += later.skips
        if later.drift.magnitude > drift.magnitude { drift = later.drift }
    }
}

/// A session's log, made ready for drawing any part of it at any scale: bins of frames, 16 of which make one of the next
/// coarser level, so that an hour in 200 columns takes some thousand steps and not a hundred thousand. Grows with the log.
package struct TimelineIndex: Sendable {
    struct ChunkBar: Hashable, Sendable {
        var name: SessionLog.ChunkName
        var start: Instant
        /// When the frame after its last one came; `nil` while that is not there.
        var end: Instant?
    }

    /// When something of a chunk came.
    struct Arrival: Hashable, Sendable {
        var time: Instant
        var name: SessionLog.ChunkName
    }

    /// Moments of the frames, never falling.
    private(set) var times: [Instant] = []
    /// One a frame.
    private var bins = PackedArray<TimelineBin>()
    /// One for every 16 whole bins of the level below, the first one of frames.
    private var levels: [[TimelineBin]] = []
    private(set) var chunks: [ChunkBar] = []
    /// In the order of their times.
    private(set) var arrivals: [Arrival] = []
    private var lastArrival: Arrival?
    private var seen = 0
    private static let fan = 16

    package init() {}

    /// Takes note of the lines that came since the last time, at most so many of them.
    package mutating func update(with log: SessionLog, atMost lines: Int = .max) {
        if seen > log.entries.count { self = TimelineIndex() }
        let end = seen + min(max(0, lines), log.entries.count - seen)
        while seen < end {
            let entry = log.entries[seen]
            seen += 1
            switch entry.body {
            case .frame(let record): addFrame(record, at: entry.time, log)
            case .note(let note): mark(with: note.code == .frameLoss ? [.note, .lost] : .note)
            case .tally(let tally): mark(with: Self.facts(tally))
            case .chunk, .audible: break
            }
        }
    }

    /// Lines of which it knows nothing yet.
    package func unseenCount(of log: SessionLog) -> Int { max(0, log.entries.count - seen) }

    /// Until when it knows what was on screen, where `heard` is how long there is anything to know.
    package func known(of log: SessionLog, until heard: Instant) -> Instant {
        unseenCount(of: log) == 0 ? heard : min(heard, times.last ?? .zero)
    }

    private static func facts(_ tally: Tally) -> TimelineBin.Facts {
        var facts: TimelineBin.Facts = []
        if tally.lost > 0 { facts.insert(.lost) }
        if tally.late > 0 { facts.insert(.late) }
        if tally.duplicates > 0 { facts.insert(.twice) }
        if tally.stale > 0 { facts.insert(.stale) }
        if tally.frozen != nil { facts.insert(.freeze) }
        return facts
    }

    /// To the frame that is on screen; what is said before the first one is in the log only.
    private mutating func mark(with facts: TimelineBin.Facts) {
        guard var last = bins.last else { return }
        last.facts.formUnion(facts)
        bins.replace(bins.count - 1, with: last)
    }

    private mutating func addFrame(_ record: FrameRecord, at time: Instant, _ log: SessionLog) {
        // Only now is it known how long the frame before was held; nothing more will be said of it.
        if var last = bins.last {
            if last.statuses == FrameStatus.held.bit {
                last.hold = max(0, (time - times[times.count - 1]).microseconds)
            }
            // What came after it marks the next one.
            last.mark(by: log.faults(marking: bins.count - 1))
            bins.replace(bins.count - 1, with: last)
            closeBins()
        }
        times.append(max(time, times.last ?? time))
        bins.append(TimelineBin(record, log))
        note(record.chunkName, at: times[times.count - 1])
        if let arrived = record.arrived, let name = record.chunkName { addArrival(Arrival(time: arrived, name: name)) }
    }

    /// Makes a bin of each 16 that have become whole, on every level.
    private mutating func closeBins() {
        guard bins.count % Self.fan == 0, var bin = Self.merged(bins.suffix(Self.fan)) else { return }
        for level in 0... {
            if level == levels.count { levels.append([]) }
            levels[level].append(bin)
            guard levels[level].count % Self.fan == 0, let next = Self.merged(levels[level].suffix(Self.fan)) else {
                return
            }
            bin = next
        }
    }

    private static func merged(_ parts: some Collection<TimelineBin>) -> TimelineBin? {
        guard var bin = parts.first else { return nil }
        for part in parts.dropFirst() { bin.merge(part) }
        return bin
    }

    private mutating func note(_ name: SessionLog.ChunkName?, at time: Instant) {
        if let last = chunks.indices.last, chunks[last].end == nil {
            if chunks[last].name == name { return }
            chunks[last].end = time
        }
        if let name { chunks.append(ChunkBar(name: name, start: time)) }
    }

    private mutating func addArrival(_ arrival: Arrival) {
        guard arrival != lastArrival else { return }
        lastArrival = arrival
        let place = (0..<arrivals.count).partitionPoint { arrivals[$0].time > arrival.time }
        if place > 0, arrivals[place - 1] == arrival { return }
        arrivals.insert(arrival, at: place)
    }

    // MARK: Looking

    /// Chunks of which something is in view.
    package func chunks(in view: TimelineView) -> [SessionLog.ChunkName] {
        let first = (0..<chunks.count).partitionPoint { place in chunks[place].end.map { $0 > view.from } ?? true }
        return chunks[first...].prefix { $0.start < view.end }.map(\.name)
    }

    /// Frames that came within a stretch of time; where none did, the one that was on screen.
    func frames(from start: Instant, before end: Instant) -> Range<Int> {
        let first = (0..<times.count).partitionPoint { times[$0] >= start }
        let last = (first..<times.count).partitionPoint { times[$0] >= end }
        if first < last { return first..<last }
        return max(0, first - 1)..<first
    }

    /// All of some frames together; `nil` for none.
    func bin(_ frames: Range<Int>) -> TimelineBin? {
        var frames = frames.clamped(to: 0..<times.count)
        var result: TimelineBin?
        while !frames.isEmpty {
            var (level, width) = (0, 1)
            // The coarsest bin that begins here and does not reach too far.
            while frames.lowerBound % (width * Self.fan) == 0, frames.count >= width * Self.fan,
                level < levels.count, frames.lowerBound / (width * Self.fan) < levels[level].count
            {
                level += 1
                width *= Self.fan
            }
            let bin = level == 0 ? bins[frames.lowerBound] : levels[level - 1][frames.lowerBound / width]
            if result == nil { result = bin } else { result?.merge(bin) }
            frames = frames.lowerBound + width..<frames.upperBound
        }
        return result
    }
}

extension TimelineBin {
    init(_ record: FrameRecord, _ log: SessionLog) {
        statuses = record.status.bit
        modes = Self.mode(record.mode)
        (firstGeneration, lastGeneration) = (record.generation, record.generation)
        if let arrived = record.arrived { arrival = (record.due - arrived).microseconds }
        if let decoded = record.decoded { decoding = (record.due - decoded).microseconds }
        if record.status == .skipped { skips = 1 }
        if record.overlayKey != nil || record.arrived != nil { facts.insert(.overlay) }
        if record.overlayKey != nil, record.decoded == nil { facts.insert(.undecoded) }
        if let drift = record.drift {
            self.drift = drift.microseconds
            facts.insert(.sound)
        }
        mark(by: log.faults(marking: record.ordinal))
    }

    fileprivate mutating func mark(by marking: [Fault]) {
        faults = marking.reduce(0) { $0 | $1.kind.bit }
        if marking.contains(where: { $0.kind == .freeze }) { facts.insert(.freeze) }
        if marking.contains(where: { $0.kind == .gap }) { facts.insert(.gap) }
    }

    private static func mode(_ mode: ModeName) -> Modes {
        switch mode {
        case .idle: .idle
        case .transition: .bridge
        case .overlay: .talk
        case .finishingBase: .finish
        case .returnTransition: .back
        }
    }
}

extension FrameStatus {
    var bit: UInt16 { 1 << UInt16(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension AuditFinding.Kind {
    var bit: UInt64 { 1 << UInt64(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension TimelineBin: Packable {
    private enum Number: Int, CaseIterable {
        case statuses, modes, facts, firstGeneration, lastGeneration, arrival, decoding, hold, skips, drift, faults
    }

    static var numberCount: Int { Number.allCases.count }

    func pack(into row: inout PackedRow<Never>) {
        row[Number.statuses] = Int64(statuses)
        row[Number.modes] = Int64(modes.rawValue)
        row[Number.facts] = Int64(facts.rawValue)
        row[Number.firstGeneration] = Int64(firstGeneration)
        row[Number.lastGeneration] = Int64(lastGeneration)
        row[Number.arrival] = arrival
        row[Number.decoding] = decoding
        row[Number.hold] = hold
        row[Number.skips] = Int64(skips)
        row[Number.drift] = drift
        row[Number.faults] = Int64(bitPattern: faults)
    }

    init(unpacking row: inout PackedRow<Never>) {
        statuses = UInt16(truncatingIfNeeded: row[Number.statuses])
        modes = Modes(rawValue: UInt8(truncatingIfNeeded: row[Number.modes]))
        facts = Facts(rawValue: UInt16(truncatingIfNeeded: row[Number.facts]))
        firstGeneration = Int(row[Number.firstGeneration])
        lastGeneration = Int(row[Number.lastGeneration])
        arrival = row[Number.arrival]
        decoding = row[Number.decoding]
        hold = row[Number.hold]
        skips = Int(row[Number.skips])
        drift = row[Number.drift]
        faults = UInt64(bitPattern: row[Number.faults])
    }
}
