import Engine
import Events

/// What was still to come of a tape's last answer when the tape ended, or this side left: so much nobody has judged.
package enum UnfinishedAnswer: Hashable, Sendable {
    /// A chunk that had not come as a whole.
    case chunk(PlaybackEngine.AwaitedChunk)
    /// All has come, and the last of it was not shown.
    case frames
    /// Nothing has said that it was over.
    case end
    /// A clip to go home by had been asked for, as some backends do long before the last chunk, and nothing else has said so.
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
