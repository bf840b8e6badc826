import Engine
import Events

/// A stretch of a message's speech.
package struct LipPlace: Hashable, Sendable {
    /// Session time.
    package var from: Instant
    package var to: Instant
    /// Of the frame, and the chunk, shown at its start.
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

    /// Time with a voice and a frame.
    package internal(set) var speech = Span.zero
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
        if peak.lag.magnitude > worst?.lag.magnitude ?? Span(microseconds: -1) { worst = peak }
    }
}

/// Limits for lips and mouths; the defaults are those of `cameo check` (docs/reference/lips.md).
package struct LipThresholds: Hashable, Sendable {
    /// People notice a lag from 45 ms on, and windows of good streams were off by at most 30 ms.
    package var lag = Span.milliseconds(70)
    /// Loud speech with a mouth that does not move: at most 0.63 s in 157 healthy tapes.
    package var still = Span.milliseconds(1_500)
    /// Silence with a mouth at least half open: never in those tapes.
    package var openInSilence = Span.milliseconds(500)
    /// Times that a mouth opens again in one silence, summed: never.
    package var openingsInSilence = 2
    /// Frames in a row in which the mouth alternately opens and shuts by two steps of six: at most 4.
    package var trembling = 8

    package init() {}
}

extension LipFigures {
    /// How a finding about mouths that fit at no lag begins.
    static let unrelatedWords = "mouths and sound both move, but fit at no lag"

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

    /// Pieces beyond the limit that are unlike the rest; neighbors with one lag count as one.
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
