import Debugger
import Engine
import Events

/// How far away the beginnings of chunks are from a frame, as the log has them.
package struct ChunkNeighbors: Hashable, Sendable {
    /// A frame at which a chunk began.
    package struct Start: Hashable, Sendable {
        package var name: SessionLog.ChunkName
        /// Lines of the frame log between; 0 for the frame itself.
        package var frames: Int
        package var time: Span
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
