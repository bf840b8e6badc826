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
