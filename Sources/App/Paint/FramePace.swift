import Events

/// When each frame is due at a fixed rate, on a clock that can be made to stand.
struct FramePace {
    private let framesPerSecond: Int
    private var stood = Span.zero

    init(framesPerSecond: Int) { self.framesPerSecond = framesPerSecond }

    /// Session time; frames are counted from 0.
    func due(_ frame: Int) -> Instant {
        Instant(microseconds: Int64(frame) * 1_000_000 / Int64(framesPerSecond)) + stood
    }

    /// Nothing was due in this time: what follows comes as much later.
    mutating func stand(from start: Instant, to end: Instant) { stood = stood + (end - start) }
}
