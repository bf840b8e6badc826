import Engine
import Events

extension LipFigures {
    /// The shift at which mouth and sound fit best.
    package struct Peak: Hashable, Sendable {
        /// Positive if the lips are ahead of the sound.
        package var lag: Span
        /// Pearson's r.
        package var correlation: Double
        /// The best r more than 250 ms away from the peak. Speech that repeats itself fits its own repetitions.
        package var second: Double
        /// How much r is greater here than without a lag.
        package var gain: Double
        /// For how long r is more than half of this, around the peak.
        package var width: Span
        /// Whether the best shift is the last one tried: there may be a better one beyond.
        package var isAtEdge: Bool
    }
}

extension LipFigures.Peak {
    /// Below this the lag is not judged. Mouths of other speech reach at most 0.46, and then with a second peak above
    /// `mostSecond`.
    static let leastCorrelation = 0.4
    /// Largest second peak, as a part of the first. Windows of 10 s of healthy speech have at most 0.6 in 98 of 100.
    private static let mostSecond = 0.65
    /// A lag this far off has to fit this much better than none.
    private static let far = (lag: Span.milliseconds(150), gain: 0.2)

    /// Finds the peak between the shifts by a parabola through seven of them; `nil` for no shifts.
    /// - Parameter places: indexes of the shifts to look at; all by default.
    init?(of correlations: [Double], in places: ClosedRange<Int>? = nil) {
        let places = (places ?? 0...ShiftSums.shifts - 1).clamped(to: 0...max(0, correlations.count - 1))
        guard !correlations.isEmpty, let place = places.max(by: { correlations[$0] < correlations[$1] }) else {
            return nil
        }
        let reach = ShiftSums.reach
        let best = correlations[place]
        let isInside = place >= places.lowerBound + 3 && place + 3 <= places.upperBound
        let shift = Double(place - reach) + (isInside ? Self.offset(correlations[place - 3...place + 3]) : 0)
        self.init(
            lag: Span(seconds: shift * LipTrack.hop.seconds), correlation: best,
            second: Self.second(correlations, in: places, besides: place), gain: best - correlations[reach],
            width: LipTrack.hop * Int64(Self.width(correlations, place)), isAtEdge: !isInside)
    }

    /// Offset of the top of the parabola through seven values, from the middle one.
    private static func offset(_ values: ArraySlice<Double>) -> Double {
        let near = zip(-3...3, values).map { (Double($0), $1) }
        let slope = near.reduce(0) { $0 + $1.0 * $1.1 } / 28
        let bend = near.reduce(0) { $0 + ($1.0 * $1.0 - 4) * $1.1 } / 84
        return bend < 0 ? min(max(-slope / (2 * bend), -3), 3) : 0
    }

    /// The highest value that is more than 25 hops away.
    private static func second(_ values: [Double], in places: ClosedRange<Int>, besides best: Int) -> Double {
        places.dropFirst().dropLast().reduce(0.0) { highest, place in
            let isTop = values[place] >= values[place - 1] && values[place] >= values[place + 1]
            return isTop && abs(place - best) > 25 ? max(highest, values[place]) : highest
        }
    }

    private static func width(_ values: [Double], _ best: Int) -> Int {
        let half = values[best] / 2
        return values[best...].prefix { $0 > half }.count + values[..<best].reversed().prefix { $0 > half }.count
    }

    /// Whether another shift fits nearly as well, so that either may be the lag.
    var isRepeated: Bool { second > correlation * Self.mostSecond }

    /// Whether the lag is certain enough to be reported.
    var isClear: Bool {
        correlation >= Self.leastCorrelation && !isRepeated && (lag.magnitude <= Self.far.lag || gain >= Self.far.gain)
    }

    /// How far the lips are off, as text.
    package var words: String { (isAtEdge ? "at least " : "") + LipFigures.words(lag) }
}

extension LipFigures {
    /// How far lips are off, as text.
    package static func words(_ lag: Span) -> String {
        let milliseconds = Int(lag.milliseconds.rounded())
        return milliseconds == 0 ? "in sync" : "\(abs(milliseconds)) ms \(milliseconds > 0 ? "ahead" : "behind")"
    }
}
