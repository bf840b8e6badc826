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

extension Samples {
    /// How loud each stretch of this length is, the last one as far as it goes: 0 is silence, 255 the full scale, on the scale
    /// of decibels from -60 on, as the root of the mean square.
    package func levels(each stretch: Span) -> [UInt8] {
        let frames = max(1, frame(of: stretch))
        return stride(from: 0, to: frameCount, by: frames).map { start in
            let part = values[start * channels..<min(start + frames, frameCount) * channels]
            let squares = part.reduce(into: 0.0) { $0 += Double($1) * Double($1) }
            let root = (squares / Double(max(1, part.count))).squareRoot() / 32_768
            guard root > 0 else { return 0 }
            let decibels = 20 * log10(root)
            return UInt8(min(max((decibels + 60) / 60 * 255, 0), 255))
        }
    }

    /// The number of frames that a span takes, not bounded by what there is.
    private func frame(of span: Span) -> Int { Int((span.seconds * Double(rate)).rounded()) }
}
