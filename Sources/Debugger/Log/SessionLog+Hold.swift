import Engine
import Events

extension SessionLog {
    /// How long the picture of a held frame stayed: until the next frame appeared. `nil` for other frames, and if
    /// none has appeared yet.
    package func hold(at record: FrameRecord) -> Span? {
        guard record.status == .held else { return nil }
        var place = record.ordinal + 1
        while let next = self.record(place) {
            if next.wasShown { return next.shown - record.shown }
            place += 1
        }
        return nil
    }
}
