import Events

/// Why something cannot be heard.
package enum SoundError: ReasonedError, Hashable {
    case empty
    /// What the library says of bytes that are no sound.
    case unreadable(String)
    /// Only a program that is not here reads it.
    case noProgram
    /// What the program that decodes it says.
    case programFailed(String)
    /// It announces, or has, more than is taken.
    case beyondLimit(String)
    /// A file cannot be written; what the library says.
    case unwritable(String)
    /// There is no device, or it does not open; what the library says.
    case noDevice(String)

    /// For a line of its own.
    package var reason: String {
        switch self {
        case .empty: "no bytes"
        case .unreadable(let reason): "no MP3, WAV, Ogg, Opus or FLAC: \(reason)"
        case .noProgram:
            "to hear AAC, M4A, M4B, MP4 and the sound of videos the program ffmpeg is needed, which is not here"
        case .programFailed(let words): "ffmpeg: \(words)"
        case .beyondLimit(let what): what
        case .unwritable(let reason): reason
        case .noDevice(let reason): reason
        }
    }
}
