import Events
import Panels
import Sessions

/// Figures of composing and painting, for the statistics popup.
struct PaintFigures {
    private var painted = 0
    private var dropped = 0
    /// Frames that the engine has shown since the last one that reached the screen.
    private var waiting = 0
    private var bytes = 0
    private var timings = TimingRing()

    /// The engine has put another frame on.
    mutating func showFrame() { waiting += 1 }

    /// What the engine shows now is on the screen: the newest of those that waited, and none of the others.
    mutating func reachScreen() {
        guard waiting > 0 else { return }
        painted += 1
        dropped += waiting - 1
        waiting = 0
    }

    /// A picture is on its way to the terminal.
    mutating func count(_ timing: FrameTiming, bytes: Int) {
        timings.add(timing)
        // A picture that the terminal shows already costs none, which says nothing about what a frame costs.
        if bytes > 0 { self.bytes = bytes }
    }

    func fill(_ statistics: inout StatisticsState) {
        statistics.painted = painted
        statistics.dropped = dropped
        statistics.frameBytes = bytes
        statistics.timing = timings.summary
    }
}

/// Frames of the last second, for the rate on the status line.
struct RateCounter: Sendable {
    private var moments: ArraySlice<Instant> = []

    mutating func count(_ moment: Instant) {
        moments.append(moment)
        forget(before: moment)
    }

    mutating func rate(at moment: Instant) -> Int {
        forget(before: moment)
        return moments.count
    }

    private mutating func forget(before moment: Instant) {
        while let first = moments.first, moment - first > .seconds(1) { moments.removeFirst() }
    }
}
