import Events
import Sound

/// A sound on its way to a loudspeaker, which gets what is decoded of it, up to some seconds ahead of what the device has taken.
///
/// Owner: whoever plays it.
struct SoundFeed {
    private let name: SoundName
    private let sound: StreamedSound
    /// Frames of the sound: the next one for the loudspeaker, and where it ends before the sound does.
    private var next: Int
    private let stop: Int?
    private let isEndless: Bool
    private let changer: SpeedChanger
    /// The loudspeaker has all of it.
    private(set) var isDone = false

    /// Nobody who is held up for less leaves the device without.
    private static let ahead = TimeSpan.seconds(3)
    private static let pieceFrames = 1 << 15

    /// Instead of everything else that the loudspeaker has.
    /// - Parameters:
    ///   - speed: percent.
    ///   - isEndless: behind its end it begins again.
    init(
        _ sound: StreamedSound, as name: SoundName, over loudspeaker: any Loudspeaker, from start: TimeSpan = .zero,
        to stop: TimeSpan? = nil, speed: Int = 100, isEndless: Bool = false
    ) {
        (self.sound, self.name, self.isEndless) = (sound, name, isEndless)
        (next, self.stop) = (sound.frame(at: start), stop.map(sound.frame))
        changer = SpeedChanger(rate: sound.rate, channels: sound.channels, percent: speed)
        loudspeaker.with { $0.begin(name, from: start, speed: speed) }
    }

    /// Gives it what is there.
    mutating func give(to loudspeaker: any Loudspeaker) {
        let most = Int(Self.ahead.seconds * Double(sound.rate))
        while !isDone, loudspeaker.waiting(name) < most {
            let end = max(next, min(stop ?? .max, next + Self.pieceFrames))
            guard let (samples, isLast) = sound.beginning(of: next..<end) ?? ending else { return }
            // One without a frame has failed.
            guard !isEndless || samples.frameCount > 0 || next > 0 else { return }
            next += samples.frameCount
            isDone = !isEndless && (isLast || next == stop)
            if isEndless, isLast { next = 0 }
            let begun = changer.take(samples)
            loudspeaker.with { $0.extend(name, begun, isLast: false) }
            guard isDone else { continue }
            let rest = changer.finish()
            loudspeaker.with { $0.extend(name, rest, isLast: true) }
        }
    }

    /// What cannot be decoded any further is over where it ends.
    private var ending: (samples: Samples, isLast: Bool)? {
        isEndless || sound.failure == nil
            ? nil : (Samples(rate: sound.rate, channels: sound.channels, values: []), true)
    }
}
