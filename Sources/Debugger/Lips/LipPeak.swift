import Engine
import Events

extension LipFigures {
    /// The shift at which mouth and sound go together best.
    package struct Peak: Hashable, Sendable {
        /// Positive where the lips are ahead of the sound.
        package var lag: Span
        /// Pearson's r.
        package var correlation: Double
        /// The best r more than 250 ms away from it. Speech that repeats itself fits its own repetitions.
        package var second: Double
        /// How much r is greater here than where there is no lag.
        package var gain: Double
        /// How long r is more than half of this around it.
        package var width: Span
        /// The best shift is the last one that was tried: there may be a better one beyond.
        package var isAtEdge: Bool
    }
}

extension LipFigures.Peak {
    /// No judgment on less: mouths of other speech come to 0.46 at most, and then with a second peak above `mostSecond`.
    static let leastCorrelation = 0.4
    /// Of the second peak, as a part of the first. Windows of 10 s of healthy speech come to 0.6 in 98 of 100.
    private static let mostSecond = 0.65
    /// A lag this far off has to fit better than none by so much.
    private static let far = (lag: Span.milliseconds(150), gain: 0.2)

    /// Between the shifts by a parabola through seven of them; `nil` for no shifts.
    /// - Parameter places: of the shifts that are looked at; all by default.
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

    /// Top of the parabola through seven values, from the middle one.
    private static func offset(_ values: ArraySlice<Double>) -> Double {
        let near = zip(-3...3, values).map { (Double($0), $1) }
        let slope = near.reduce(0) { $0 + $1.0 * $1.1 } / 28
        let bend = near.reduce(0) { $0 + ($1.0 * $1.0 - 4) * $1.1 } / 84
        return bend < 0 ? min(max(-slope / (2 * bend), -3), 3) : 0
    }

    /// The highest top further than 25 hops away.
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

    /// Another shift fits nearly as well, so that it cannot be told which of them is meant.
    var isRepeated: Bool { second > correlation * Self.mostSecond }

    /// It is sure enough to be said.
    var isClear: Bool {
        correlation >= Self.leastCorrelation && !isRepeated && (lag.magnitude <= Self.far.lag || gain >= Self.far.gain)
    }

    /// How far the lips are off, for people.
    package var words: String { (isAtEdge ? "at least " : "") + LipFigures.words(lag) }
}

extension LipFigures {
    /// How far lips are off, for people.
    package static func words(_ lag: Span) -> String {
        let milliseconds = Int(lag.milliseconds.rounded())
        return milliseconds == 0 ? "in sync" : "\(abs(milliseconds)) ms \(milliseconds > 0 ? "ahead" : "behind")"
    }
}
