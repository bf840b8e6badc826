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
