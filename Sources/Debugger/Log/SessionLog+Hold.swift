import Engine
import Events

extension SessionLog {
    /// How long the picture stood that a held frame left on screen: until the next frame came. `nil` for other frames, and
    /// while none has come.
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
