import Events
import Playback
import Sound

/// Music beneath a book, round and round, while somebody reads.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class MusicBed {
    private let loudspeaker: any Loudspeaker
    private let sound: StreamedSound
    /// Of the file, the next frame for the device.
    private var next = 0
    private var isHeard = false
    /// When it has faded away; `nil` while it is heard, and once it stands.
    private var standsAt: Instant?

    private static let name = SoundName(0, 0)
    private static let ahead = Span.seconds(3)
    private static let pieceFrames = 1 << 15
    private static let fading = Span.milliseconds(400)
    /// It is looked so often whether the device has enough.
    private static let period = Span.seconds(1)

    /// - Parameter loudspeaker: for this alone.
    package init(_ loudspeaker: any Loudspeaker, _ sound: StreamedSound) {
        (self.loudspeaker, self.sound) = (loudspeaker, sound)
        loudspeaker.begin(Self.name, from: .zero, speed: 100)
    }

    /// Why it is not heard any further.
    package var failure: SoundError? { sound.failure }

    /// - Parameter gain: 0 to 1; `nil` where it is not to be heard.
    package func follow(_ gain: Float?, at now: Instant) {
        if let gain, failure == nil {
            give()
            loudspeaker.setGain(gain)
            if !isHeard { loudspeaker.setPaused(false) }
            (isHeard, standsAt) = (true, nil)
        } else if isHeard {
            loudspeaker.setGain(0)
            (isHeard, standsAt) = (false, now + Self.fading)
        } else if let end = standsAt, end <= now {
            loudspeaker.setPaused(true)
            standsAt = nil
        }
    }

    /// At once.
    package func stop() {
        loudspeaker.stop()
        loudspeaker.setPaused(true)
    }

    /// When it is to be asked again at the latest.
    package func nextWake(at now: Instant) -> Instant? { isHeard ? now + Self.period : standsAt }

    private func give() {
        let most = Int(Self.ahead.seconds * Double(sound.rate))
        while loudspeaker.waiting(Self.name) < most {
            guard let (samples, isLast) = sound.beginning(of: next..<next + Self.pieceFrames) else { return }
            // A file without a frame has failed.
            guard samples.frameCount > 0 || next > 0 else { return }
            loudspeaker.extend(Self.name, samples, isLast: false)
            next = isLast ? 0 : next + samples.frameCount
        }
    }
}
