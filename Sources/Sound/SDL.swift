import CSDL
import Synchronization

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
