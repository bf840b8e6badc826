import Engine
import Events

/// How long each message takes from its beginning to its first audio event, first frame, first draw and first sound (6.4).
///
/// A message begins when it is sent; where nothing was sent, with the first that is heard of it.
struct AuditStart: Sendable {
    private let limit: Span
    private var began: (generation: Generation, at: Instant)?
    private var reached: Set<Milestone> = []

    private typealias Milestone = WritableKeyPath<AuditFigures.Starts, AuditFigures.Times> & Sendable

    init(limit: Span) { self.limit = limit }

    /// - Parameter generation: the engine's, after it has heard the event.
    mutating func receive(_ event: Event, generation: Generation, _ figures: inout AuditFigures) {
        switch event.body {
        case .local(.sent): begin(generation, event.time)
        case .local(.soundMoved(_, generation, let position)) where position > .zero:
            // It began where it must have been at position 0.
            reach(\.firstSound, generation, event.time - position, &figures)
        case .wire(.audioArrived):
            ensure(generation, event.time)
            reach(\.firstAudio, generation, event.time, &figures)
        case .wire(.overlaysArrived(let batch)):
            ensure(generation, event.time)
            guard !batch.frames.isEmpty else { return }
            reach(\.firstFrame, generation, event.time, &figures)
        case .wire(.chunkDescribed), .wire(.chunkSent): ensure(generation, event.time)
        default: break
        }
    }

    mutating func receive(_ record: FrameRecord, _ figures: inout AuditFigures) -> AuditFinding? {
        guard record.position != nil, record.status != .held, record.status != .skipped,
            let span = reach(\.firstDraw, record.generation, record.shown, &figures), span > limit
        else { return nil }
        return AuditFinding(
            .start, record,
            expected: "the first frame at most \(limit.words) after the message's beginning",
            found: span.words, amount: span)
    }

    private mutating func begin(_ generation: Generation, _ time: Instant) {
        began = (generation, time)
        reached = []
    }

    private mutating func ensure(_ generation: Generation, _ time: Instant) {
        if began?.generation != generation { begin(generation, time) }
    }

    @discardableResult
    private mutating func reach(
        _ milestone: Milestone, _ generation: Generation, _ time: Instant, _ figures: inout AuditFigures
    ) -> Span? {
        guard let began, began.generation == generation, reached.insert(milestone).inserted else { return nil }
        let span = max(time - began.at, .zero)
        figures.starts.add(span, to: milestone)
        return span
    }
}
