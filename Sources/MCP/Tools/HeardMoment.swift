import Debugger
import Engine
import Events
import JSON

/// What of a tape's messages sounded around a moment.
struct HeardMoment {
    /// As it is told. Where it was typed it meant all of a millisecond, whose end is what is looked for.
    private let told: Instant
    private let frame: FrameRecord
    /// Chunks with a frame on screen around it.
    private let chunks: Set<SessionLog.ChunkName>
    private let namesMessage: Bool

    /// - Parameters:
    ///   - typed: through its millisecond; `nil`: when the frame was shown.
    ///   - around: how far before and after it.
    ///   - frame: on screen then.
    init(_ typed: Instant?, around: Span, _ frame: FrameRecord, in log: SessionLog) {
        let time = typed ?? frame.shown
        told = typed.map { Instant(microseconds: $0.microseconds / 1_000 * 1_000) } ?? frame.shown
        self.frame = frame
        namesMessage = log.hasSeveralMessages
        var chunks: Set<SessionLog.ChunkName> = []
        var ordinal = log.frame(at: time - around) ?? 0
        while let record = log.record(ordinal), record.shown <= time + around {
            if let name = record.chunkName { chunks.insert(name) }
            ordinal += 1
        }
        self.chunks = chunks
    }

    var line: String {
        let message = namesMessage ? " of message \(frame.generation)" : ""
        let chunk = frame.position.map { "chunk \($0.chunk)\(message)" } ?? "no chunk"
        // Known only where somebody listened.
        let sound = frame.soundPosition.map { ", its sound at \($0.inSeconds) s" } ?? ""
        return "at \(told.inSeconds) s: frame \(frame.ordinal), \(chunk)\(sound)"
    }

    var json: JSON {
        [
            "t_ms": .milliseconds(told), "frame": .number(frame.ordinal),
            "generation": .number(frame.position.map { _ in frame.generation }),
            "chunk": .number(frame.position?.chunk),
            "sound_ms": .milliseconds(frame.soundPosition),
        ]
    }

    /// The message with those chunks alone; `nil` where it has none of them.
    func part(of message: AudibleMessage) -> AudibleMessage? {
        var part = message
        part.chunks = message.chunks.filter {
            chunks.contains(SessionLog.ChunkName(generation: message.generation, chunk: $0.chunk))
        }
        guard let first = part.chunks.first?.chunk, let last = part.chunks.last?.chunk else { return nil }
        part.missing = message.missing.filter { first < $0.lowerBound && $0.upperBound < last }
        return part
    }
}
