import Engine
import Events
import Sessions

/// Which frames arrive too late, again or never, and when they were due: for findings about the stream's order.
///
/// Bounded by the frames of the message whose turn has passed, and by those that have arrived.
struct AuditArrivals: Sendable {
    private struct Place: Hashable, Comparable {
        var chunk: Int
        var section: Int
        var sequence: Int

        static func < (a: Place, b: Place) -> Bool {
            (a.chunk, a.section, a.sequence) < (b.chunk, b.section, b.sequence)
        }
    }

    /// A frame that had its turn.
    private struct Turn {
        let due: Instant
        let ordinal: Int
        let position: FramePosition
        let period: TimeSpan
        /// Whether the shown picture may belong to an older message.
        let isGuess: Bool

        /// When a frame of the same section would have been due if the chunk had continued.
        func due(sequence: Int) -> Instant { due + period * Int64(clamping: max(0, sequence - position.sequence)) }
    }

    private var generation: Generation = 0
    /// Frames whose turn passed without a picture of their own.
    private var missed: [Place: Turn] = [:]
    /// The first frame of each chunk.
    private var starts: [Int: Turn] = [:]
    /// When the picture of each frame first arrived.
    private var received: [Place: Instant] = [:]
    private static let receivedKept = 20_000

    // MARK: What is heard and shown

    mutating func begin(_ current: Generation) {
        guard current != generation else { return }
        self = AuditArrivals()
        generation = current
    }

    mutating func receive(_ record: FrameRecord) {
        guard record.generation == generation, let position = record.position else { return }
        let turn = Turn(
            due: record.due, ordinal: record.ordinal, position: position, period: record.period,
            isGuess: record.isGuess)
        if starts.count < Limits.waitingChunks, starts[position.chunk] == nil { starts[position.chunk] = turn }
        let lacksOwn = record.isGuess || record.arrived == nil && [.noOverlay, .skipped].contains(record.status)
        guard lacksOwn, missed.count < Limits.waitingFrames else { return }
        missed[Place(chunk: position.chunk, section: position.section, sequence: position.sequence)] = turn
    }

    /// Records what an event brings, after it has been judged.
    mutating func keep(_ event: Event) {
        for place in Self.pictures(in: event) where received.count < Self.receivedKept && received[place] == nil {
            received[place] = event.time
        }
    }

    // MARK: What is wrong

    /// The finding about an event that arrived too late.
    /// - Parameter words: what arrived, such as `2 pictures of chunk 3`.
    mutating func late(_ event: Event, _ words: String) -> AuditFinding {
        let places = Self.pictures(in: event)
        let hits = places.compactMap { place in missed.removeValue(forKey: place).map { (place, $0) } }
            .sorted { $0.1.due < $1.1.due }
        var finding = AuditFinding(
            .late, at: event.time, generation: generation, chunk: Self.chunk(of: event),
            expected: "frames and chunks before their slot", found: "\(words) arrived too late")
        if let first = hits.first?.1, let last = hits.last?.1 {
            finding = finding.about(first.position, frame: first.ordinal)
            finding.found += ": \(Self.list(hits.map(\.0)))"
            finding.setTimes(due: first.due, lastDue: last.due, arrived: event.time)
            finding.frames = Self.ordinals(hits.map(\.1))
        } else {
            if let place = places.min() {
                finding = finding.about(Self.position(place, of: places.count), frame: nil)
                finding.found += ": \(Self.list(places.sorted()))"
            }
            let dues = finding.chunk.map { self.dues(places, ofChunk: $0) } ?? []
            finding.setTimes(due: dues.first, lastDue: dues.last, arrived: event.time)
        }
        return finding
    }

    /// The finding about a chunk's sound that arrived after its first frame.
    func lateSound(_ finding: AuditFinding) -> AuditFinding {
        var finding = finding
        guard let chunk = finding.chunk else { return finding }
        let own = starts[chunk]
        if let own { finding = finding.about(own.position, frame: own.ordinal) }
        let due = (own ?? slot(of: chunk))?.due
        finding.setTimes(due: due, lastDue: due, arrived: finding.time)
        return finding
    }

    /// The finding about an event that brings what had arrived before.
    func again(_ event: Event, _ count: Int) -> AuditFinding {
        let places = Self.pictures(in: event).filter { received[$0] != nil }.sorted()
        let of = Self.chunk(of: event).map { " of chunk \($0)" } ?? ""
        var finding = AuditFinding(
            .duplicate, at: event.time, generation: generation, chunk: Self.chunk(of: event),
            expected: "each frame and chunk once",
            found: "\(Self.isSound(event) && places.isEmpty ? "the sound" : "\(count)")\(of) received again")
        finding.arrived = event.time
        guard let first = places.first, let before = received[first] else { return finding }
        finding = finding.about(Self.position(first, of: places.count), frame: nil)
        finding.found +=
            ": \(Self.list(places)), first received at \(before.inSeconds) s, again at \(event.time.inSeconds) s"
        return finding
    }

    /// The finding about frames of a chunk that never arrived.
    func lost(_ finding: AuditFinding) -> AuditFinding {
        let turns = missed.filter { $0.key.chunk == finding.chunk && !$0.value.isGuess }.sorted { $0.key < $1.key }
        guard let first = turns.first, let last = turns.last else { return finding }
        var lost = finding.about(first.value.position, frame: first.value.ordinal)
        (lost.due, lost.frames) = (first.value.due, Self.ordinals(turns.map(\.value)))
        lost.found += "; \(Self.due(first.value.due, last.value.due))"
        return lost
    }

    private static func ordinals(_ turns: [Turn]) -> ClosedRange<Int>? {
        guard let least = turns.map(\.ordinal).min(), let most = turns.map(\.ordinal).max() else { return nil }
        return least...most
    }

    // MARK: Words

    /// When frames that never had their turn would have had it, rising: after the frames of their chunk, or with a
    /// skipped chunk.
    private func dues(_ places: [Place], ofChunk chunk: Int) -> [Instant] {
        guard let start = starts[chunk], !places.isEmpty else { return slot(of: chunk).map { [$0.due] } ?? [] }
        return places.map { start.due(sequence: $0.sequence) }.sorted()
    }

    /// When a chunk that never had its turn would have had it: before the next one that had.
    private func slot(of chunk: Int) -> Turn? { starts.filter { $0.key > chunk }.min { $0.key < $1.key }?.value }

    private static func position(_ place: Place, of count: Int) -> FramePosition {
        FramePosition(
            chunk: place.chunk, section: place.section, sequence: place.sequence, frame: place.sequence,
            frameCount: max(count, place.sequence + 1))
    }

    fileprivate static func due(_ first: Instant, _ last: Instant) -> String {
        "due at \(first.inSeconds)\(last > first ? "–\(last.inSeconds)" : "") s"
    }

    /// Such as `frame 0.3`, `frames 0.3–7`, `frames 0.3, 0.9 and 4 more`.
    private static func list(_ places: [Place]) -> String {
        var runs: [ClosedRange<Place>] = []
        for place in places {
            if let last = runs.last, last.upperBound.chunk == place.chunk, last.upperBound.section == place.section,
                last.upperBound.sequence + 1 == place.sequence
            {
                runs[runs.count - 1] = last.lowerBound...place
            } else {
                runs.append(place...place)
            }
        }
        let words = runs.prefix(runsListed).map { run in
            let (first, last) = (run.lowerBound, run.upperBound)
            return "\(first.section).\(first.sequence)" + (first == last ? "" : "–\(last.sequence)")
        }
        let more = runs.dropFirst(runsListed).reduce(0) { $0 + $1.upperBound.sequence - $1.lowerBound.sequence + 1 }
        return (places.count == 1 ? "frame " : "frames ") + words.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    private static let runsListed = 6

    private static func isSound(_ event: Event) -> Bool {
        if case .wire(.audioArrived(_)) = event.body { true } else { false }
    }

    private static func chunk(of event: Event) -> Int? {
        if case .wire(let wire) = event.body { wire.chunk } else { nil }
    }

    /// Positions of the pictures that an event brings, as far as a chunk can have them.
    private static func pictures(in event: Event) -> [Place] {
        guard case .wire(let wire) = event.body, let chunk = wire.chunk else { return [] }
        let (frames, first): ([OverlayFrame], Payload?) =
            switch wire {
            case .overlaysArrived(let batch): (batch.frames, nil)
            case .audioArrived(let audio): (audio.frames.filter { $0.picture != nil }, audio.firstPicture)
            case .chunkDescribed(let described): (described.frames.filter { $0.picture != nil }, described.firstPicture)
            default: ([], nil)
            }
        return frames.filter { (0..<Limits.chunkFrames).contains($0.sequence) }
            .map { Place(chunk: chunk, section: $0.section, sequence: $0.sequence) }
            + (first == nil ? [] : [Place(chunk: chunk, section: 0, sequence: 0)])
    }
}

extension AuditFinding {
    /// The finding, about a frame.
    fileprivate func about(_ position: FramePosition, frame: Int?) -> AuditFinding {
        AuditFinding(
            kind, at: time, frame: frame, generation: generation, position: position, expected: expected, found: found,
            amount: amount)
    }

    /// Sets when it was due (for several frames also the last), and when it arrived.
    fileprivate mutating func setTimes(due: Instant?, lastDue: Instant?, arrived: Instant) {
        self.arrived = arrived
        guard let due, let lastDue else {
            found += "; received at \(arrived.inSeconds) s"
            return
        }
        self.due = due
        let (most, least) = (max(arrived - due, .zero), max(arrived - lastDue, .zero))
        amount = most
        let range = least < most ? "\(least.words) to \(most.words)" : most.words
        found += "; \(AuditArrivals.due(due, lastDue)), received at \(arrived.inSeconds) s, \(range) late"
    }
}
