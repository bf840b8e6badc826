import Engine
import Events
import Sessions

/// All that is known of the frame at the playhead. Plain values, gathered by whoever moves the playhead.
package struct InspectorState: Hashable, Sendable {
    /// The event that brought the frame.
    package struct RawEvent: Hashable, Sendable {
        package var name: String
        package var entry: History.EntryID
        package var time: Instant
        /// JSON or whatever came, from the beginning; line feeds begin lines.
        package var text: String
        /// Bytes of all of it.
        package var byteCount: Int

        package init(name: String, entry: History.EntryID, time: Instant, text: String, byteCount: Int) {
            self.name = name
            self.entry = entry
            self.time = time
            self.text = text
            self.byteCount = byteCount
        }
    }

    package var record: FrameRecord?
    /// Of a held frame: how long it was on screen; `nil` while it still is.
    package var hold: TimeSpan?
    /// Whether the base was drawn without its overlay, also where the status is another fault.
    package private(set) var lacksOverlay = false
    /// Those that mark the frame, and those that have shown since it came; of many the last ones.
    package var faults: [Fault] = []
    /// The former.
    private(set) var marking: [Fault] = []
    /// What they say, as far as the log keeps it.
    package var words: [Fault: String] = [:]
    package var neighbors: ChunkNeighbors?
    package var event: RawEvent?
    /// What the engine says of the overlay's key; `nil` when it does not know it (any more).
    package var knowledge: String?
    /// Whether the engine knows that the overlay's picture is none.
    package var isKnownBroken = false
    /// Whether somebody looked if the overlays of all frames fit their base frames.
    package var hasTestedSeams = true
    /// Of the engine's state since the frame before.
    package var changes: [StateDifference] = []

    /// Whether decoding the overlay's picture failed: as the engine knows, or as the frame is marked.
    package var isBroken: Bool {
        isKnownBroken || faults.contains { $0.kind == .decodeFailed && $0.frame == record?.ordinal }
    }

    private static let mostShown = 20

    /// What the log knows of the frame that is on screen after `heard` events.
    package init(_ log: SessionLog, heard: EventCount) {
        record = log.frame(after: heard).flatMap(log.record)
        guard let record else { return }
        hold = log.hold(at: record)
        lacksOverlay = log.lacksOverlay(record)
        let marking = log.faults(marking: record.ordinal)
        let since = log.faults(sinceFrameAt: heard)
        let shown = (since.isEmpty ? log.faults(at: heard) : since).sorted { $0.heard < $1.heard }.suffix(
            Self.mostShown)
        (self.marking, faults) = (marking, marking + shown.filter { !marking.contains($0) })
        for fault in faults {
            words[fault] = log.finding(fault)?.shortWords
            guard let remark = fault.remark(at: record.ordinal, in: log) else { continue }
            words[fault] = (words[fault] ?? fault.text) + remark
        }
        neighbors = ChunkNeighbors(of: record, in: log)
    }
}

/// How far away the beginnings of chunks are from a frame, as the log has them.
package struct ChunkNeighbors: Hashable, Sendable {
    /// A frame at which a chunk began.
    package struct Start: Hashable, Sendable {
        package var name: SessionLog.ChunkName
        /// Lines of the frame log between; 0 for the frame itself.
        package var frames: Int
        package var time: TimeSpan
    }

    /// Of the frame's own chunk; `nil` for frames without one.
    package var own: Start?
    /// Of the chunk before the own one, or before the frame.
    package var previous: Start?
    /// Of the chunk that was shown next; `nil` while none has been heard of.
    package var next: Start?

    package init(of record: FrameRecord, in log: SessionLog) {
        guard let place = log.place(ofFrame: record.ordinal) else { return }
        let starts = log.chunkStarts
        let following = (0..<starts.count).partitionPoint { starts[$0] > place }
        next = Self.start(following, from: record, log)
        let nearest = Self.start(following - 1, from: record, log)
        if nearest?.name == record.chunkName, record.chunkName != nil {
            (own, previous) = (nearest, Self.start(following - 2, from: record, log))
        } else {
            previous = nearest
        }
    }

    private static func start(_ number: Int, from record: FrameRecord, _ log: SessionLog) -> Start? {
        guard log.chunkStarts.indices.contains(number),
            let first = log.entries[log.chunkStarts[number]].record, let name = first.chunkName
        else { return nil }
        let time = record.shown - first.shown
        return Start(
            name: name, frames: abs(record.ordinal - first.ordinal), time: time < .zero ? .zero - time : time)
    }
}
