import Engine
import Events
import Sessions

/// Figures about one message's pictures, counted from the lines of the log in order (specification 6.3).
///
/// Each frame of a chunk is looked up once, when it is due. A hit is a picture that was decoded by then. Frames that
/// were skipped to catch up with the sound are not looked up, and neither are those that arrived without a picture.
package struct MessageFigures: Hashable, Sendable {
    package let generation: Generation
    /// Frames shown in their turn.
    package private(set) var rendered = 0
    package private(set) var skipped = 0
    package private(set) var hits = 0
    package private(set) var misses = 0
    /// The first frames that were no hits.
    package private(set) var missed: [Missed] = []
    package var stalls = Stalls()
    package private(set) var chunksStarted = 0
    package private(set) var chunksCompleted = 0
    /// Distinct frames received of the chunks that are over.
    private var receivedOfOver = 0
    /// Distinct frames received of the current chunk, up to its current frame.
    private var receivedOfOpen = 0

    static let missedKept = 20

    /// A frame whose picture was not ready when it was due.
    package struct Missed: Hashable, Sendable {
        package var chunk: Int
        package var sequence: Int
        /// `nil` if its picture had not arrived.
        package var key: PictureKey?
        /// How long after it was due its picture was decoded; `nil` if it never was, as far as known.
        package var late: TimeSpan?
    }

    /// Freezes and gaps that are faults.
    package struct Stalls: Hashable, Sendable {
        package private(set) var freezes = AuditFigures.Times()
        package private(set) var gaps = AuditFigures.Times()

        package init() {}

        /// Counts a freeze or a gap; other faults change nothing.
        package mutating func add(_ kind: AuditFinding.Kind, _ amount: TimeSpan?) {
            if kind == .freeze { freezes.add(amount ?? .zero) }
            if kind == .gap { gaps.add(amount ?? .zero) }
        }
    }

    /// The last frame that was looked up.
    private var lookedUp: FramePosition?
    /// The last frame that was counted as received.
    private var counted: FramePosition?
    private var chunk: Int?

    package init(_ generation: Generation) { self.generation = generation }

    /// Distinct received frames; of a chunk that is not over, or was cut off, only those that had their turn.
    package var received: Int { receivedOfOver + receivedOfOpen }
    package var lookups: Int { hits + misses }
    /// From 0 to 1; `nil` while nothing was looked up.
    package var hitRate: Double? { lookups == 0 ? nil : Double(hits) / Double(lookups) }

    /// Lines of other messages change nothing.
    package mutating func addEntry(_ entry: LogEntry) {
        switch entry.body {
        case .frame(let record): addFrame(record)
        case .chunk(let report): addChunk(report)
        case .note, .tally, .audible: break
        }
    }

    package mutating func addChunk(_ report: ChunkReport) {
        guard report.generation == generation else { return }
        // One of which nothing was drawn begins without a line.
        if report.shown == 0, report.started != nil { chunksStarted += 1 }
        // Of what was cut off the rest had no turn.
        let isOver = report.end == .over
        (receivedOfOver, receivedOfOpen) = (receivedOfOver + (isOver ? report.received : receivedOfOpen), 0)
        if isOver { chunksCompleted += 1 }
    }

    package mutating func addFrame(_ record: FrameRecord) {
        guard record.generation == generation else { return }
        guard let position = record.position else { return }
        if record.arrived != nil, counted?.isPlace(of: position) != true {
            counted = position
            receivedOfOpen += 1
        }
        switch record.status {
        case .skipped: skipped += 1
        case .held: lookUp(record, position)
        default:
            lookUp(record, position)
            // Of what came: a frame without its overlay has nothing of it, whatever else is wrong with it.
            let isDrawn = record.status.isAsDemanded || record.decoded != nil
            if record.status != .noOverlay, isDrawn { rendered += 1 }
            if chunk != position.chunk { (chunk, chunksStarted) = (position.chunk, chunksStarted + 1) }
        }
    }

    private mutating func lookUp(_ record: FrameRecord, _ position: FramePosition) {
        guard lookedUp?.isPlace(of: position) != true else { return settle(record, position) }
        lookedUp = position
        // It came, and without a picture.
        if record.overlayKey == nil, record.status != .held, record.arrived != nil { return }
        if let decoded = record.decoded, decoded <= record.due {
            hits += 1
            return
        }
        misses += 1
        guard missed.count < Self.missedKept else { return }
        missed.append(Missed(chunk: position.chunk, sequence: position.sequence, key: record.overlayKey))
        settle(record, position)
    }

    /// Sets the delay of a miss that is shown after all.
    private mutating func settle(_ record: FrameRecord, _ position: FramePosition) {
        guard record.status != .held, let last = missed.indices.last, missed[last].chunk == position.chunk,
            missed[last].sequence == position.sequence
        else { return }
        if missed[last].key == nil { missed[last].key = record.overlayKey }
        if missed[last].late == nil { missed[last].late = record.decoded.map { $0 - record.due } }
    }
}

extension FramePosition {
    fileprivate func isPlace(of other: FramePosition) -> Bool {
        chunk == other.chunk && section == other.section && sequence == other.sequence && frame == other.frame
    }
}

extension SessionLog {
    /// Freezes and gaps of a message, up to this number of events.
    fileprivate func stalls(of generation: Generation, heard end: EventCount) -> MessageFigures.Stalls {
        var stalls = MessageFigures.Stalls()
        guard hasFaults, let first = entry(ofFrame: firstFrame(of: generation))?.heard, first <= end else {
            return stalls
        }
        for fault in faults(first...end) where fault.generation == generation { stalls.add(fault.kind, fault.amount) }
        return stalls
    }

    /// Ordinal of the first line of a message; the number of all lines if it has none.
    func firstFrame(of generation: Generation) -> Int {
        (0..<frameCount).partitionPoint { ordinal in record(ordinal).map { $0.generation >= generation } ?? true }
    }
}

/// The figures of the message being looked at, and of the previous one. Going forward within a message counts only
/// the new lines; anything else counts the message again from its start.
package struct MessageCursor: Sendable {
    private var figures: MessageFigures?
    /// Number of log entries that have been counted.
    private var place = 0
    private var previous: MessageFigures?

    package init() {}

    /// Figures of the message of the line with this ordinal, up to that line; `nil` if there is no such line.
    package mutating func figures(upTo ordinal: Int, in log: SessionLog) -> MessageFigures? {
        guard let record = log.record(ordinal), let end = log.place(ofFrame: ordinal) else { return nil }
        if figures?.generation != record.generation || place > end + 1 {
            let first = log.firstFrame(of: record.generation)
            place = log.place(ofFrame: first) ?? 0
            figures = MessageFigures(record.generation)
        }
        while place <= end {
            figures?.addEntry(log.entries[place])
            place += 1
        }
        figures?.stalls = log.stalls(of: record.generation, heard: log.entries[end].heard)
        return figures
    }

    /// Figures of the whole previous message; `nil` for the first.
    package mutating func previous(to figures: MessageFigures, in log: SessionLog) -> MessageFigures? {
        let first = log.firstFrame(of: figures.generation)
        guard first > 0, let before = log.record(first - 1) else { return nil }
        if previous?.generation != before.generation {
            var cursor = MessageCursor()
            previous = cursor.figures(upTo: first - 1, in: log)
            // A gap may last until the next message takes its place.
            let end = log.entry(ofFrame: first)?.heard ?? 0
            previous?.stalls = log.stalls(of: before.generation, heard: end)
        }
        return previous
    }
}
