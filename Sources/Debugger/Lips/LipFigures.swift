import Engine
import Events

/// Time in a message's speech.
package struct LipPlace: Hashable, Sendable {
    /// Session time.
    package var from: Instant
    package var to: Instant
    /// Of the frame, and the chunk, that was shown where it begins.
    package var ordinal: Int
    package var generation: Generation
    package var chunk: Int

    var length: Span { to - from }

    func finding(_ kind: AuditFinding.Kind, _ expected: String, _ found: String, _ amount: Span?) -> AuditFinding {
        AuditFinding(
            kind, at: from, frame: ordinal, generation: generation, chunk: chunk, expected: expected, found: found,
            amount: amount)
    }
}

/// How far the mouths are from the sound, by what both contain.
package struct LipFigures: Sendable {
    /// Time in which the lag stays the same, or in which none can be told.
    package struct Stretch: Hashable, Sendable {
        package var place: LipPlace
        /// Of its windows the one that is furthest off; `nil` where none can be judged.
        package var peak: Peak?
        /// Of its windows the best.
        package var correlation: Double
        package var windows: Int
    }

    /// The lag of one chunk, or of several short ones or a part of a long one: about 2 to 4 s.
    package struct Piece: Hashable, Sendable {
        package enum Verdict: Hashable, Sendable {
            /// With the rest of its message, as far as such a short time tells.
            case steady
            /// Fits clearly better at another lag than the rest.
            case apart
            case unsure
        }

        package var place: LipPlace
        /// `nil` where the lag of the rest is unknown, too.
        package var peak: Peak?
        package var verdict: Verdict
    }

    /// Why nothing is said about the lag.
    package enum NotJudged: Hashable, Sendable {
        case noSound, noMouth
        case tooShort(speech: Span)
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

    /// Time in which there is a voice, and a frame to it.
    package internal(set) var speech = Span.zero
    /// r for each shift from -`reach` to `reach`, a hop apart; empty where nothing was heard.
    package internal(set) var correlations: [Double] = []
    package internal(set) var peak: Peak?
    /// At most `stretchesKept`, as of the others.
    package internal(set) var stretches: [Stretch] = []
    /// Whole messages.
    package internal(set) var messages: [Stretch] = []
    package internal(set) var pieces: [Piece] = []
    /// Messages in which mouth and sound both move, and fit at no shift.
    package internal(set) var unrelated: [Stretch] = []
    /// Of all windows and pieces the judged one that is furthest off.
    package internal(set) var worst: Peak?
    package internal(set) var notJudged: NotJudged? = .noSound
    package internal(set) var mouths = MouthFigures()

    package init() {}

    package static let reach = LipTrack.hop * Int64(ShiftSums.reach)
    static let stretchesKept = 1_000

    /// Two decimals.
    package static func text(_ correlation: Double) -> String {
        let hundredths = Int((abs(correlation) * 100).rounded())
        let sign = correlation < 0 && hundredths > 0 ? "-" : ""
        return sign + hundredths.pointed(before: 2)
    }

    mutating func note(_ peak: Peak) {
        if peak.lag.magnitude > worst?.lag.magnitude ?? Span(microseconds: -1) { worst = peak }
    }
}

/// Beyond which lips and mouths become findings: the usual ones are those of `cameo check` (docs/reference/lips.md).
package struct LipThresholds: Hashable, Sendable {
    /// The nearer of the limits from which people notice it, 45 ms, and what windows of good streams were off at the most, 30 ms.
    package var lag = Span.milliseconds(70)
    /// Loud speech to a mouth that stands still: at most 0.63 s in 157 healthy tapes.
    package var still = Span.milliseconds(1_500)
    /// A mouth half open or more, in silence: never in those tapes.
    package var openInSilence = Span.milliseconds(500)
    /// Times that a mouth opens again in one silence, together: never.
    package var openingsInSilence = 2
    /// Frames in a row in which the mouth opens or shuts by two steps of six, the other way each time: at most 4.
    package var trembling = 8

    package init() {}
}

extension LipFigures {
    /// How a finding about mouths begins that fit at no lag.
    static let unrelatedWords = "mouths and sound both move, but fit at no lag"

    /// One for each stretch, piece or message that is beyond a limit, at its first frame; and what mouths do.
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
                    "\(Self.unrelatedWords) within \(Self.reach.inSeconds) s, r = "
                        + "\(Self.text(message.correlation)), over \(message.place.length.inSeconds) s", nil)
            } + mouths.findings(beyond: limits)
    }

    private static func finding(_ stretch: Stretch, _ peak: Peak, _ expected: String, _ place: String) -> AuditFinding {
        stretch.place.finding(
            .lips, expected,
            "lips \(peak.words)\(place), r = \(text(peak.correlation)), over \(stretch.place.length.inSeconds) s",
            peak.lag)
    }

    /// Neighbors with one lag count as one.
    private func piecesApart(beyond limit: Span) -> [Stretch] {
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
