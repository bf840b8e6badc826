import Engine
import Events

/// Chunks that could have been shown but for their pictures: the sound is there and the chunk before is over, and the first
/// picture comes more than a period later.
struct AuditWaits: Sendable {
    private var generation: Generation = 0
    /// Of the message's chunks that have not been played, no more than the engine lets wait: when they were first heard of by their
    /// sound and by a picture.
    private(set) var sounds: [Int: Instant] = [:]
    private(set) var pictures: [Int: Instant] = [:]
    private var previousEnd: Instant?
    /// A message's first chunk is due so long after its sound.
    private static let usualStart = Span.milliseconds(500)

    mutating func receive(_ event: Event, generation: Generation) {
        guard case .wire(let wire) = event.body else { return }
        switch wire {
        case .audioArrived(let audio):
            begin(generation)
            Self.note(audio.chunk, at: event.time, in: &sounds)
        case .overlaysArrived(let batch) where !batch.frames.isEmpty:
            begin(generation)
            Self.note(batch.chunk, at: event.time, in: &pictures)
        default: break
        }
    }

    private static func note(_ chunk: Int, at time: Instant, in times: inout [Int: Instant]) {
        if times[chunk] == nil, times.count < Limits.waitingChunks { times[chunk] = time }
    }

    private mutating func begin(_ generation: Generation) {
        guard generation != self.generation else { return }
        self = AuditWaits()
        self.generation = generation
    }

    /// A chunk that has been played.
    mutating func receive(_ report: ChunkReport, period: Span, _ figures: inout AuditFigures) -> AuditFinding? {
        guard report.generation == generation else { return nil }
        // It stays on screen until the next one comes: what counts is its last period.
        defer {
            previousEnd = report.started.map { min(report.ended, $0 + period * Int64(report.turns)) } ?? report.ended
        }
        let (sound, picture) = (sounds.removeValue(forKey: report.chunk), pictures.removeValue(forKey: report.chunk))
        guard let sound, let picture else { return nil }
        let since = max(sound, previousEnd ?? sound + Self.usualStart)
        let wait = picture - since
        guard wait > period else { return nil }
        figures.waits.add(wait)
        return AuditFinding(
            .wait, at: since, generation: report.generation, chunk: report.chunk,
            expected: "a picture when the chunk is due",
            found: "first picture of chunk \(report.chunk) was \(wait.words) late",
            amount: wait)
    }
}
