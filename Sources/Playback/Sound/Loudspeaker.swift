import Events
import Settings
import Sound
import Synchronization

/// What plays sounds and tells what is heard of them; a `SoundDevice`, outside of tests.
package protocol Loudspeaker: AnyObject, Sendable {
    var rate: Int { get }
    /// Instead of everything else, from now on; `position` in the chunk's sound is that of the first sample.
    func play(_ name: SoundName, _ samples: Samples, from position: TimeSpan, speed: Int)
    /// The sound that is heard goes on with these samples of it, without a gap.
    func change(_ name: SoundName, _ samples: Samples, from position: TimeSpan, speed: Int)
    /// Behind what is heard, without a gap.
    func follow(_ name: SoundName, _ samples: Samples, speed: Int)
    /// A sound that comes piece by piece, instead of everything else.
    func begin(_ name: SoundName, from position: TimeSpan, speed: Int)
    /// More of it; `isLast` where no more comes.
    func extend(_ name: SoundName, _ samples: Samples, isLast: Bool)
    /// Frames of it that the device has not taken.
    func waiting(_ name: SoundName) -> Int
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
    private let options: SoundOptions
    private let clock: SessionClock
    /// Not longer than somebody is heard over it: one that is gone is closed, as it would be with nobody else.
    private struct Opened { weak var device: SoundDevice? }
    private let opened = Mutex(Opened())

    package init(_ options: SoundOptions, _ clock: SessionClock) { (self.options, self.clock) = (options, clock) }

    /// For music beneath whatever else is heard over it; `nil` while nothing is.
    package func openForMusic() -> (any Loudspeaker)? {
        opened.withLock { $0.device.map { SoundDevice(beneath: $0) } }
    }

    /// Waits for whoever opens it already.
    package func open() throws(SoundError) -> any Loudspeaker {
        let result: Result<SoundDevice, SoundError> = opened.withLock { opened in
            if let device = opened.device { return .success(SoundDevice(beside: device)) }
            return Result { () throws(SoundError) in
                let new = try SoundDevice(options.device, latency: options.latency) { [clock] in clock.now }
                opened.device = new
                return new
            }
        }
        return try result.get()
    }
}
