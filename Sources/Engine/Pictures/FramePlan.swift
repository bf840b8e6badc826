import Events

extension OverlayPlacement {
    /// The position of a frame's overlay: its own rectangle, its chunk's position, or its own position; otherwise
    /// unplaced (specification 3.3).
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
    /// `nil` until the first base frame has arrived.
    package var composite: Composite?
    /// The last line of the frame log.
    package var record: FrameRecord?
}
