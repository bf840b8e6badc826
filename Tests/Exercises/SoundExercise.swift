import Events
import Sound

/// Bytes that may be a sound file of any kind, and what becomes of the sound at another rate and speed.
enum SoundExercise {
    private static var limits: SoundLimits {
        var limits = SoundLimits()
        limits.duration = .seconds(60)
        limits.byteCount = 4 << 20
        return limits
    }

    static func run(_ bytes: [UInt8]) throws(Breach) {
        do {
            try pieces(of: bytes)
            let samples = try decodeSound(bytes, limits)
            try check(samples)
            guard samples.frameCount < 20_000 else { return }
            let other = try samples.resampled(to: 8_000)
            let expected = Double(samples.frameCount) * 8_000 / Double(samples.rate)
            try expect(abs(Double(other.frameCount) - expected) <= 8, "another rate gives another length")
            try expect(samples.dropping(samples.frameCount).frameCount == 0, "what is dropped stays")
            _ = samples.stretched(toSpeed: 150)
        } catch let error as SoundError {
            // Of what a file says only text stands in messages.
            let isPlain = error.reason.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            try expect(isPlain && error.reason.utf8.count < 1_000, "a message is no line: \(error.reason)")
        } catch {
            throw error as? Breach ?? Breach("\(error)")
        }
    }

    /// The file cut into two chunks, somewhere: the second piece goes on with the first.
    private static func pieces(of bytes: [UInt8]) throws(Breach) {
        let cut = bytes.count > 1 ? 1 + Int(bytes.reduce(0 as UInt8, &+)) * 251 % (bytes.count - 1) : bytes.count
        let first = SoundPiece(Array(bytes[..<cut]), limits)
        let context = SoundContext(rest: first.rest, first: first.header)
        for piece in [first, SoundPiece(Array(bytes[cut...]), asAfter: context, limits)] {
            guard case .success(let samples) = piece.samples, samples.frameCount > 0 else { continue }
            try check(samples)
        }
    }

    private static func check(_ samples: Samples) throws(Breach) {
        try expect(samples.frameCount > 0 && (1...2).contains(samples.channels), "a sound without samples")
        try expect(limits.rates.contains(samples.rate), "a rate beyond the limit")
        try expect(samples.byteCount <= limits.byteCount, "more samples than are taken")
        try expect(samples.duration <= limits.duration + .milliseconds(1), "a longer sound than is taken")
        try expect(samples.values.count == samples.frameCount * samples.channels, "half a frame")
    }
}
