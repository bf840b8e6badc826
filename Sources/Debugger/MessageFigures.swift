import Engine
import Events

/// What came of one message's pictures, counted from the lines of the log in their order (specification 6.3).
///
/// A frame of a chunk is looked up once, when it is due: a hit is a picture that had been decoded by then. A frame that is
/// passed over to catch up with the sound is not looked up, and neither is one that came without a picture.
package struct MessageFigures: Hashable, Sendable {
    package let generation: Generation
    /// Frames that came on screen in their turn.
    package private(set) var rendered = 0
    package private(set) var skipped = 0
    package private(set) var hits = 0
    package private(set) var misses = 0
    /// The first frames that were no hits.
    package private(set) var missed: [Missed] = []
    package private(set) var freezes = Stalls()
    /// Times without a new frame between two chunks, each longer than a frame.
    package private(set) var gaps = Stalls()
    package private(set) var chunksStarted = 0
    package private(set) var chunksCompleted = 0
    /// Distinct frames that came, of the chunks that are over.
    package private(set) var received = 0

    package static let missedKept = 20

    /// A frame whose picture was not there when it was due.
    package struct Missed: Hashable, Sendable {
        package var chunk: Int
        package var sequence: Int
        /// `nil` where no picture of it had come.
        package var key: PictureKey?
        /// How long after it was due its picture was decoded; `nil` where it never was, as far as is known.
        package var late: Span?
    }

    /// Times of which there should have been none.
    package struct Stalls: Hashable, Sendable {
        package private(set) var count = 0
        package private(set) var longest = Span.zero
        package private(set) var total = Span.zero

        mutating func add(_ span: Span) {
            count += 1
            longest = max(longest, span)
            total += span
        }
    }

    /// The frame that was looked up last.
    private var lookedUp: FramePosition?
    private var chunk: Int?
    /// Number of the chunk that was on screen last, without anything else since, and when its last frame had had its time.
    private var before: ChunkMoment?

    private struct ChunkMoment: Hashable {
        var chunk: Int
        var end: Instant
    }

    package init(_ generation: Generation) { self.generation = generation }

    package var lookups: Int { hits + misses }
    /// From 0 to 1; `nil` while nothing was looked up.
    package var hitRate: Double? { lookups == 0 ? nil : Double(hits) / Double(lookups) }

    /// Lines of other messages change nothing.
    package mutating func take(_ entry: LogEntry) {
        switch entry.body {
        case .frame(let record): take(record)
        case .chunk(let report): take(report)
        case .note, .tally, .heard: break
        }
    }

    package mutating func take(_ report: ChunkReport) {
        guard report.generation == generation else { return }
        chunksCompleted += 1
        received += report.received
    }

    package mutating func take(_ record: FrameRecord) {
        guard record.generation == generation else { return }
        if let late = record.freeze { freezes.add(late) }
        followChunks(record)
        guard let position = record.position else { return }
        switch record.status {
        case .skipped: skipped += 1
        case .held: lookUp(record, position)
        default:
            lookUp(record, position)
            rendered += 1
        }
    }

    /// A gap is from the end of a chunk's last frame to the next chunk's first one,
    /// with nothing but holding in between.
    private mutating func followChunks(_ record: FrameRecord) {
        guard record.wasShown else { return }
        guard record.mode == .overlay else {
            before = nil
            return
        }
        guard record.status != .held, let position = record.position else { return }
        if let before, before.chunk != position.chunk {
            let gap = record.shown - before.end
            if gap > record.period { gaps.add(gap) }
        }
        if chunk != position.chunk {
            chunk = position.chunk
            chunksStarted += 1
        }
        before = ChunkMoment(chunk: position.chunk, end: record.shown + record.period)
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

    /// A miss that is shown after all tells by how much it was late.
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

extension FrameRecord {
    /// How much too late it came, when that is a freeze: the picture before it stood although it was due.
    package var freeze: Span? {
        guard mode == .overlay, status != .held, wasShown else { return nil }
        let late = shown - due
        return late > AuditThresholds().freeze ? late : nil
    }
}

extension SessionLog {
    /// Of the message to which the line with this ordinal belongs, up to that line.
    package func figures(upTo ordinal: Int) -> MessageFigures? {
        var cursor = MessageCursor()
        return cursor.figures(upTo: ordinal, in: self)
    }

    /// Ordinal of the first line of a message; the number of all lines where it has none.
    func firstFrame(of generation: Generation) -> Int {
        var (low, high) = (0, frameCount)
        while low < high {
            let middle = (low + high) / 2
            if let found = record(middle), found.generation < generation { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The figures of the message that somebody looks at, and of the one before it. Going forward in a message takes what is new;
/// anything else counts the message again from its beginning.
package struct MessageCursor: Sendable {
    private var figures: MessageFigures?
    /// How many entries of the log have been taken.
    private var place = 0
    private var previous: MessageFigures?

    package init() {}

    package mutating func figures(upTo ordinal: Int, in log: SessionLog) -> MessageFigures? {
        guard let record = log.record(ordinal), let end = log.place(ofFrame: ordinal) else { return nil }
        if figures?.generation != record.generation || place > end + 1 {
            let first = log.firstFrame(of: record.generation)
            place = log.place(ofFrame: first) ?? 0
            figures = MessageFigures(record.generation)
        }
        while place <= end {
            figures?.take(log.entries[place])
            place += 1
        }
        return figures
    }

    /// Those of the whole message before; `nil` for the first.
    package mutating func previous(to figures: MessageFigures, in log: SessionLog) -> MessageFigures? {
        let first = log.firstFrame(of: figures.generation)
        guard first > 0, let before = log.record(first - 1) else { return nil }
        if previous?.generation != before.generation {
            var cursor = MessageCursor()
            previous = cursor.figures(upTo: first - 1, in: log)
        }
        return previous
    }
}
