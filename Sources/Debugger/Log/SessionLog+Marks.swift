import Events

/// Finds the frame of a mark. A session's own clock shows the same frame some milliseconds earlier or later than a
/// replay does.
extension SessionLog {
    /// The frame on screen at that time, or the next one if it appeared right after; `nil` if no frame of that time
    /// has been received.
    package func frame(of mark: Mark) -> Int? {
        let shown = frame(at: mark.time)
        let next = shown.map { $0 + 1 } ?? 0
        guard let begin = entry(ofFrame: next) else {
            // Behind the last frame it may be of one that has not been heard.
            guard let shown, let last = entry(ofFrame: shown), let period = last.record?.period else { return nil }
            return mark.time - last.time <= period ? shown : nil
        }
        let wait = begin.time - mark.time
        guard let period = begin.record?.period, wait.microseconds * 2 < period.microseconds else { return shown }
        guard let shown, let last = entry(ofFrame: shown) else { return next }
        return wait < mark.time - last.time ? next : shown
    }

    /// Where to move the playhead for the mark.
    package func goal(of mark: Mark) -> Goal { frame(of: mark).map { .frame($0) } ?? .time(mark.time) }
}
