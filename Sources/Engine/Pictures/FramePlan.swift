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

/// What one frame shows and why; a view of the engine's state.
package struct FramePlan: Hashable, Sendable {
    /// `nil` until the first base frame is there.
    package var composite: Composite?
    /// The last line of the frame log.
    package var record: FrameRecord?
}
