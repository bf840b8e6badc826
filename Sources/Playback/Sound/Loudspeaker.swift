import Events
import Settings
import Sound
import Synchronization

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

/// A device that is opened once, for however many want to be heard over it at the same time.
package final class SharedLoudspeaker: Sendable {
    private let wish: SoundWish
    private let clock: SessionClock
    private let device = Mutex<SoundDevice?>(nil)

    package init(_ wish: SoundWish, _ clock: SessionClock) { (self.wish, self.clock) = (wish, clock) }

    /// Waits for whoever opens it already.
    func open() throws(SoundError) -> any Loudspeaker {
        let opened: Result<SoundDevice, SoundError> = device.withLock { device in
            if let device { return .success(SoundDevice(beside: device)) }
            return Result { () throws(SoundError) in
                let new = try SoundDevice(wish.device, latency: wish.latency) { [clock] in clock.now }
                device = new
                return new
            }
        }
        return try opened.get()
    }
}
