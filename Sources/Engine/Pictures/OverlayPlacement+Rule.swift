import Events

extension OverlayPlacement {
    /// Where a frame's overlay lies: in its own rectangle, at its chunk's place, at its own place; else nobody knows
    /// (specification 3.3).
    init(of frame: OverlayFrame, in chunk: Chunk) {
        if let rectangle = frame.destination {
            self = .rectangle(rectangle)
        } else {
            self = (chunk.zone ?? frame.zone).map { .topLeft($0) } ?? .unplaced
        }
    }
}
