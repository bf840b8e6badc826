import Engine
import Events

/// How long each frame stays on screen in an animation, frame after frame.
struct DisplayTime {
    /// A picture may stay for years, since silence is passed over; nobody wants to look at it for longer than this.
    private static let longest = Span.seconds(600)
    private var last: Span?

    mutating func of(_ frame: FrameRecord, until moment: Instant) -> Span {
        let time = min(max(moment - frame.shown, .zero), Self.longest)
        if time > .zero { last = time }
        return time
    }

    /// Nothing says when the last frame of a tape goes: it stays as long as the one before it.
    func end(ofLast frame: FrameRecord) -> Instant { frame.shown + (last ?? frame.period) }
}
