import Panels

/// Figures of composing and painting, for the statistics popup.
struct PaintFigures {
    private var painted = 0
    private var dropped = 0
    /// Frames that the engine has shown since the last one that reached the screen.
    private var waiting = 0
    private var bytes = 0
    private var compose = 0.0
    private var paint = 0.0

    /// The engine has put another frame on.
    mutating func showFrame() { waiting += 1 }

    /// What the engine shows now is on the screen: the newest of those that waited, and none of the others.
    mutating func reachScreen() {
        guard waiting > 0 else { return }
        painted += 1
        dropped += waiting - 1
        waiting = 0
    }

    /// Each frame counts a tenth, so that the figure follows without jumping.
    mutating func count(compose: Duration, paint: Duration, bytes: Int) {
        let share = self.compose == 0 && self.paint == 0 ? 1.0 : 0.1
        self.compose += (compose / .milliseconds(1) - self.compose) * share
        self.paint += (paint / .milliseconds(1) - self.paint) * share
        // A picture that the terminal shows already costs none, which says nothing about what a frame costs.
        if bytes > 0 { self.bytes = bytes }
    }

    func fill(_ statistics: inout StatisticsState) {
        statistics.painted = painted
        statistics.dropped = dropped
        statistics.frameBytes = bytes
        statistics.composeMilliseconds = compose
        statistics.paintMilliseconds = paint
    }
}
