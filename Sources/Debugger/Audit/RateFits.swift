import Events

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
    private var period = Span.zero
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
