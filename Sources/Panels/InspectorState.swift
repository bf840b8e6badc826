import Debugger
import Engine
import Events

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
    package var hold: Span?
    package var freeze: Span?
    /// Since the end of the chunk before.
    package var gap: Span?
    package var neighbours: ChunkNeighbours?
    package var event: RawEvent?
    /// What the engine says of the overlay's key; `nil` when it does not know it (any more).
    package var knowledge: String?
    /// Of the engine's state since the frame before.
    package var changes: [StateDifference] = []

    /// What the log knows of the frame that is on screen after `heard` events.
    package init(_ log: SessionLog, heard: EventCount) {
        record = log.frame(after: heard).flatMap(log.record)
        guard let record else { return }
        hold = log.hold(at: record)
        freeze = log.freeze(at: record)
        gap = log.gap(before: record)
        neighbours = ChunkNeighbours(of: record, in: log)
    }
}
