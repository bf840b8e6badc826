import Events
import Settings
import Sound
import Synchronization

/// A device that is opened once, for however many want to be heard over it at the same time.
package final class SharedLoudspeaker: Sendable {
    private let options: SoundOptions
    private let now: @Sendable () -> Instant
    /// Not longer than somebody is heard over it: one that is gone is closed, as it would be with nobody else.
    private struct Opened { weak var device: SoundDevice? }
    private let opened = Mutex(Opened())

    package init(_ options: SoundOptions, now: @escaping @Sendable () -> Instant) {
        (self.options, self.now) = (options, now)
    }

    /// For music beneath whatever else is heard over it; `nil` while nothing is.
    package func openForMusic() -> (any Loudspeaker)? {
        opened.withLock { $0.device.map { SoundDevice(beneath: $0) } }
    }

    /// Waits for whoever opens it already.
    package func open() throws(SoundError) -> any Loudspeaker {
        let result: Result<SoundDevice, SoundError> = opened.withLock { opened in
            if let device = opened.device { return .success(SoundDevice(beside: device)) }
            return Result { () throws(SoundError) in
                let new = try SoundDevice(options.device, latency: options.latency, now: now)
                opened.device = new
                return new
            }
        }
        return try result.get()
    }
}
