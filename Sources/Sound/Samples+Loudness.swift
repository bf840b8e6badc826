import Events
import Platform

extension Samples {
    /// How loud it is each `hop`: the mean square of `around` hops to either side and the one between, in decibels from -60
    /// (0) to full scale (1). Of two channels both count. A hop that is not whole at the end is left out.
    /// - Cost: one multiplication a sample, and a logarithm a hop.
    package func loudness(each hop: Span, around: Int) -> [Float] {
        let powers = powers(each: hop)
        var sum = powers.prefix(around).reduce(0.0, +)
        return powers.indices.map { place in
            if place + around < powers.count { sum += powers[place + around] }
            if place > around { sum -= powers[place - around - 1] }
            let count = min(powers.count - 1, place + around) - max(0, place - around) + 1
            let decibels = 10 * log10(max(0, sum) / Double(count) + 1e-9)
            return Float(min(max((decibels + 60) / 60, 0), 1))
        }
    }

    /// Mean squares, 1 is full scale.
    private func powers(each hop: Span) -> [Double] {
        let length = max(hop.seconds * Double(rate), 1)
        let count = Int(Double(frameCount) / length)
        let channels = channels
        return values.withUnsafeBufferPointer { values in
            (0..<count).map { place in
                let first = Int(Double(place) * length) * channels
                let end = Int(Double(place + 1) * length) * channels
                var sum: Int64 = 0
                for at in first..<end { sum &+= Int64(Int32(values[at]) &* Int32(values[at])) }
                return Double(sum) / (Double(max(1, end - first)) * 1_073_741_824)
            }
        }
    }
}
