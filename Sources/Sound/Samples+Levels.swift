import Events
import Platform

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
