import CSamplerate
import Events
import Platform

/// Decoded sound: 16-bit samples at one rate, one or two channels, interleaved.
package struct Samples: Hashable, Sendable {
    /// Samples of one channel a second.
    package let rate: Int
    package let channels: Int
    /// All channels of a moment stand together; as many as `frameCount` times `channels`.
    package private(set) var values: [Int16]

    /// - Parameters:
    ///   - rate: at least 1.
    ///   - channels: 1 or 2.
    ///   - values: what is left over behind the last whole frame is dropped.
    package init(rate: Int, channels: Int, values: [Int16]) {
        self.rate = max(1, rate)
        self.channels = min(max(1, channels), 2)
        self.values = values.count % self.channels == 0 ? values : values.dropLast(values.count % self.channels)
    }

    /// Moments at which there is a sample for each channel.
    package var frameCount: Int { values.count / channels }
    package var duration: TimeSpan { Self.span(frameCount, rate) }
    package var byteCount: Int { values.count * MemoryLayout<Int16>.size }

    /// How long so many frames are.
    package static func span(_ frames: Int, _ rate: Int) -> TimeSpan {
        TimeSpan(microseconds: Int64((Double(frames) * 1_000_000 / Double(rate)).rounded()))
    }

    /// The frame that is heard at this time of it, within bounds.
    package func frame(at position: TimeSpan) -> Int {
        min(max(0, Int((position.seconds * Double(rate)).rounded())), frameCount)
    }

    /// A piece of it that begins and ends softly, so that it does not click when it is heard alone; what lies behind the end is
    /// left out.
    /// - Parameter fade: how long it takes to be as loud as it is, and to be silent again.
    package func piece(from start: TimeSpan, to end: TimeSpan, fade: TimeSpan) -> Samples {
        var piece = part(from: start, to: end)
        let soft = min(Int((fade.seconds * Double(rate)).rounded()), piece.frameCount / 2)
        for frame in 0..<max(0, soft) {
            for channel in 0..<channels {
                for place in [frame * channels + channel, piece.values.count - 1 - frame * channels - channel] {
                    piece.values[place] = Int16(Int(piece.values[place]) * frame / soft)
                }
            }
        }
        return piece
    }

    /// What of it lies between two times; as much as there is.
    package func part(from start: TimeSpan, to end: TimeSpan) -> Samples {
        let (first, last) = (frame(at: start), frame(at: max(start, end)))
        return Samples(rate: rate, channels: channels, values: Array(values[first * channels..<last * channels]))
    }

    /// Its first frames; as many as there are.
    package func prefix(_ frames: Int) -> Samples {
        frames < frameCount
            ? Samples(rate: rate, channels: channels, values: Array(values.prefix(max(0, frames) * channels))) : self
    }

    /// Without its first frames; the same samples for 0.
    package func dropping(_ frames: Int) -> Samples {
        frames > 0 ? Samples(rate: rate, channels: channels, values: Array(values.dropFirst(frames * channels))) : self
    }
}

extension Samples {
    /// A piece of it, in moments; silence for what lies in front of the beginning and behind the end.
    package func piece(_ frames: Range<Int>) -> Samples {
        let from = min(max(0, frames.lowerBound), frameCount)
        let to = min(max(from, frames.upperBound), frameCount)
        var piece = [Int16](repeating: 0, count: min(max(0, -frames.lowerBound), frames.count) * channels)
        piece += values[from * channels..<to * channels]
        piece.append(contentsOf: repeatElement(0, count: frames.count * channels - piece.count))
        return Samples(rate: rate, channels: channels, values: piece)
    }

    /// The bytes of a WAV file with exactly these samples: 16-bit PCM.
    package var waveFile: [UInt8] {
        var file = WAVHeader.pcm16(rate: rate, channels: channels, byteCount: byteCount)
        file.reserveCapacity(file.count + byteCount)
        for value in values {
            file.append(UInt8(truncatingIfNeeded: value))
            file.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        return file
    }
}

extension Samples {
    /// At another rate, in the same time; the same samples at the same rate.
    /// - Throws: `SoundError.unreadable` when the library cannot do that, and `.beyondLimit` when more would come of it than is taken:
    ///   a small file of a low rate is a large sound at a high one.
    package func resampled(to other: Int, _ limits: SoundLimits = SoundLimits()) throws(SoundError) -> Samples {
        guard other != rate, !values.isEmpty else { return self }
        let ratio = Double(other) / Double(rate)
        let wanted = Int((Double(frameCount) * ratio).rounded(.up))
        guard wanted * channels * MemoryLayout<Int16>.size <= limits.byteCount else { throw limits.tooLarge }
        let input = [Float](unsafeUninitializedCapacity: values.count) { buffer, count in
            src_short_to_float_array(values, buffer.baseAddress, Int32(clamping: values.count))
            count = values.count
        }
        var failure: Int32 = 0
        let output = [Float](unsafeUninitializedCapacity: wanted * channels) { buffer, count in
            input.withUnsafeBufferPointer { input in
                var task = SRC_DATA()
                (task.data_in, task.data_out) = (input.baseAddress, buffer.baseAddress)
                (task.input_frames, task.output_frames, task.src_ratio) = (frameCount, wanted, ratio)
                failure = src_simple(&task, Int32(SRC_SINC_FASTEST), Int32(channels))
                count = failure == 0 ? task.output_frames_gen * channels : 0
            }
        }
        guard failure == 0 else {
            let reason = src_strerror(failure).map { String(cString: $0) } ?? "unknown"
            throw .unreadable("\(rate) to \(other) samples a second: \(reason)")
        }
        let resampled = [Int16](unsafeUninitializedCapacity: output.count) { buffer, count in
            src_float_to_short_array(output, buffer.baseAddress, Int32(clamping: output.count))
            count = output.count
        }
        return Samples(rate: other, channels: channels, values: resampled)
    }

    /// Faster or slower at the same pitch.
    /// - Parameter percent: of the speed; 100 are the same samples.
    /// - Returns: `frameCount` x 100 / `percent` frames.
    package func stretched(toSpeed percent: Int) -> Samples {
        guard percent != 100, percent > 0, !values.isEmpty else { return self }
        let changer = SpeedChanger(rate: rate, channels: channels, percent: percent)
        let begun = changer.take(self)
        return Samples(rate: rate, channels: channels, values: begun.values + changer.finish().values)
    }
}

extension Samples {
    /// How loud it is each `hop`: the mean square of `around` hops to either side and the one between, in decibels from -60
    /// (0) to full scale (1). Of two channels both count. A hop that is not whole at the end is left out.
    /// - Cost: one multiplication a sample, and a logarithm a hop.
    package func loudness(each hop: TimeSpan, around: Int) -> [Float] { Self.loudness(powers(each: hop), around) }

    /// The same of what is between 1 and 4 kHz, where the mouth shapes a voice most; above 4 kHz it fades out.
    /// - Cost: one filter step for 8,000 to 16,000 samples a second, whatever the rate.
    package func articulation(each hop: TimeSpan, around: Int) -> [Float] {
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
    private func powers(each hop: TimeSpan) -> [Double] {
        let length = max(hop.seconds * Double(rate), 1)
        let count = Int(Double(frameCount) / length)
        return (0..<count).map { power(of: Int(Double($0) * length)..<Int(Double($0 + 1) * length)) }
    }

    /// How loud each stretch of this length is, the last one as far as it goes: 0 is silence, 255 the full scale, on the scale
    /// of decibels from -60 on, as the root of the mean square.
    package func levels(each stretch: TimeSpan) -> [UInt8] {
        let length = max(1, frame(of: stretch))
        return stride(from: 0, to: frameCount, by: length).map { start in
            UInt8(255 * Self.loudness(ofPower: power(of: start..<min(start + length, frameCount))))
        }
    }

    /// Silence at its start and at its end, in stretches of 10 ms: what is 30 dB below its loudest twentieth. All of it where it is
    /// digital silence.
    package var quietEnds: (start: TimeSpan, end: TimeSpan) {
        let stretch = TimeSpan.milliseconds(10)
        let levels = levels(each: stretch)
        let loudest = levels.sorted(by: >).dropFirst(levels.count / 20).first ?? 0
        let threshold = max(loudest, 128) - 128
        guard let first = levels.firstIndex(where: { $0 > threshold }),
            let last = levels.lastIndex(where: { $0 > threshold })
        else { return (duration, duration) }
        return (stretch * Int64(first), max(.zero, duration - stretch * Int64(last + 1)))
    }

    /// The number of frames that a span takes, not bounded by what there is.
    private func frame(of span: TimeSpan) -> Int { Int((span.seconds * Double(rate)).rounded()) }

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
