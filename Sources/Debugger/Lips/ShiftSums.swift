/// Sums from which the correlation of two series follows for every shift of one against the other; those of one stretch of
/// time and of another may be added.
///
/// Shift `s` pairs the mouth at a moment with the sound `s` hops later: the best shift is positive where the lips are ahead.
struct ShiftSums: Sendable {
    /// Hops to either side.
    static let reach = 50
    static let shifts = 2 * reach + 1

    /// Count, Σ mouth, Σ sound, Σ mouth², Σ sound², Σ mouth · sound; each for all shifts, the least one first.
    private var sums = [Float](repeating: 0, count: 6 * ShiftSums.shifts)

    /// One more moment, paired with itself and with the `reach` moments before it.
    ///
    /// - Parameters:
    ///   - mouths: 0 where it is not known; the last one is that of this moment.
    ///   - isKnown: 1, or 0 where it is not known.
    ///   - sounds: as many as there are mouths.
    /// - Cost: six additions a shift.
    mutating func add(
        _ mouths: UnsafeBufferPointer<Float>, _ isKnown: UnsafeBufferPointer<Float>,
        _ sounds: UnsafeBufferPointer<Float>
    ) {
        let now = mouths.count - 1
        let (mouth, known, sound) = (mouths[now], isKnown[now], sounds[now])
        let most = min(Self.reach, now)
        let width = Self.shifts
        sums.withUnsafeMutableBufferPointer { sums in
            for back in 0...most {
                // This moment's sound with an earlier mouth.
                let (mouth, known) = (mouths[now - back], isKnown[now - back])
                let place = Self.reach + back
                sums[place] += known
                sums[width + place] += mouth
                sums[2 * width + place] += sound * known
                sums[3 * width + place] += mouth * mouth
                sums[4 * width + place] += sound * sound * known
                sums[5 * width + place] += mouth * sound
            }
            guard known > 0, most > 0 else { return }
            for back in 1...most {
                // This moment's mouth with an earlier sound.
                let sound = sounds[now - back]
                let place = Self.reach - back
                sums[place] += known
                sums[width + place] += mouth
                sums[2 * width + place] += sound
                sums[3 * width + place] += mouth * mouth
                sums[4 * width + place] += sound * sound
                sums[5 * width + place] += mouth * sound
            }
        }
    }

    /// Sums of many stretches.
    struct Total: Sendable {
        private var sums = [Double](repeating: 0, count: 6 * ShiftSums.shifts)

        mutating func add(_ part: ShiftSums) { for place in sums.indices { sums[place] += Double(part.sums[place]) } }

        /// Pearson's r for each shift, the least one first; 0 where one of the two does not move.
        var correlations: [Double] {
            (0..<ShiftSums.shifts).map { shift in
                let of = (0..<6).map { sums[$0 * ShiftSums.shifts + shift] }
                let (count, mouth, sound) = (of[0], of[1], of[2])
                guard count > 1 else { return 0 }
                let mouthSpread = of[3] - mouth * mouth / count
                let soundSpread = of[4] - sound * sound / count
                guard mouthSpread > 1e-6 * count, soundSpread > 1e-6 * count else { return 0 }
                return (of[5] - mouth * sound / count) / (mouthSpread * soundSpread).squareRoot()
            }
        }
    }
}
