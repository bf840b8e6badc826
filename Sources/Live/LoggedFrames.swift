import Engine
import Events
import Sessions

/// What a backend's log needs beside each frame, and the session's events.
struct LoggedFrames {
    private var rate = MeasuredRate()
    var events = SessionEvents()

    /// - Parameter timeline: as it is behind all of the effects.
    mutating func receive(_ effects: [Effect], _ timeline: Timeline, _ log: BackendLog) {
        let engine = timeline.edge
        for effect in effects {
            for event in events.receiveEffect(effect, engine, isFreeze: Self.isFreeze(effect, timeline.log)) {
                log.record(event, at: Self.time(effect) ?? engine.now)
            }
            guard case .show(let record) = effect else { continue }
            let measured = rate.receive(record)
            let isOfMessage = record.generation == engine.generation
            let next = record.position.flatMap { isOfMessage ? engine.frameCount(after: $0.chunk) : nil }
            log.record(record, rate: measured, next: next)
        }
    }

    /// Whether a frame ends a freeze that is a fault, of a picture or of all that moves.
    private static func isFreeze(_ effect: Effect, _ log: SessionLog) -> Bool {
        guard case .show(let record) = effect, log.hasFaults, let entry = log.entry(ofFrame: record.ordinal) else {
            return false
        }
        return log.faults(at: entry.heard).contains {
            $0.kind == .freeze && ($0.frame ?? record.ordinal) == record.ordinal
        }
    }

    private static func time(_ effect: Effect) -> Instant? {
        switch effect {
        case .show(let record): record.shown
        case .note(let note): note.time
        default: nil
        }
    }
}
