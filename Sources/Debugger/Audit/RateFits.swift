import Events

/// Finds the one rate, of frames or of samples, that the lengths of all chunks fit where they do not fit the played one: a backend
/// makes frames for 25 a second, or announces its sound with another rate than it has.
///
/// A chunk fits a rate when its frames are those of its sound rounded up or down to a whole one.
struct RateFits: Sendable {
    private struct Fit: Sendable {
        /// In words; empty for the rate that is played.
        var cause: String
        /// Frames that a second of the sound has at this rate.
        var perSecond: Double
        /// Chunks more than a frame off, and at least a whole one.
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

        /// Nearly all fit. Where all are off by about the same part of a frame, that may as well be something else: then the rate
        /// has to fit by one in a hundred.
        func explains(_ count: Int, frames: Int) -> Bool {
            misfits * 20 <= count && (abs(sum) <= 0.01 * Double(frames) || most - least >= 0.5)
        }

        /// How unevenly the chunks fit, the mean counting little: rounding always up or always down is no fault of the rate.
        func spread(_ count: Int) -> Double {
            let mean = sum / Double(max(1, count))
            return squares / Double(max(1, count)) - 0.9 * mean * mean
        }
    }

    /// What frames are usually made for, a second.
    private static let usualFrames = [10.0, 12, 12.5, 15, 16, 20, 24, 25, 30, 48, 50, 60]
    /// What sounds are usually sampled at.
    private static let usualSamples = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    /// Rates that are no more apart are the same one: 29.97 is 30.
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

    /// What explains the lengths of all chunks, in words; `nil` where nothing does, or where they fit the played rate up to a frame.
    var cause: String? {
        guard !isMixed, count >= 3, let played = fits.first, played.wholeFrames * 2 > count else { return nil }
        let able = fits.dropFirst().filter { $0.explains(count, frames: frames) }
        guard let best = able.map({ $0.spread(count) }).min() else { return nil }
        return able.filter { $0.spread(count) <= best * 1.1 + 0.001 }.map(\.cause).joined(separator: ", or ")
    }

    /// How far the number of frames is from what the sound takes at the played rate, in percent of that.
    var offPercent: Double {
        guard let played = fits.first, seconds > 0 else { return 0 }
        return 100 * abs(Double(frames) / (seconds * played.perSecond) - 1)
    }

    private static func number(_ rate: Double) -> String {
        let tenths = Int64((rate * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : tenths.pointed(before: 1)
    }
}
