import Sound

extension Samples {
    /// A piece of it, in moments; silence for what lies behind the end.
    func piece(_ frames: Range<Int>) -> Samples {
        let from = min(max(0, frames.lowerBound), frameCount)
        let to = min(max(from, frames.upperBound), frameCount)
        var piece = Array(values[from * channels..<to * channels])
        let wanted = max(0, frames.count) * channels
        piece.append(contentsOf: repeatElement(0, count: wanted - piece.count))
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
