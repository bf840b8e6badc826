import CSndfile
import Events

/// Why something cannot be heard.
package enum SoundError: ReasonedError, Hashable {
    case empty
    /// What bytes are that are no sound.
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
    /// - name: of the device that was asked for; `nil` for the system's.
    case noDevice(String, name: String? = nil)

    /// For a line of its own.
    package var reason: String {
        switch self {
        case .empty: "no bytes"
        case .unreadable(let reason): "not a playable MP3, WAV, Ogg, Opus or FLAC file: \(reason)"
        case .noProgram:
            "AAC, M4A, M4B, MP4 and video sound need ffmpeg, which is not installed"
        case .programFailed(let words): "ffmpeg: \(words)"
        case .beyondLimit(let what): what
        case .unwritable(let reason): reason
        case .noDevice(let words, let name?): "\"\(name)\": \(words); \(Self.listing)"
        case .noDevice(let words, nil): words
        }
    }

    private static let listing = "`cameo doctor` lists devices"

    /// The same for people who want to hear something: of a device without the library's words.
    package var plainReason: String {
        guard case .noDevice(let words, let name) = self else { return reason }
        if words.contains("busy") { return "the sound device is in use by another program" }
        if words.contains("ermission denied") || words.contains("not permitted") {
            return "no permission to use the sound device"
        }
        if let name { return "device \"\(name)\" did not open; \(Self.listing)" }
        return Self.isMissing(words) ? "no device found" : "the sound device did not open"
    }

    /// The library's words about a device, where those of `plainReason` are others.
    package var details: String? {
        if case .noDevice(let words, _) = self { words } else { nil }
    }

    /// The library has no codes: this is what it says where there is no device, or no sound system.
    private static func isMissing(_ words: String) -> Bool {
        ["No such", "No default", "No available", "not available", "connect"].contains { words.contains($0) }
    }
}

/// What the sound library's numbers mean, in our words: its own are for programmers, and some are wrong of what it was given.
enum SoundFaultWords {
    /// - Parameter file: `nil` for one that could not be opened.
    static func reading(_ file: OpaquePointer?) -> String {
        switch Int(sf_error(file)) {
        case Int(SF_ERR_SYSTEM): "cannot be read to the end"
        case Int(SF_ERR_MALFORMED_FILE): "invalid header"
        case Int(SF_ERR_UNSUPPORTED_ENCODING): "unsupported encoding"
        default: "not a known sound file"
        }
    }

    /// - Parameter code: of the library.
    static func writing(_ code: Int32) -> String {
        Int(code) == Int(SF_ERR_SYSTEM) ? "cannot be written" : "this format cannot be written"
    }
}
