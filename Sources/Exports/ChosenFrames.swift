import Checks
import Decoding
import Engine
import Events
import Playback
import Sessions
import Settings
import Tapes

/// One frame that was asked for.
struct ChosenFrame: Sendable {
    var record: FrameRecord
    /// `nil` where there was nothing to be seen: before the first picture, and for frames that were passed over.
    var composite: Composite?
    /// What was on screen before, the last one first; no more of it than was asked for.
    var before: [Composite] = []
    /// The base frame that was demanded, or the one that the overlay of a seam fits; `nil` when it never came.
    var demanded: Payload?
    /// The faults that mark it.
    var faults: [AuditFinding.Kind] = []
    /// How long it stayed on screen; zero where it never was.
    var duration: TimeSpan
}

extension ChosenFrame {
    /// Its status with its faults, as it is told.
    var status: String { record.status.words(with: faults) }
    var role: FaultRole { record.status.role(with: faults) }
}

/// The frames that were asked for, one after the other, however many they are.
struct ChosenFrames {
    /// Where frames come from.
    enum Source: Sendable {
        /// Played without a screen, from its beginning to the last of them.
        case tape(TapeReader, TapePlaying)
        /// As they were on screen, by their numbers in its log.
        case session(Timeline)
    }

    let source: Source
    let choice: FrameChoice
    /// How many frames before each one are wanted with it.
    var framesBefore = 1
    /// What is known of faults.
    var marks = FrameMarks()

    init(source: Source, choice: FrameChoice, framesBefore: Int = 1) {
        (self.source, self.choice, self.framesBefore) = (source, choice, framesBefore)
    }

    /// What there is, for those who asked for something else.
    struct Extent {
        fileprivate var lastFrame: Int?
        fileprivate var end = Instant.zero
        fileprivate var chunks: ClosedRange<Int>?
        fileprivate var messages: ClosedRange<Generation>?

        fileprivate mutating func add(_ record: FrameRecord) {
            (lastFrame, end) = (record.ordinal, record.shown)
            guard let (chunk, message) = record.chunkName.map({ ($0.chunk, $0.generation) }) else { return }
            chunks = min(chunk, chunks?.lowerBound ?? chunk)...max(chunk, chunks?.upperBound ?? chunk)
            messages = min(message, messages?.lowerBound ?? message)...max(message, messages?.upperBound ?? message)
        }

        /// By what was asked for; empty where that was all.
        func words(for choice: FrameChoice) -> String {
            guard let lastFrame else { return "no frames" }
            var words: [String] = []
            if choice.frames != .all { words.append("frames 0 to \(lastFrame)") }
            if choice.time != .all { words.append("frames until \(end.inSeconds) s") }
            if choice.message != nil || choice.place?.message != nil {
                words.append(messages.map { "messages \($0.lowerBound) to \($0.upperBound)" } ?? "no messages")
            }
            if choice.chunk != nil || choice.place != nil {
                words.append(chunks.map { "chunks \($0.lowerBound) to \($0.upperBound)" } ?? "no chunks")
            }
            return words.joined(separator: ", ")
        }
    }

    /// Hands over the frames in order.
    /// - Returns: what there is; `nil` where the rest was not looked at.
    @discardableResult
    func run(_ receive: (ChosenFrame) throws -> Void) throws -> Extent? {
        var sieve = FrameSieve(choice, framesBefore: framesBefore)
        var extent: Extent? = Extent()
        do {
            try runAll { record, composite, engine in
                extent?.add(record)
                let index = marks.madeFor[record.ordinal] ?? record.demandedIndex
                let demanded = record.demandedClip.flatMap { engine.base($0, index) }
                let faults = marks.faults[record.ordinal] ?? []
                try sieve.receive(marks.marked(record), composite, demanded: demanded, faults: faults, receive)
                if sieve.isDone(at: record) { throw Enough() }
            }
        } catch is Enough { extent = nil }
        try sieve.finish(receive)
        return extent
    }

    private typealias Receive = (FrameRecord, Composite?, PlaybackEngine) throws -> Void

    private func runAll(_ receive: Receive) throws {
        switch source {
        case .tape(let tape, let playing):
            var run = try VirtualRun(tape, playing)
            try run.follow { item, engine in
                if case .frame(let record, let composite) = item { try receive(record, composite, engine) }
            }
        case .session(let timeline): try follow(timeline, receive)
        }
    }

    /// From a little before the first one on: what was on screen then is needed, too.
    private func follow(_ timeline: Timeline, _ receive: Receive) throws {
        var timeline = timeline
        let log = timeline.log
        var start = choice.frames.first
        for _ in 0..<max(1, framesBefore) { start = log.ordinal(shownBefore: start) ?? 0 }
        for ordinal in start..<max(start, log.frameCount) {
            guard let entry = log.entry(ofFrame: ordinal), let record = entry.record else { continue }
            timeline.move(to: entry.heard)
            try receive(record, record.wasShown ? timeline.engine.framePlan.composite : nil, timeline.engine)
        }
    }

    /// Ends a run: what comes later was not asked for.
    private struct Enough: Error {}
}
