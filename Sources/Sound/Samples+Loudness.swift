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
            return Float(Self.loudness(ofPower: max(0, sum) / Double(count) + 1e-9))
        }
    }

    /// Mean squares, 1 is full scale.
    private func powers(each hop: Span) -> [Double] {
        let length = max(hop.seconds * Double(rate), 1)
        let count = Int(Double(frameCount) / length)
        return (0..<count).map { power(of: Int(Double($0) * length)..<Int(Double($0 + 1) * length)) }
    }

    /// How loud each stretch of this length is, the last one as far as it goes: 0 is silence, 255 the full scale, on the scale
    /// of decibels from -60 on, as the root of the mean square.
    package func levels(each stretch: Span) -> [UInt8] {
        let length = max(1, frame(of: stretch))
        return stride(from: 0, to: frameCount, by: length).map { start in
            UInt8(255 * Self.loudness(ofPower: power(of: start..<min(start + length, frameCount))))
        }
    }

    /// The number of frames that a span takes, not bounded by what there is.
    private func frame(of span: Span) -> Int { Int((span.seconds * Double(rate)).rounded()) }

    /// The mean square of all channels in these frames, 1 is full scale; 0 for none.
    private func power(of frames: Range<Int>) -> Double {
        let (first, end) = (frames.lowerBound * channels, frames.upperBound * channels)
        let sum = values.withUnsafeBufferPointer { values in
            var sum: Int64 = 0
            for at in first..<end { sum &+= Int64(Int32(values[at]) &* Int32(values[at])) }
            return sum
        }
        return Double(sum) / (Double(max(1, end - first)) * 1_073_741_824)
    }

    /// From 0 at -60 decibels, and below, to 1 at full scale.
    private static func loudness(ofPower power: Double) -> Double { min(max((10 * log10(power) + 60) / 60, 0), 1) }
}
