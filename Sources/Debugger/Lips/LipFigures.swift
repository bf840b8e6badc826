import Engine
import Events

/// How far the mouths are from the sound, by what both contain.
package struct LipFigures: Sendable {
    /// The shift at which mouth and sound go together best.
    package struct Peak: Hashable, Sendable {
        /// Positive where the lips are ahead of the sound.
        package var lag: Span
        /// Pearson's r.
        package var correlation: Double
        /// The best shift is the last one that was tried: there may be a better one beyond.
        package var isAtEdge: Bool
        /// Another shift fits nearly as well, and what lies between does not: speech that repeats itself fits its own repetitions,
        /// and which of them is meant cannot be told.
        package var isRepeated: Bool
    }

    /// Time in which the lag stays the same, or in which none can be told.
    package struct Stretch: Hashable, Sendable {
        /// Session time, and the frame that was shown there.
        package var from: Instant
        package var to: Instant
        package var ordinal: Int
        package var generation: Generation
        package var chunk: Int
        /// Of its windows the one that is furthest off; `nil` where none can be judged.
        package var peak: Peak?
        /// Of its windows the best.
        package var correlation: Double
        package var windows: Int
    }

    /// Why nothing is said about the lag.
    package enum NotJudged: Hashable, Sendable {
        case noSound, noMouth
        case tooShort(speech: Span)
        case unrelated(correlation: Double)
        case repeated

        package var words: String {
            switch self {
            case .noSound: "no sound with frames to it"
            case .noMouth: "nothing tells how far the mouths are open"
            case .tooShort(let speech):
                "\(speech.microseconds / 100_000 / 10).\(speech.microseconds / 100_000 % 10) s of speech, fewer than "
                    + "\(LipLag.leastSpeech.microseconds / 1_000_000)"
            case .unrelated(let correlation):
                "mouth and sound hardly go together: r = \(LipFigures.text(correlation)), less than "
                    + LipFigures.text(LipLag.leastCorrelation)
            case .repeated: "the speech repeats itself, so that several lags fit alike"
            }
        }
    }

    /// Time in which there is a voice, and a frame to it.
    package internal(set) var speech = Span.zero
    /// r for each shift from -`reach` to `reach`, a hop apart; empty where nothing was heard.
    package internal(set) var correlations: [Double] = []
    package internal(set) var peak: Peak?
    /// At most `stretchesKept`.
    package internal(set) var stretches: [Stretch] = []
    /// Of all windows the judged one that is furthest off.
    package internal(set) var worst: Peak?
    package internal(set) var notJudged: NotJudged? = .noSound
    package internal(set) var mouths = MouthFigures()

    package init() {}

    package static let reach = LipTrack.hop * Int64(ShiftSums.reach)
    /// The nearer of the limits from which people notice it, 45 ms, and what windows of good streams were off at the most, 25 ms
    /// (docs/lips.md).
    package static let usualLimit = Span.milliseconds(70)
    static let stretchesKept = 1_000

    /// Two decimals.
    package static func text(_ correlation: Double) -> String {
        let hundredths = Int((abs(correlation) * 100).rounded())
        let sign = correlation < 0 && hundredths > 0 ? "-" : ""
        return sign + hundredths.pointed(before: 2)
    }
}

extension LipFigures.Peak {
    /// Between the shifts by a parabola through seven of them; `nil` for no shifts.
    init?(of correlations: [Double]) {
        guard let place = correlations.indices.max(by: { correlations[$0] < correlations[$1] }) else { return nil }
        let reach = ShiftSums.reach
        var shift = Double(place - reach)
        let isInside = place >= 3 && place + 3 < correlations.count
        if isInside {
            let near = (-3...3).map { (Double($0), correlations[place + $0]) }
            let slope = near.reduce(0) { $0 + $1.0 * $1.1 } / 28
            let bend = near.reduce(0) { $0 + ($1.0 * $1.0 - 4) * $1.1 } / 84
            if bend < 0 { shift += min(max(-slope / (2 * bend), -3), 3) }
        }
        self.init(
            lag: Span(seconds: shift * LipTrack.hop.seconds), correlation: correlations[place], isAtEdge: !isInside,
            isRepeated: Self.hasRival(correlations[..<place].reversed(), correlations[place])
                || Self.hasRival(correlations[place...], correlations[place]))
    }

    /// Whether the correlations away from the best one fall to less than half of it, and rise again to nearly as much.
    private static func hasRival(_ others: some Sequence<Double>, _ best: Double) -> Bool {
        var hasFallen = false
        for other in others {
            if other < best / 2 { hasFallen = true }
            if hasFallen, other >= best * 3 / 4 { return true }
        }
        return false
    }
}

extension LipFigures {
    /// One for each stretch that is beyond a limit, at its first frame.
    package func findings(beyond limit: Span) -> [AuditFinding] {
        stretches.compactMap { stretch in
            guard let peak = stretch.peak, peak.lag.magnitude > limit else { return nil }
            return AuditFinding(
                .lips, at: stretch.from, frame: stretch.ordinal, generation: stretch.generation,
                expected: "mouths at most \(limit.words) from their sound",
                found: "\(peak.words) where they are furthest off, r = \(Self.text(peak.correlation)), within "
                    + "\((stretch.to - stretch.from).inSeconds) s",
                amount: peak.lag)
        }
    }
}

extension LipFigures.Peak {
    /// How far the lips are off, for people.
    package var words: String {
        let milliseconds = Int((lag.milliseconds).rounded())
        if milliseconds == 0 { return "neither ahead nor behind" }
        return "\(isAtEdge ? "at least " : "")\(abs(milliseconds)) ms \(milliseconds > 0 ? "ahead" : "behind")"
    }
}
