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
            sums.add(
                mouthSquares[end] - mouthSquares[first], soundSquares[end + shift] - soundSquares[first + shift],
                at: reach + shift)
        }
        sums.add(mouths, sounds, moments)
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
    fileprivate mutating func add(_ mouthSquare: Double, _ soundSquare: Double, at place: Int) {
        mouthSquares[place] += Float(mouthSquare)
        soundSquares[place] += Float(soundSquare)
    }

    /// The compiler vectorizes the loop over shifts.
    fileprivate mutating func add(_ mouths: [Float], _ sounds: [Float], _ moments: Range<Int>) {
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
