/// Sums that give the correlation of two series for every shift of one against the other. Sums of different stretches
/// of time can be added.
///
/// Shift `s` pairs the mouth at a moment with the sound `s` hops later: the best shift is positive if the lips are
/// ahead.
struct ShiftSums: Sendable {
    /// Hops to either side.
    static let reach = 500
    static let shifts = 2 * reach + 1

    /// One value per shift, the lowest shift first.
    fileprivate(set) var pairs = [Float](repeating: 0, count: shifts)
    private var mouthSquares = [Float](repeating: 0, count: shifts)
    private var soundSquares = [Float](repeating: 0, count: shifts)
    private var products = [Float](repeating: 0, count: shifts)

    static func += (sums: inout Self, more: Self) {
        for shift in 0..<shifts {
            sums.pairs[shift] += more.pairs[shift]
            sums.mouthSquares[shift] += more.mouthSquares[shift]
            sums.soundSquares[shift] += more.soundSquares[shift]
            sums.products[shift] += more.products[shift]
        }
    }

    /// Pearson's r for each shift, the lowest first; 0 if one of the two does not move, or fewer moments have a pair.
    func correlations(atLeast fewest: Int) -> [Double] {
        (0..<Self.shifts).map { shift in
            let least = 1e-6 * pairs[shift]
            guard pairs[shift] > 0, pairs[shift] >= Float(fewest), mouthSquares[shift] > least,
                soundSquares[shift] > least
            else { return 0 }
            return Double(products[shift]) / (Double(mouthSquares[shift]) * Double(soundSquares[shift])).squareRoot()
        }
    }
}

/// Mouth and sound of one message, one value per hop, filtered to what changes as speech does.
struct LipSeries: Sendable {
    private let mouths: [Float]
    private let sounds: [Float]
    /// Sums of the squares of all values before an index.
    private let mouthSquares: [Double]
    private let soundSquares: [Double]

    /// - Parameters:
    ///   - mouths: openness, 0 … 1; any value if unknown.
    ///   - isKnown: 0 or 1 each; an unknown mouth counts as an average one.
    init(mouths: [Float], isKnown: [Float], sounds: [Float]) {
        self.mouths = zip(BandPass.speech.filter(mouths), isKnown).map { $0 * $1 }
        self.sounds = BandPass.speech.filter(sounds)
        mouthSquares = Self.squares(self.mouths)
        soundSquares = Self.squares(self.sounds)
    }

    private static func squares(_ values: [Float]) -> [Double] {
        var sum = 0.0
        return [0]
            + values.map { value in
                sum += Double(value) * Double(value)
                return sum
            }
    }

    /// The sums for the mouths at these moments, with sounds from anywhere.
    /// - Cost: one multiplication per shift and moment.
    func sums(of moments: Range<Int>) -> ShiftSums {
        var sums = ShiftSums()
        let reach = ShiftSums.reach
        for shift in -reach...reach {
            let (first, end) = (max(moments.lowerBound, -shift), min(moments.upperBound, sounds.count - shift))
            guard first < end else { continue }
            sums.pairs[reach + shift] = Float(end - first)
            sums.addSquares(
                mouthSquares[end] - mouthSquares[first], soundSquares[end + shift] - soundSquares[first + shift],
                at: reach + shift)
        }
        sums.addProducts(of: mouths, sounds, moments)
        return sums
    }

    /// Root of the mean square of mouth and of sound.
    var spreads: (mouth: Double, sound: Double) {
        let count = Double(max(1, mouths.count))
        return ((mouthSquares[mouths.count] / count).squareRoot(), (soundSquares[sounds.count] / count).squareRoot())
    }

    /// Whether mouth or sound repeats itself, so that a shift between them says little: r with itself, a while later,
    /// is high. Speech reaches at most 0.47, a signal tone 0.99.
    var isPeriodic: Bool { Self.isPeriodic(mouths, mouthSquares) || Self.isPeriodic(sounds, soundSquares) }

    private static func isPeriodic(_ values: [Float], _ squares: [Double]) -> Bool {
        (15...ShiftSums.reach).contains { shift in
            guard values.count > 2 * shift else { return false }
            var sum = 0.0
            for place in shift..<values.count { sum += Double(values[place] * values[place - shift]) }
            let both = squares[values.count - shift] * (squares[values.count] - squares[shift])
            return both > 0 && sum > 0.65 * both.squareRoot()
        }
    }
}

extension ShiftSums {
    fileprivate mutating func addSquares(_ mouthSquare: Double, _ soundSquare: Double, at place: Int) {
        mouthSquares[place] += Float(mouthSquare)
        soundSquares[place] += Float(soundSquare)
    }

    /// The compiler vectorizes the loop over shifts.
    fileprivate mutating func addProducts(of mouths: [Float], _ sounds: [Float], _ moments: Range<Int>) {
        let reach = Self.reach
        products.withUnsafeMutableBufferPointer { products in
            sounds.withUnsafeBufferPointer { sounds in
                for moment in moments where mouths[moment] != 0 {
                    let mouth = mouths[moment]
                    let (first, last) = (max(-reach, -moment), min(reach, sounds.count - 1 - moment))
                    guard first <= last else { continue }
                    let near = UnsafeBufferPointer(rebasing: sounds[moment + first...moment + last])
                    let sums = UnsafeMutableBufferPointer(rebasing: products[reach + first...reach + last])
                    for place in 0..<near.count { sums[place] += mouth * near[place] }
                }
            }
        }
    }
}

/// Keeps what moves 1 to 7 times a second, as mouths and syllables do, without shifting it in time.
///
/// A symmetric kernel of 4 s for values a `LipTrack.hop` apart: whole from 1.3 to 4.9 Hz, nothing below 0.7 or above 9.1 Hz.
struct BandPass: Sendable {
    static let speech = BandPass()
    private static let half = 200
    /// `taps[k]` weighs the values `k` hops before and `k` hops after.
    private let taps: [Float]

    private init() {
        let cosines = Self.cosines
        // Frequencies 0.05 Hz apart.
        taps = (0...Self.half).map { tap in
            let sum = (14...182).reduce(0.0) { sum, place in
                let hertz = Double(place) * 0.05
                let gain = Self.smooth((hertz - 0.7) / 0.6) * Self.smooth((9.1 - hertz) / 4.2)
                return sum + gain * cosines[place * tap % cosines.count]
            }
            let fade = Self.smooth(1 - Double(tap) / Double(Self.half + 1))
            return Float(2 * 0.05 * LipTrack.hop.seconds * sum * fade)
        }
    }

    /// One turn in 2,000 steps, so that step `i * j` belongs to `0.05 * i` Hz after `j` hops.
    private static var cosines: [Double] {
        let (stepCosine, stepSine) = (0.999_995_065_201_858_2, 0.003_141_587_485_879_563_5)
        var (cosine, sine): (Double, Double) = (1, 0)
        return (0..<2_000).map { _ in
            defer { (cosine, sine) = (cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine) }
            return cosine
        }
    }

    /// From 0 at 0 to 1 at 1.
    private static func smooth(_ place: Double) -> Double {
        let place = min(max(place, 0), 1)
        return place * place * (3 - 2 * place)
    }

    /// As many values as there were; all 0 for fewer than 20. The ends are mirrored through their last value.
    /// - Cost: 200 multiplications a value.
    func filter(_ values: [Float]) -> [Float] {
        guard values.count >= 20 else { return [Float](repeating: 0, count: values.count) }
        let padded = Self.mirrored(values)
        var filtered = values.map { _ in Float(0) }
        filtered.withUnsafeMutableBufferPointer { filtered in
            padded.withUnsafeBufferPointer { padded in
                // Blocks that stay in the cache, and inner loops without sums, so that several values are done at a time.
                for start in stride(from: 0, to: filtered.count, by: 2_048) {
                    let end = min(start + 2_048, filtered.count)
                    let sums = UnsafeMutableBufferPointer(rebasing: filtered[start..<end])
                    for tap in 0...Self.half {
                        let weight = tap == 0 ? taps[0] / 2 : taps[tap]
                        let (first, last) = (start + Self.half - tap, start + Self.half + tap)
                        let before = UnsafeBufferPointer(rebasing: padded[first..<first + sums.count])
                        let after = UnsafeBufferPointer(rebasing: padded[last..<last + sums.count])
                        for place in 0..<sums.count { sums[place] += weight * (before[place] + after[place]) }
                    }
                }
            }
        }
        return filtered
    }

    private static func mirrored(_ values: [Float]) -> [Float] {
        let (first, last) = (values[0], values[values.count - 1])
        let before = (1...half).reversed().map { 2 * first - values[min($0, values.count - 1)] }
        let after = (1...half).map { 2 * last - values[max(values.count - 1 - $0, 0)] }
        return before + values + after
    }
}
