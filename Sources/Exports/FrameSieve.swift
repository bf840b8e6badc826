import Debugger
import Engine
import Events
import Sessions

/// Takes the frames of a run as they come, and lets through those that were chosen, once it is known how long they stayed.
struct FrameSieve {
    private let choice: FrameChoice
    /// On screen, until the next one says since when it is not.
    private var current: ChosenFrame?
    /// Passed over since then.
    private var skipped: [ChosenFrame] = []
    /// Was on screen before, the last one first.
    private var shown: [Composite] = []
    private let framesBefore: Int
    private var displayTime = DisplayTime()
    /// Chosen, with those that the step leaves out added to its duration.
    private var waiting: ChosenFrame?
    private var found = 0

    init(_ choice: FrameChoice, framesBefore: Int = 1) { (self.choice, self.framesBefore) = (choice, framesBefore) }

    mutating func receive(
        _ record: FrameRecord, _ composite: Composite?, demanded: Payload? = nil, faults: [AuditFinding.Kind] = [],
        _ receive: (ChosenFrame) throws -> Void
    ) throws {
        let frame = ChosenFrame(
            record: record, composite: composite, before: shown, demanded: demanded, faults: faults, duration: .zero)
        if record.status == .skipped { return skipped.append(frame) }
        try end(at: record.shown, receive)
        current = frame
        if let composite { shown = Array(([composite] + shown).prefix(framesBefore)) }
    }

    mutating func finish(_ receive: (ChosenFrame) throws -> Void) throws {
        try end(at: current.map { displayTime.end(ofLast: $0.record) } ?? .zero, receive)
        if let waiting { try receive(waiting) }
        waiting = nil
    }

    /// Whether none that comes after `record` can be among the chosen.
    func isDone(at record: FrameRecord) -> Bool {
        record.status != .skipped
            && (record.ordinal > choice.frames.last || record.shown > choice.time.last
                || choice.isFirstOnly && found > 0)
    }

    /// What was on screen leaves it.
    private mutating func end(at moment: Instant, _ receive: (ChosenFrame) throws -> Void) throws {
        if var frame = current {
            frame.duration = displayTime.of(frame.record, until: moment)
            try choose(frame, until: moment, receive)
        }
        current = nil
        for frame in skipped { try choose(frame, until: frame.record.shown, receive) }
        skipped = []
    }

    private mutating func choose(
        _ frame: ChosenFrame, until end: Instant, _ receive: (ChosenFrame) throws -> Void
    ) throws {
        guard matches(frame.record, until: end) else { return }
        defer { found += 1 }
        if found % max(choice.step, 1) != 0, frame.role == .good {
            waiting?.duration += frame.duration
            return
        }
        if let waiting { try receive(waiting) }
        waiting = frame
    }

    private func matches(_ record: FrameRecord, until end: Instant) -> Bool {
        choice.frames.contains(record.ordinal) && choice.time.touches(from: record.shown, to: end) && isOfStream(record)
    }

    /// Whether message, chunk and place are those that were chosen.
    private func isOfStream(_ record: FrameRecord) -> Bool {
        guard choice.message != nil || choice.chunk != nil || choice.place != nil else { return true }
        guard let position = record.position, choice.message.map({ $0 == record.generation }) ?? true,
            choice.chunk.map({ $0 == position.chunk }) ?? true,
            choice.place.map({ $0 == FramePlace(position, of: $0.message.map { _ in record.generation }) }) ?? true
        else { return false }
        // A frame that is held has the place of the one before it.
        return !choice.isFirstOnly || found == 0 && record.status != .held && record.wasShown
    }
}

/// How long each frame stays on screen in an animation, frame after frame.
struct DisplayTime {
    /// A picture may stay for years, since silence is passed over; nobody wants to look at it for longer than this.
    private static let longest = TimeSpan.seconds(600)
    private var last: TimeSpan?

    mutating func of(_ frame: FrameRecord, until moment: Instant) -> TimeSpan {
        let time = min(max(moment - frame.shown, .zero), Self.longest)
        if time > .zero { last = time }
        return time
    }

    /// Nothing says when the last frame of a tape goes: it stays as long as the one before it.
    func end(ofLast frame: FrameRecord) -> Instant { frame.shown + (last ?? frame.period) }
}
