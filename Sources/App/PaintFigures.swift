import Panels

/// Figures of composing and painting, for the statistics popup.
struct PaintFigures {
    /// Frames that the engine has shown, painted or not.
    var due = 0
    private var painted = 0
    private var bytes = 0
    private var compose = 0.0
    private var paint = 0.0

    mutating func count(compose: Duration, paint: Duration, bytes: Int) {
        painted += 1
        if bytes > 0 { self.bytes = bytes }
        // Each frame counts a tenth, so that the figure follows without jumping.
        self.compose += (Self.milliseconds(compose) - self.compose) / 10
        self.paint += (Self.milliseconds(paint) - self.paint) / 10
    }

    func fill(_ statistics: inout StatisticsState) {
        statistics.painted = painted
        statistics.dropped = max(0, due - painted)
        statistics.frameBytes = bytes
        statistics.composeMilliseconds = compose
        statistics.paintMilliseconds = paint
    }

    private static func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
}
