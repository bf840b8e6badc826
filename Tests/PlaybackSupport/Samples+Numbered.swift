import Sound

extension Samples {
    /// A WAV file of them.
    package var file: [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
        let data = values.flatMap { number(Int(UInt16(bitPattern: $0)), 2) }
        let (frame, format) = (2 * channels, Array("WAVEfmt ".utf8))
        return Array("RIFF".utf8) + number(36 + data.count, 4) + format + number(16, 4) + number(1, 2)
            + number(channels, 2) + number(rate, 4) + number(rate * frame, 4) + number(frame, 2) + number(16, 2)
            + Array("data".utf8) + number(data.count, 4) + data
    }

    /// Each of its samples tells its place: never silent, and no two neighbors alike.
    package static func numbered(seconds: Double, rate: Int = 48_000, first: Int = 1) -> Samples {
        let count = Int((seconds * Double(rate)).rounded())
        return Samples(rate: rate, channels: 1, values: (0..<count).map { Int16((first + $0) % 32_000 + 1) })
    }
}
