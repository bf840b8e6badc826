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
        var file: [UInt8] = []
        file.reserveCapacity(44 + byteCount)
        func append(_ number: Int, _ bytes: Int) {
            for place in 0..<bytes { file.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        file += Array("RIFF".utf8)
        append(36 + byteCount, 4)
        file += Array("WAVEfmt ".utf8)
        append(16, 4)
        append(1, 2)
        append(channels, 2)
        append(rate, 4)
        append(rate * channels * 2, 4)
        append(channels * 2, 2)
        append(16, 2)
        file += Array("data".utf8)
        append(byteCount, 4)
        for value in values {
            file.append(UInt8(truncatingIfNeeded: value))
            file.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        return file
    }
}
