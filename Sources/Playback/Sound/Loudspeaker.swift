import Events
import Sound

/// What plays sounds and tells what is heard of them; a `SoundDevice`, outside of tests.
package protocol Loudspeaker: AnyObject, Sendable {
    var rate: Int { get }
    /// Instead of everything else, from now on; `position` in the chunk's sound is that of the first sample.
    func play(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int)
    /// The sound that is heard goes on with these samples of it, without a gap.
    func change(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int)
    /// Behind what is heard, without a gap.
    func follow(_ name: SoundName, _ samples: Samples, speed: Int)
    func stop()
    /// Sounds that are heard or wait.
    var names: [SoundName] { get }
    func setGain(_ gain: Float)
    func setPaused(_ isPaused: Bool)
    /// What is heard at this moment; `nil` before anything is.
    func place(at time: Instant) -> SoundDevice.Place?
    func isLost(at time: Instant) -> Bool
}

extension SoundDevice: Loudspeaker {}
