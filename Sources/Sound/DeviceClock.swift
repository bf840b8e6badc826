import Events

/// Which of the frames that a device was given is heard now.
///
/// A device takes frames in pieces, each somewhat before the last one is used up; between two pieces time goes on evenly.
struct DeviceClock {
    /// Frames a second.
    let rate: Int
    /// Frames between a frame's being taken and its being heard.
    let latency: Int
    private var taken: (start: Int, count: Int, at: Instant)?
    private var heard = 0

    init(rate: Int, latency: Int) { (self.rate, self.latency) = (rate, latency) }

    /// The device took `count` frames, of which the first has number `start`.
    mutating func receive(_ start: Int, _ count: Int, at time: Instant) { taken = (start, count, time) }

    /// Number of the frame that is heard; never less than before, never one that was not taken. `nil` before the first one is.
    mutating func frame(at time: Instant) -> Int? {
        guard let taken else { return nil }
        let passed = Int((time - taken.at).seconds * Double(rate))
        let frame = taken.start - latency + min(max(0, passed), taken.count)
        heard = max(heard, frame)
        return frame < 0 ? nil : heard
    }
}
