import CSonic

/// Makes a sound faster or slower at the same pitch while it comes. What comes of it does not depend on the pieces in which it came.
///
/// Owner: one thread at a time.
package final class SpeedChanger {
    private let rate: Int
    private let channels: Int
    private let percent: Int
    /// `nil` where nothing is changed.
    private let stream: OpaquePointer?
    private var (taken, given) = (0, 0)
    /// The last 50 ms.
    private var recent: [Int16] = []

    private static let pieceFrames = 8_192

    /// - Parameter percent: of the speed; 100 are the same samples.
    package init(rate: Int, channels: Int, percent: Int) {
        (self.rate, self.channels, self.percent) = (rate, channels, percent)
        stream = percent == 100 || percent <= 0 ? nil : sonicCreateStream(Int32(clamping: rate), Int32(channels))
        if let stream { sonicSetSpeed(stream, Float(percent) / 100) }
    }

    deinit { if let stream { sonicDestroyStream(stream) } }

    /// - Returns: what of it is ready.
    package func take(_ samples: Samples) -> Samples {
        guard let stream else { return samples }
        var values = samples.values
        recent = Array((recent + values).suffix(rate / 20 * channels))
        taken += samples.frameCount
        sonicWriteShortToStream(stream, &values, Int32(clamping: samples.frameCount))
        return read(stream)
    }

    /// - Returns: the rest; what was taken is then `100 / percent` times as long.
    package func finish() -> Samples {
        guard let stream, taken > 0 else { return Samples(rate: rate, channels: channels, values: []) }
        // The library fades what it is flushed with into silence: it gets somewhat more, which is cut off again. Backwards it goes on
        // from the end without a step; 50 ms are more than the longest period of a voice.
        var echo = (1...max(1, recent.count / channels)).flatMap {
            recent[recent.count - $0 * channels..<recent.count - ($0 - 1) * channels]
        }
        sonicWriteShortToStream(stream, &echo, Int32(clamping: echo.count / channels))
        sonicFlushStream(stream)
        return read(stream)
    }

    private func read(_ stream: OpaquePointer) -> Samples {
        let wanted = (taken * 100 / percent - given) * channels
        var values: [Int16] = []
        var piece = [Int16](repeating: 0, count: Self.pieceFrames * channels)
        while values.count < wanted,
            case let count = Int(
                sonicReadShortFromStream(
                    stream, &piece, Int32(clamping: min(Self.pieceFrames, (wanted - values.count) / channels)))),
            count > 0
        {
            values += piece[..<(count * channels)]
        }
        given += values.count / channels
        return Samples(rate: rate, channels: channels, values: values)
    }
}
