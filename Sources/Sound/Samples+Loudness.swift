import Events
import Platform

extension Samples {
    /// How loud it is each `hop`: the mean square of `around` hops to either side and the one between, in decibels from -60
    /// (0) to full scale (1). Of two channels both count. A hop that is not whole at the end is left out.
    /// - Cost: one multiplication a sample, and a logarithm a hop.
    package func loudness(each hop: Span, around: Int) -> [Float] { Self.loudness(powers(each: hop), around) }

    /// The same of what is between 1 and 4 kHz, where the mouth shapes a voice most; above 4 kHz it fades out.
    /// - Cost: one filter step for 8,000 to 16,000 samples a second, whatever the rate.
    package func articulation(each hop: Span, around: Int) -> [Float] {
        let high = highPassed
        let length = hop.seconds * high.rate
        let powers = (0..<Int(Double(high.values.count) / max(length, 1))).map { place in
            let part = high.values[Int(Double(place) * length)..<Int(Double(place + 1) * length)]
            return part.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(1, part.count))
        }
        return Self.loudness(powers, around)
    }

    /// All channels together, at 8,000 to 16,000 samples a second where there are so many, without what is below 1 kHz
    /// (Butterworth, second order).
    private var highPassed: (values: [Float], rate: Double) {
        let step = max(1, rate / 8_000)
        let outRate = Double(rate) / Double(step)
        let turn = 2 * Double.pi * min(1_000 / outRate, 0.4)
        let (cosine, alpha) = (cos(turn), sin(turn) / 2.0.squareRoot())
        let (gain, first, second) = (
            Float((1 + cosine) / 2 / (1 + alpha)), Float(-2 * cosine / (1 + alpha)), Float((1 - alpha) / (1 + alpha))
        )
        let width = step * channels
        let scale = 1 / (32_768 * Float(width))
        var (input, output) = ((Float(0), Float(0)), (Float(0), Float(0)))
        let filtered = values.withUnsafeBufferPointer { values in
            (0..<values.count / width).map { place in
                var sum: Int32 = 0
                for at in place * width..<(place + 1) * width { sum &+= Int32(values[at]) }
                let now = Float(sum) * scale
                let out = gain * (now - 2 * input.0 + input.1) - first * output.0 - second * output.1
                (input, output) = ((now, input.0), (out, output.0))
                return out
            }
        }
        return (filtered, outRate)
    }

    private static func loudness(_ powers: [Double], _ around: Int) -> [Float] {
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

    /// Silence at its start and at its end, in stretches of 10 ms: what is 30 dB below its loudest twentieth. All of it where it is
    /// digital silence.
    package var quietEnds: (start: Span, end: Span) {
        let stretch = Span.milliseconds(10)
        let levels = levels(each: stretch)
        let loudest = levels.sorted(by: >).dropFirst(levels.count / 20).first ?? 0
        let threshold = max(loudest, 128) - 128
        guard let first = levels.firstIndex(where: { $0 > threshold }),
            let last = levels.lastIndex(where: { $0 > threshold })
        else { return (duration, duration) }
        return (stretch * Int64(first), max(.zero, duration - stretch * Int64(last + 1)))
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
