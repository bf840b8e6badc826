import Events

/// The base frame to draw when the demanded one has not arrived.
extension ClipFrames {
    /// The frame itself or the nearest lower one within the announced count, else the lowest there is (3.3).
    func nearest(to index: Int) -> (index: Int, picture: Payload)? {
        var place = min(index, end - 1, length - 1)
        while place >= 0 {
            if let picture = frames[place] { return (place, picture) }
            place -= 1
        }
        return frames.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
