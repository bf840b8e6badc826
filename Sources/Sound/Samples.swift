import Events

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
    package var duration: Span { Self.span(frameCount, rate) }
    package var byteCount: Int { values.count * MemoryLayout<Int16>.size }

    /// How long so many frames are.
    package static func span(_ frames: Int, _ rate: Int) -> Span {
        Span(microseconds: Int64((Double(frames) * 1_000_000 / Double(rate)).rounded()))
    }

    /// The frame that is heard at this time of it, within bounds.
    package func frame(at position: Span) -> Int {
        min(max(0, Int((position.seconds * Double(rate)).rounded())), frameCount)
    }

    /// A piece of it that begins and ends softly, so that it does not click when it is heard alone; what lies behind the end is
    /// left out.
    /// - Parameter fade: how long it takes to be as loud as it is, and to be silent again.
    package func piece(from start: Span, to end: Span, fade: Span) -> Samples {
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
    package func part(from start: Span, to end: Span) -> Samples {
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
