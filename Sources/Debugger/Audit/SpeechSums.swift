import Engine
import Events

/// Sums over a message or a run: speech cut off at the ends of chunks, silence inside speech, and the one wrong rate
/// that explains them. Small differences stay below the limit of a single chunk.
///
/// Bounded: only sums are stored.
struct SpeechSums: Sendable {
    /// A chunk that was played to its end.
    struct Piece: Sendable {
        var generation: Generation
        var started: Instant
        var frames: Int
        var period: Span
        var sound: HeardSound
        /// Time from the end of its last frame to the next chunk's first one.
        var pause = Span.zero
        /// The next chunk's sound; `nil` after a message's last chunk.
        var next: HeardSound?
    }

    /// The sum of several spans of one kind.
    private struct Losses: Sendable {
        var count = 0
        var total = Span.zero
        var least = Span.zero
        var most = Span.zero
        var first: (generation: Generation, at: Instant)?

        mutating func add(_ span: Span, _ piece: Piece) {
            // Less is the rounding of lengths.
            guard span >= .milliseconds(1) else { return }
            least = count == 0 ? span : min(least, span)
            (count, total, most) = (count + 1, total + span, max(most, span))
            first = first ?? (piece.generation, piece.started)
        }

        /// Fewer, or less in total, is unnoticeable: one short chunk of ten is no fault of the stream.
        var matters: Bool { count >= 3 && total >= .milliseconds(100) }

        func percent(of whole: Span) -> Double { matters ? 100 * total.seconds / max(whole.seconds, 1e-6) : 0 }

        /// The range of single values, such as `80 ms` or `12 to 80 ms`.
        var each: String {
            most - least < .milliseconds(2) ? most.words : "\(least.words.dropLast(3)) to \(most.words)"
        }
    }

    /// If the sounds around a pause are silent for less than this, the pause is a hole in speech; a stop consonant
    /// has about as much silence.
    private static let shortPause = Span.milliseconds(50)

    private(set) var count = 0
    private var speech = Span.zero
    private var cut = Losses()
    private var holes = Losses()
    private var rates = RateFits()
    private var first: (generation: Generation, at: Instant)?
    /// Message of the first chunk.
    var generation: Generation? { first?.generation }

    mutating func add(_ piece: Piece) {
        count += 1
        first = first ?? (piece.generation, piece.started)
        speech += piece.sound.length
        let frames = piece.period * Int64(piece.frames)
        cut.add(piece.sound.length - piece.sound.quietEnd - frames, piece)
        guard let next = piece.next else { return }
        if piece.sound.quietEnd + next.quietStart < Self.shortPause {
            holes.add(frames + piece.pause - piece.sound.length, piece)
        }
        // Silence fits nothing.
        if piece.sound.quietStart < piece.sound.length { rates.add(piece) }
    }

    /// Percent of the speech that was cut off.
    var cutPercent: Double { cut.percent(of: speech) }
    /// Percent of the time of speech that is silence between chunks.
    var holesPercent: Double { holes.percent(of: speech + holes.total) }
    /// By how many percent the frames' rate differs from the played one, if one other rate explains all chunks.
    var ratePercent: Double { rates.cause == nil ? 0 : rates.offPercent }

    /// The findings; one cause gives one finding, so a wrong rate includes its effects.
    func findings(_ limits: AuditThresholds) -> [AuditFinding] {
        if ratePercent > limits.ratePercent, let cause = rates.cause { return [rate(cause, limits)] }
        var findings: [AuditFinding] = []
        if cutPercent > limits.speechCutPercent {
            findings.append(
                finding(
                    .speechCut, cut, "at most \(Self.percent(limits.speechCutPercent)) of the speech cut off",
                    "\(cutWords): the sound outlasts the frames by \(cut.each) in \(plural(cut.count, "chunk"))"))
        }
        if holesPercent > limits.holesPercent {
            findings.append(
                finding(
                    .speechHoles, holes,
                    "at most \(Self.percent(limits.holesPercent)) of silence between chunks in speech",
                    "\(holesWords): holes of \(holes.each) after \(plural(holes.count, "chunk"))"))
        }
        return findings
    }

    private var cutWords: String {
        "\(cut.total.words) of \(speech.words) of speech cut off (\(Self.percent(cutPercent)))"
    }

    private var holesWords: String {
        "speech is silent for \(holes.total.words) of \((speech + holes.total).words) (\(Self.percent(holesPercent)))"
    }

    private func rate(_ cause: String, _ limits: AuditThresholds) -> AuditFinding {
        let parts = [cutPercent > 0 ? cutWords : nil, holesPercent > 0 ? holesWords : nil].compactMap { $0 }
        let effect =
            parts.isEmpty
            ? "sound and frames differ by \(Self.percent(ratePercent)) in length" : parts.joined(separator: "; ")
        var losses = cut.total >= holes.total ? cut : holes
        if losses.first == nil { losses.first = first }
        return finding(
            .rate, losses, "sound and frames of equal length within \(Self.percent(limits.ratePercent))",
            "\(cause): \(effect)")
    }

    private func finding(_ kind: AuditFinding.Kind, _ losses: Losses, _ expected: String, _ found: String)
        -> AuditFinding
    {
        AuditFinding(
            kind, at: losses.first?.at ?? .zero, generation: losses.first?.generation ?? 0, expected: expected,
            found: found,
            amount: losses.total > .zero ? losses.total : nil)
    }

    static func percent(_ value: Double) -> String {
        let tenths = Int64((min(value, 1e6) * 10).rounded())
        return (value >= 10 || tenths % 10 == 0 ? String(Int64(value.rounded())) : tenths.pointed(before: 1)) + " %"
    }
}

/// A decoded sound, with what matters for its place between others.
struct HeardSound: Hashable, Sendable {
    var length: Span
    /// Samples per second from its header; `nil` if unknown.
    var rate: Int?
    /// Silence at its start and at its end.
    var quietStart = Span.zero
    var quietEnd = Span.zero
    /// Whether it declares a greater length than it has.
    var isTruncated = false
}
