import Engine
import Events

/// What was still to come of a tape's last answer when the tape ended or the client disconnected; this part is not
/// judged.
package enum UnfinishedAnswer: Hashable, Sendable {
    /// A chunk that was incomplete.
    case chunk(PlaybackEngine.AwaitedChunk)
    /// Everything had arrived, and its last frames were not shown.
    case frames
    /// No event had said that it was over.
    case end
    /// Only a return clip had been requested, as some backends do long before the last chunk.
    case audioEnd

    /// Such as `chunk 8 waits for its 88 pictures`.
    package var words: String {
        switch self {
        case .chunk(let chunk): "chunk \(chunk.index) \(Self.lack(of: chunk))"
        case .frames: "its last frames were not shown"
        case .end: "its end signal has not arrived"
        case .audioEnd: "no audio_end after play_base_animation"
        }
    }

    private static func lack(of chunk: PlaybackEngine.AwaitedChunk) -> String {
        guard let expected = chunk.expected, chunk.received < expected else { return "is incomplete" }
        let pictures = plural(expected, "picture")
        return chunk.received == 0
            ? "is waiting for its \(pictures)" : "is waiting for \(expected - chunk.received) of its \(pictures)"
    }
}
