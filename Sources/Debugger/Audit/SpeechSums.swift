import Engine
import Events
import Sessions

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
        var period: TimeSpan
        var sound: AudibleSound
        /// Time from the end of its last frame to the next chunk's first one.
        var pause = TimeSpan.zero
        /// The next chunk's sound; `nil` after a message's last chunk.
        var next: AudibleSound?
    }

    /// The sum of several spans of one kind.
    private struct Losses: Sendable {
        var count = 0
        var total = TimeSpan.zero
        var least = TimeSpan.zero
        var most = TimeSpan.zero
        var first: (generation: Generation, at: Instant)?

        mutating func add(_ span: TimeSpan, _ piece: Piece) {
            // Less is the rounding of lengths.
            guard span >= .milliseconds(1) else { return }
            least = count == 0 ? span : min(least, span)
            (count, total, most) = (count + 1, total + span, max(most, span))
            first = first ?? (piece.generation, piece.started)
        }

        /// Fewer, or less in total, is unnoticeable: one short chunk of ten is no fault of the stream.
        var matters: Bool { count >= 3 && total >= .milliseconds(100) }

        func percent(of whole: TimeSpan) -> Double { matters ? 100 * total.seconds / max(whole.seconds, 1e-6) : 0 }

        /// The range of single values, such as `80 ms` or `12 to 80 ms`.
        var each: String {
            most - least < .milliseconds(2) ? most.words : "\(least.words.dropLast(3)) to \(most.words)"
        }
    }

    /// If the sounds around a pause are silent for less than this, the pause is a hole in speech; a stop consonant
    /// has about as much silence.
    private static let shortPause = TimeSpan.milliseconds(50)

    private(set) var count = 0
    private var speech = TimeSpan.zero
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
struct AudibleSound: Hashable, Sendable {
    var length: TimeSpan
    /// Samples per second from its header; `nil` if unknown.
    var rate: Int?
    /// Silence at its start and at its end.
    var quietStart = TimeSpan.zero
    var quietEnd = TimeSpan.zero
    /// Whether it declares a greater length than it has.
    var isTruncated = false
}

/// Finds the one rate, of frames or of samples, that fits the lengths of all chunks better than the played one: a
/// backend may make frames for 25 a second, or announce another sample rate than its sound has.
///
/// A chunk fits a rate if its number of frames is its sound's length, rounded up or down.
struct RateFits: Sendable {
    private struct Fit: Sendable {
        /// In words; empty for the played rate.
        var cause: String
        /// Number of frames per second of sound at this rate.
        var perSecond: Double
        /// Chunks that are off by more than a frame, and by at least a whole one.
        var misfits = 0
        var wholeFrames = 0
        var sum = 0.0
        var squares = 0.0
        var least = Double.infinity
        var most = -Double.infinity

        mutating func add(frames: Int, seconds: Double) {
            let off = Double(frames) - perSecond * seconds
            if abs(off) > 1.05 { misfits += 1 }
            if abs(off) >= 0.99 { wholeFrames += 1 }
            (sum, squares) = (sum + off, squares + off * off)
            (least, most) = (min(least, off), max(most, off))
        }

        /// Whether the rate fits nearly all chunks. If all are off by about the same part of a frame, there may be
        /// another cause: then the rate has to fit to one in a hundred.
        func explains(_ count: Int, frames: Int) -> Bool {
            misfits * 20 <= count && (abs(sum) <= 0.01 * Double(frames) || most - least >= 0.5)
        }

        /// How unevenly the chunks fit. The mean counts little: always rounding up or down is no fault of the rate.
        func spread(_ count: Int) -> Double {
            let mean = sum / Double(max(1, count))
            return squares / Double(max(1, count)) - 0.9 * mean * mean
        }
    }

    /// Usual frames per second.
    private static let usualFrames = [10.0, 12, 12.5, 15, 16, 20, 24, 25, 30, 48, 50, 60]
    /// Usual sample rates.
    private static let usualSamples = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    /// Rates within this factor are the same: 29.97 is 30.
    private static let same = 0.02

    private var fits: [Fit] = []
    private var period = TimeSpan.zero
    private var sampled: Int?
    private var isMixed = false
    private var count = 0
    private var frames = 0
    private var seconds = 0.0

    mutating func add(_ piece: SpeechSums.Piece) {
        if count == 0 { begin(piece) }
        // Of two rates in one message neither is everywhere.
        isMixed = isMixed || piece.period != period || piece.sound.rate != sampled
        let length = piece.sound.length.seconds
        (count, frames, seconds) = (count + 1, frames + piece.frames, seconds + length)
        for place in fits.indices { fits[place].add(frames: piece.frames, seconds: length) }
    }

    private mutating func begin(_ piece: SpeechSums.Piece) {
        (period, sampled) = (piece.period, piece.sound.rate)
        let played = 1 / max(period.seconds, 1e-6)
        fits = [Fit(cause: "", perSecond: played)]
        let isOther = { (rate: Double, usual: Double) in abs(rate / usual - 1) > Self.same }
        for rate in Self.usualFrames where isOther(rate, played) {
            let cause = "frames fit \(Self.number(rate)) frames a second, played at \(Self.number(played))"
            fits.append(Fit(cause: cause, perSecond: rate))
        }
        guard let sampled else { return }
        for rate in Self.usualSamples where isOther(Double(rate), Double(sampled)) {
            let speed = Double(sampled) / Double(rate)
            let off = SpeechSums.percent(100 * abs(speed - 1))
            let cause =
                "sound fits \(rate) Hz, announced as \(sampled) Hz and heard \(off) too \(speed > 1 ? "fast" : "slow")"
            fits.append(Fit(cause: cause, perSecond: played * speed))
        }
    }

    /// What explains the lengths of all chunks, in words; `nil` if nothing does, or if they fit the played rate up to
    /// a frame.
    var cause: String? {
        guard !isMixed, count >= 3, let played = fits.first, played.wholeFrames * 2 > count else { return nil }
        let able = fits.dropFirst().filter { $0.explains(count, frames: frames) }
        guard let best = able.map({ $0.spread(count) }).min() else { return nil }
        return able.filter { $0.spread(count) <= best * 1.1 + 0.001 }.map(\.cause).joined(separator: ", or ")
    }

    /// By how many percent the number of frames differs from what the sound takes at the played rate.
    var offPercent: Double {
        guard let played = fits.first, seconds > 0 else { return 0 }
        return 100 * abs(Double(frames) / (seconds * played.perSecond) - 1)
    }

    private static func number(_ rate: Double) -> String {
        let tenths = Int64((rate * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : tenths.pointed(before: 1)
    }
}
