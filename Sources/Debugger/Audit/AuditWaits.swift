import Engine
import Events

/// Finds chunks that waited only for their pictures: the sound has arrived and the previous chunk is over, and the
/// first picture comes more than a period later.
struct AuditWaits: Sendable {
    private var generation: Generation = 0
    /// When the sound and the first picture of each unplayed chunk of the message arrived; at most as many as the
    /// engine lets wait.
    private(set) var sounds: [Int: Instant] = [:]
    private(set) var pictures: [Int: Instant] = [:]
    private var previousEnd: Instant?
    /// How long after its sound a message's first chunk is due.
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

    /// Handles a chunk that has been played.
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
