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
