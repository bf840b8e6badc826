import Debugger
import Engine
import Events
import Wire

/// What of a tape's messages sounded around a moment.
struct HeardMoment {
    private let time: Instant
    private let frame: FrameRecord
    /// Chunks with a frame on screen around it.
    private let chunks: Set<SessionLog.ChunkName>

    /// - Parameters:
    ///   - around: how far before and after it.
    ///   - frame: on screen then.
    init(_ time: Instant, around: Span, _ frame: FrameRecord, in log: SessionLog) {
        (self.time, self.frame) = (time, frame)
        var chunks: Set<SessionLog.ChunkName> = []
        var ordinal = log.frame(at: time - around) ?? 0
        while let record = log.record(ordinal), record.shown <= time + around {
            if let name = record.chunkName { chunks.insert(name) }
            ordinal += 1
        }
        self.chunks = chunks
    }

    var line: String {
        let chunk = frame.position.map { "chunk \($0.chunk)" } ?? "no chunk"
        // Known only where somebody listened.
        let sound = frame.soundPosition.map { ", its sound at \($0.inSeconds) s" } ?? ""
        return "at \(time.inSeconds) s: frame \(frame.ordinal), \(chunk)\(sound)"
    }

    var json: JSON {
        [
            "t_ms": .milliseconds(time), "frame": .number(frame.ordinal), "chunk": .number(frame.position?.chunk),
            "sound_ms": .milliseconds(frame.soundPosition),
        ]
    }

    /// The message with those chunks alone; `nil` where it has none of them.
    func part(of message: AudibleMessage) -> AudibleMessage? {
        var part = message
        part.chunks = message.chunks.filter {
            chunks.contains(SessionLog.ChunkName(generation: message.generation, chunk: $0.chunk))
        }
        return part.chunks.isEmpty ? nil : part
    }
}
