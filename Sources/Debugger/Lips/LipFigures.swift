import Engine
import Events
import Sessions

/// A stretch of a message's speech.
package struct LipPlace: Hashable, Sendable {
    /// Session time.
    package var from: Instant
    package var to: Instant
    /// Of the frame, and the chunk, shown at its start.
    package var ordinal: Int
    package var generation: Generation
    package var chunk: Int

    var length: TimeSpan { to - from }

    func finding(_ kind: AuditFinding.Kind, _ expected: String, _ found: String, _ amount: TimeSpan?) -> AuditFinding {
        AuditFinding(
            kind, at: from, frame: ordinal, generation: generation, chunk: chunk, expected: expected, found: found,
            amount: amount)
    }
}

/// How far the mouths are from the sound, by the content of both.
package struct LipFigures: Sendable {
    /// A stretch during which the lag stays the same, or cannot be judged.
    package struct Stretch: Hashable, Sendable {
        package var place: LipPlace
        /// The peak that is furthest off among its windows; `nil` if none can be judged.
        package var peak: Peak?
        /// The best correlation of its windows.
        package var correlation: Double
        package var windows: Int
    }

    /// The lag of one chunk, of several short ones, or of a part of a long one: about 2 to 4 s.
    package struct Piece: Hashable, Sendable {
        package enum Verdict: Hashable, Sendable {
            /// Agrees with the rest of its message, as far as such a short time shows.
            case steady
            /// Fits clearly better at another lag than the rest.
            case apart
            case unsure
        }

        package var place: LipPlace
        /// `nil` also if the lag of the rest is unknown.
        package var peak: Peak?
        package var verdict: Verdict
    }

    /// Why the lag is not judged.
    package enum NotJudged: Hashable, Sendable {
        case noSound, noMouth
        case tooShort(speech: TimeSpan)
        case unrelated(correlation: Double)
        case repeated

        package var words: String {
            switch self {
            case .noSound: "no sound with frames"
            case .noMouth: "mouth openings unknown"
            case .tooShort(let speech):
                "\(speech.microseconds / 100_000 / 10).\(speech.microseconds / 100_000 % 10) s of speech, fewer than "
                    + "\(LipLag.leastSpeech.microseconds / 1_000_000)"
            case .unrelated(let correlation):
                "mouth and sound barely correlate: r = \(LipFigures.text(correlation)), below "
                    + LipFigures.text(Peak.leastCorrelation)
            case .repeated: "several lags fit equally well, as with repetitive speech"
            }
        }
    }

    /// Time with a voice and a frame.
    package internal(set) var speech = TimeSpan.zero
    /// r for each shift from -`reach` to `reach`, one hop apart; empty if nothing was played.
    package internal(set) var correlations: [Double] = []
    package internal(set) var peak: Peak?
    /// At most `stretchesKept`, like the others.
    package internal(set) var stretches: [Stretch] = []
    /// One stretch for each message.
    package internal(set) var messages: [Stretch] = []
    package internal(set) var pieces: [Piece] = []
    /// Messages in which mouth and sound both move, but fit at no shift.
    package internal(set) var unrelated: [Stretch] = []
    /// The judged peak that is furthest off, of all windows and pieces.
    package internal(set) var worst: Peak?
    package internal(set) var notJudged: NotJudged? = .noSound
    package internal(set) var mouths = MouthFigures()

    package init() {}

    package static let reach = LipTrack.hop * Int64(ShiftSums.reach)
    static let stretchesKept = 1_000

    /// With two decimals.
    package static func text(_ correlation: Double) -> String {
        let hundredths = Int((abs(correlation) * 100).rounded())
        let sign = correlation < 0 && hundredths > 0 ? "-" : ""
        return sign + hundredths.pointed(before: 2)
    }

    mutating func note(_ peak: Peak) {
        if peak.lag.magnitude > worst?.lag.magnitude ?? TimeSpan(microseconds: -1) { worst = peak }
    }
}

/// Limits for lips and mouths; the defaults are those of `cameo check` (docs/reference/lips.md).
package struct LipThresholds: Hashable, Sendable {
    /// People notice a lag from 45 ms on, and windows of good streams were off by at most 30 ms.
    package var lag = TimeSpan.milliseconds(70)
    /// Loud speech with a mouth that does not move: at most 0.63 s in 157 healthy tapes.
    package var still = TimeSpan.milliseconds(1_500)
    /// Silence with a mouth at least half open: never in those tapes.
    package var openInSilence = TimeSpan.milliseconds(500)
    /// Times that a mouth opens again in one silence, summed: never.
    package var openingsInSilence = 2
    /// Frames in a row in which the mouth alternately opens and shuts by two steps of six: at most 4.
    package var trembling = 8

    package init() {}
}

extension LipFigures {
    /// Findings: one for each stretch, piece or message beyond a limit, at its first frame; and those about mouth
    /// movements.
    package func findings(beyond limits: LipThresholds) -> [AuditFinding] {
        let expected = "mouths within \(limits.lag.words) of the sound"
        let wide = stretches.filter { $0.peak.map { $0.lag.magnitude > limits.lag } ?? false }
        let short = piecesApart(beyond: limits.lag).filter { piece in
            !wide.contains { $0.place.from < piece.place.to && piece.place.from < $0.place.to }
        }
        return wide.compactMap { stretch in
            stretch.peak.map { Self.finding(stretch, $0, expected, " at the worst place") }
        }
            + short.compactMap { piece in
                piece.peak.map { Self.finding(piece, $0, expected, " in chunk \(piece.place.chunk), unlike the rest") }
            }
            + unrelated.map { message in
                message.place.finding(
                    .lips, "mouths that follow the sound",
                    "\(AuditFinding.unrelatedMouths) within \(Self.reach.inSeconds) s, r = "
                        + "\(Self.text(message.correlation)), over \(message.place.length.inSeconds) s", nil)
            } + mouths.findings(beyond: limits)
    }

    private static func finding(_ stretch: Stretch, _ peak: Peak, _ expected: String, _ place: String) -> AuditFinding {
        stretch.place.finding(
            .lips, expected,
            "lips \(peak.words)\(place), r = \(text(peak.correlation)), over \(stretch.place.length.inSeconds) s",
            peak.lag)
    }

    /// Pieces beyond the limit that are unlike the rest; neighbors with one lag count as one.
    private func piecesApart(beyond limit: TimeSpan) -> [Stretch] {
        var apart: [Stretch] = []
        var isNext = false
        for piece in pieces {
            guard piece.verdict == .apart, let peak = piece.peak, peak.lag.magnitude > limit else {
                isNext = false
                continue
            }
            if isNext, let last = apart.last?.peak, apart.last?.place.generation == piece.place.generation,
                (last.lag - peak.lag).magnitude <= .milliseconds(60)
            {
                apart[apart.count - 1].place.to = piece.place.to
                if peak.lag.magnitude > last.lag.magnitude { apart[apart.count - 1].peak = peak }
            } else {
                apart.append(Stretch(place: piece.place, peak: peak, correlation: peak.correlation, windows: 1))
            }
            isNext = true
        }
        return apart
    }
}

extension LipFigures {
    /// The shift at which mouth and sound fit best.
    package struct Peak: Hashable, Sendable {
        /// Positive if the lips are ahead of the sound.
        package var lag: TimeSpan
        /// Pearson's r.
        package var correlation: Double
        /// The best r more than 250 ms away from the peak. Speech that repeats itself fits its own repetitions.
        package var second: Double
        /// How much r is greater here than without a lag.
        package var gain: Double
        /// For how long r is more than half of this, around the peak.
        package var width: TimeSpan
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
    private static let far = (lag: TimeSpan.milliseconds(150), gain: 0.2)

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
            lag: TimeSpan(seconds: shift * LipTrack.hop.seconds), correlation: best,
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
    package static func words(_ lag: TimeSpan) -> String {
        let milliseconds = Int(lag.milliseconds.rounded())
        return milliseconds == 0 ? "in sync" : "\(abs(milliseconds)) ms \(milliseconds > 0 ? "ahead" : "behind")"
    }
}
