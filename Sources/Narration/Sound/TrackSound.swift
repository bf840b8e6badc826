import Events
import Sound
import Texts

/// What is heard of a chunk on one track: its sentences, one after the other without gaps.
struct TrackSound: Hashable, Sendable {
    /// One channel.
    let sound: Samples
    /// Frames of each sentence; none where it has nothing to be said.
    let lengths: [Int]

    /// - Parameters:
    ///   - said: of each sentence; `nil` where there is nothing to be said.
    ///   - lengths: that it had when it was made before. A voice that says a sentence again need not take as long to the sample, but
    ///     places that have been told stay: the pause behind it is cut or grows.
    init(_ said: [SaidText?], lengths known: [Int]? = nil) throws(SoundError) {
        let rate = said.lazy.compactMap { $0?.sound }.first { $0.frameCount > 0 }?.rate ?? SaidText.silence.sound.rate
        var values: [Int16] = []
        var lengths: [Int] = []
        for (row, said) in said.enumerated() {
            var own = try said?.sound.resampled(to: rate).values ?? []
            if let known, known.indices.contains(row) {
                own = Array(own.prefix(known[row]))
                own += [Int16](repeating: 0, count: known[row] - own.count)
            }
            values += own
            lengths.append(own.count)
        }
        (sound, self.lengths) = (Samples(rate: rate, channels: 1, values: values), lengths)
    }

    var isSilent: Bool { sound.frameCount == 0 }

    /// From where to where each sentence is heard: each begins where the one before it ends.
    var gates: [Range<Span>] {
        var end = 0
        return lengths.map { length in
            let start = end
            end += length
            return Samples.span(start, sound.rate)..<Samples.span(end, sound.rate)
        }
    }
}
