import CSDL
import Events
import Synchronization

/// A loudspeaker, or what stands in for one, and what it is to play.
///
/// The library's own thread asks for frames; the mutex guards what it shares with whoever says what is to be heard. That is held
/// for the copying of one piece at most.
package final class SoundDevice: Sendable {
    private struct State {
        var line: SoundLine
        var clock: DeviceClock
        /// When the device has asked last.
        var asked: Instant?
        var isPaused = true
    }

    /// What the library's thread knows.
    private final class Shared: Sendable {
        let state: Mutex<State>
        let now: @Sendable () -> Instant

        init(_ state: consuming sending State, _ now: @escaping @Sendable () -> Instant) {
            self.state = Mutex(state)
            self.now = now
        }

        func render(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
            bytes.withMemoryRebound(to: Int16.self, capacity: count / 2) { samples in
                let time = now()
                state.withLock { state in
                    let start = state.line.handed
                    state.line.render(into: UnsafeMutableBufferPointer(start: samples, count: count / 2))
                    state.clock.receive(start, state.line.handed - start, at: time)
                    state.asked = time
                }
            }
        }
    }

    /// A place of a sound that is heard.
    package struct Place: Hashable, Sendable {
        package var name: SoundName
        package var position: Span
        /// It has been heard to its end, and nothing followed.
        package var isOver: Bool
    }

    /// Frames a second.
    package let rate: Int
    private let shared: Shared
    private let number: SDL_AudioDeviceID

    /// Frames that a device takes at once: about 11 ms.
    private static let pieceFrames = 512
    /// A device that has not asked for so long is gone.
    private static let timeout = Span.milliseconds(500)

    /// - Parameters:
    ///   - name: one of `deviceNames`; `nil` for the one that the system takes.
    ///   - latency: what it takes from a frame's being taken to its being heard, in addition to the pieces that the device holds.
    ///   - now: the clock by which places are told; called from the library's thread.
    /// - Throws: `SoundError.noDevice`.
    package init(
        _ name: String? = nil, latency: Span = .zero, now: @escaping @Sendable () -> Instant
    ) throws(SoundError) {
        try SDL.begin()
        var (wanted, found) = (SDL_AudioSpec(), SDL_AudioSpec())
        wanted.format = cameo_sdl_s16
        wanted.channels = 2
        wanted.samples = UInt16(Self.pieceFrames)
        let rate = Self.usualRate(name) ?? 48_000
        wanted.freq = Int32(clamping: rate)
        // The device plays a piece while it waits for the next one.
        let held = Self.pieceFrames + Int(latency.seconds * Double(rate))
        let state = State(line: SoundLine(rate: rate), clock: DeviceClock(rate: rate, latency: held))
        shared = Shared(state, now)
        wanted.userdata = Unmanaged.passUnretained(shared).toOpaque()
        wanted.callback = { context, bytes, count in
            guard let context, let bytes, count > 0 else { return }
            Unmanaged<Shared>.fromOpaque(context).takeUnretainedValue().render(bytes, Int(count))
        }
        number = SDL_OpenAudioDevice(name, 0, &wanted, &found, 0)
        guard number > 0 else {
            let reason = SDL.lastError
            SDL.end()
            throw .noDevice(reason)
        }
        self.rate = rate
    }

    deinit {
        // Waits for the library's thread, which is in `shared` at most for one piece.
        SDL_CloseAudioDevice(number)
        SDL.end()
    }

    /// The rate at which the device works, so that nothing is converted twice.
    private static func usualRate(_ name: String?) -> Int? {
        var spec = SDL_AudioSpec()
        if name == nil {
            var chosen: UnsafeMutablePointer<CChar>?
            let status = SDL_GetDefaultAudioInfo(&chosen, &spec, 0)
            SDL_free(chosen)
            guard status == 0 else { return nil }
        } else {
            let count = SDL_GetNumAudioDevices(0)
            guard let place = (0..<max(0, count)).first(where: { Self.name($0) == name }),
                SDL_GetAudioDeviceSpec(place, 0, &spec) == 0
            else { return nil }
        }
        return (8_000...192_000).contains(spec.freq) ? Int(spec.freq) : nil
    }

    private static func name(_ place: Int32) -> String? { SDL_GetAudioDeviceName(place, 0).map { String(cString: $0) } }

    /// What the system has.
    /// - Throws: `SoundError.noDevice`, when there is no sound system.
    package static func deviceNames() throws(SoundError) -> [String] {
        try SDL.begin()
        defer { SDL.end() }
        return (0..<max(0, SDL_GetNumAudioDevices(0))).compactMap(name)
    }

    // MARK: What is to be heard

    /// Instead of everything else, from now on.
    /// - Parameters:
    ///   - samples: at `rate`, already at the speed.
    ///   - position: in the chunk's sound, of their first frame.
    ///   - speed: percent.
    package func play(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int = 100) {
        shared.state.withLock { $0.line.play(name, samples, from: position, speed: speed) }
    }

    /// The sound that is heard goes on with these samples of it, from the very frame that the device takes next.
    package func change(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int) {
        shared.state.withLock { $0.line.change(name, samples, from: position, speed: speed) }
    }

    /// Behind what is heard, without a gap.
    package func follow(_ name: SoundName, _ samples: Samples, speed: Int = 100) {
        shared.state.withLock { $0.line.follow(name, samples, from: .zero, speed: speed) }
    }

    /// Silence, at the latest when what the device has taken is used up.
    package func stop() { shared.state.withLock { $0.line.stop() } }

    /// Sounds that are heard or wait.
    package var names: [SoundName] { shared.state.withLock(\.line.names) }

    /// - Parameter gain: 0 to 1.
    package func setGain(_ gain: Float) { shared.state.withLock { $0.line.volume.gain = min(max(0, gain), 1) } }

    package func setPaused(_ isPaused: Bool) {
        let now = shared.now()
        let isNew = shared.state.withLock { state in
            defer { (state.isPaused, state.asked) = (isPaused, now) }
            return state.isPaused != isPaused
        }
        if isNew { SDL_PauseAudioDevice(number, isPaused ? 1 : 0) }
    }

    // MARK: What is heard

    /// What is heard at this moment; `nil` before anything is.
    package func place(at time: Instant) -> Place? {
        shared.state.withLock { state in
            state.clock.frame(at: time).flatMap { state.line.place(at: $0) }.map {
                Place(name: $0.name, position: $0.position, isOver: $0.isOver)
            }
        }
    }

    /// Frames that the device has taken since it was opened.
    var handed: Int { shared.state.withLock(\.line.handed) }

    /// Whether it has stopped asking for anything, unplugged as it may be.
    package func isLost(at time: Instant) -> Bool {
        let isSilent = shared.state.withLock { state in
            !state.isPaused && state.asked.map { time - $0 > Self.timeout } == true
        }
        return isSilent || SDL_GetAudioDeviceStatus(number) == SDL_AUDIO_STOPPED
    }
}

enum SDL {
    /// What the library says of what failed last on this thread.
    static var lastError: String { SDL_GetError().map { String(cString: $0) } ?? "unknown" }

    /// Signals, and the program's start, stay the program's own.
    private static let isPrepared: Bool = {
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
