import CSDL
import Events
import Platform
import Synchronization

/// What plays sounds and tells what is heard of them; a `SoundDevice`, outside of tests.
package protocol Loudspeaker: AnyObject, Sendable {
    /// Frames a second.
    var rate: Int { get }
    /// Changes what is to be heard, or asks what that is: the device takes nothing of it meanwhile.
    func with<Result: Sendable>(_ body: (inout SoundLine) -> Result) -> Result
    /// - Parameter gain: 0 to 1.
    func setGain(_ gain: Float)
    func setPaused(_ isPaused: Bool)
    /// What is heard at this moment; `nil` before anything is.
    func place(at time: Instant) -> SoundLine.Place?
    /// Whether it has stopped asking for anything, unplugged as it may be.
    func isLost(at time: Instant) -> Bool
}

extension Loudspeaker {
    /// Sounds that are heard or wait.
    package var names: [SoundName] { with { $0.names } }
    /// Frames of a sound that the device has not taken.
    package func waiting(_ name: SoundName) -> Int { with { $0.waiting(name) } }
    /// Silence, at the latest when what the device has taken is used up.
    package func stop() { with { $0.stop() } }
}

/// A loudspeaker, or what stands in for one, and what it is to play; alone, or with others that are heard at the same time.
package final class SoundDevice: Loudspeaker {
    private let output: SoundOutput
    /// Of its line among those of the output.
    private let number: Int
    package var rate: Int { output.rate }

    /// - Parameters:
    ///   - name: one of `deviceNames`; `nil` for the one that the system takes.
    ///   - latency: what it takes from a frame's being taken to its being heard, in addition to the pieces that the device holds.
    ///   - now: the clock by which places are told; called from the library's thread.
    /// - Throws: `SoundError.noDevice`.
    package init(
        _ name: String? = nil, latency: TimeSpan = .zero, now: @escaping @Sendable () -> Instant
    ) throws(SoundError) {
        // The sound system's libraries write to standard error by themselves.
        output = try quietly { () throws(SoundError) in try SoundOutput(name, latency: latency, now) }
        number = output.add()
    }

    /// Heard over the same loudspeaker, at the same time as what another one plays.
    package init(beside other: SoundDevice) {
        output = other.output
        number = output.add()
    }

    /// Music that is heard beneath what the other ones over the same loudspeaker play: quieter while they are heard.
    package init(beneath other: SoundDevice) {
        output = other.output
        number = output.add(asMusic: true)
    }

    deinit { output.remove(number) }

    /// What the system has.
    /// - Throws: `SoundError.noDevice`, when there is no sound system.
    package static func deviceNames() throws(SoundError) -> [String] { try SoundOutput.deviceNames() }

    // MARK: Loudspeaker

    package func with<Result: Sendable>(_ body: (inout SoundLine) -> Result) -> Result { output.with(number, body) }
    package func setGain(_ gain: Float) { output.setGain(min(max(0, gain), 1), number) }
    package func setPaused(_ isPaused: Bool) { output.setPaused(isPaused, number) }
    package func place(at time: Instant) -> SoundLine.Place? { output.place(at: time, number) }
    package func isLost(at time: Instant) -> Bool { output.isLost(at: time) }
}

enum SDL {
    /// What the library says of what failed last on this thread.
    static var lastError: String { SDL_GetError().map { String(cString: $0) } ?? "unknown" }

    /// Signals, and the program's start, stay the program's own.
    private static let isPrepared: Bool = {
        cameo_sdl_silence_alsa()
        SDL_SetMainReady()
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        SDL_SetHint(SDL_HINT_AUDIO_DEVICE_APP_NAME, "Cameo")
        return true
    }()
    /// The library counts who uses it, and is not made for several threads that do so at once.
    private static let users = Mutex(0)

    static func begin() throws(SoundError) {
        let failure: String? = users.withLock { users in
            guard isPrepared, SDL_InitSubSystem(cameo_sdl_audio) == 0 else { return lastError }
            users += 1
            return nil
        }
        if let failure { throw .noDevice(failure) }
    }

    /// Without a user the library looks for new devices no more, ten times a second.
    static func end() {
        users.withLock { users in
            guard users > 0 else { return }
            users -= 1
            SDL_QuitSubSystem(cameo_sdl_audio)
        }
    }
}
