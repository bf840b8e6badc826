import Events
import SocketIO

/// What can be set once in the configuration file, in the environment, or for one command by an option; what counts
/// more stands later.
package enum Setting: Hashable, CaseIterable, Sendable {
    case url, user, agent, instance, resolution, email, password, transport, connectTimeout, insecure, caFile,
        logToBackend
    case access(BackendAccess.Part)
    case cacheFolder, cacheLimit
    case voice, voiceRate, voicePitch, voiceProgram, voiceCommand
    case server, login, libraryPassword, bookCacheLimit
    case lookupCommand, modelLookup, illustrations, music, musicVolume
    case colors, background, blocks, rightToLeft, tolerance, fill, clean, debug, still, log, buffer, bufferMilliseconds
    case audio, volume, audioDevice, audioLatency, stepSound
    case tile, tileCorner, tileSize, includeLocal, marks, remember
    case hostPrefix, hostMakesRoom, hostHistory, hostMouse, hostClipboard, hostLinks
    case engine(EngineSetting)

    package static let allCases: [Setting] =
        [
            .url, .user, .agent, .instance, .resolution, .email, .password, .transport, .connectTimeout, .insecure,
            .caFile, .logToBackend,
        ] + BackendAccess.Part.allCases.map { .access($0) } + [
            .cacheFolder, .cacheLimit, .voice, .voiceRate, .voicePitch, .voiceProgram, .voiceCommand,
            .server, .login, .libraryPassword, .bookCacheLimit,
            .lookupCommand, .modelLookup, .illustrations, .music, .musicVolume, .colors,
            .background, .blocks, .rightToLeft, .tolerance, .fill, .clean, .debug, .still, .log, .buffer,
            .bufferMilliseconds, .audio, .volume, .audioDevice, .audioLatency, .stepSound, .tile, .tileCorner,
            .tileSize,
            .includeLocal, .marks, .remember, .hostPrefix, .hostMakesRoom, .hostHistory, .hostMouse, .hostClipboard,
            .hostLinks,
        ] + EngineSetting.allCases.map { .engine($0) }
}

/// Who turns rows of scripts that are written from right to left.
package enum TextTurner: String, CaseIterable, Sendable { case auto, cameo, terminal }

package enum SettingValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case number(Int)
    case span(TimeSpan)
}

/// What a setting's value has to be.
package enum SettingKind: Sendable {
    /// Not empty; a number is taken for its digits (K56).
    case text
    /// A name of a file or folder; in the configuration file relative to that, `~/` is the home folder.
    case path
    /// An address that a connection can be made to.
    case address
    case flag
    case number(ClosedRange<Int>)
    case span(ClosedRange<TimeSpan>)
    case choice([String])
    /// Also under the numbers that people use for it.
    case colors
    /// Of what a backend asks for besides an address.
    case access(BackendAccess.Part)

    /// In words, after "expected".
    package var expected: String {
        switch self {
        case .text: "text"
        case .path: "the name of a file or folder"
        case .address: "an address such as \"http://127.0.0.1:5003\""
        case .flag: "true or false"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .span(let range): "a time from \(range.lowerBound.typed) to \(range.upperBound.typed)"
        case .choice(let words): "one of " + words.joined(separator: ", ")
        case .colors: "one of " + ColorDepth.typedNames
        case .access(let part): part.expected
        }
    }
}

/// One row of the table that drives reading, `cameo config` and docs/reference/settings.md.
package struct SettingRow: Sendable {
    package let setting: Setting
    /// Heading in the file.
    package let section: String
    /// Name under that heading.
    package let key: String
    /// `nil` for what is an argument by itself, and for what must not be seen in the list of processes.
    package let flag: String?
    /// Where it is not made of the names above.
    var environmentName: String?
    package let kind: SettingKind
    /// What holds without the setting, as it would stand in the file; `nil` where that is not one value.
    package let standard: SettingValue?
    package let says: String
    /// Never shown.
    package var isSecret: Bool {
        switch setting {
        case .password, .libraryPassword: true
        case .access(let part): part.isSecret
        default: false
        }
    }

    package var path: String { "\(section).\(key)" }
    package var environment: String {
        if let environmentName { return environmentName }
        let name = flag.map { String($0.dropFirst(2)).replacing("-", with: "_") } ?? key
        return "CAMEO_" + name.replacing(" ", with: "_").uppercased()
    }
}

extension Setting {
    package var row: SettingRow {
        switch self {
        case .url:
            return SettingRow(
                setting: self, section: "backend", key: "url", flag: nil, kind: .address, standard: nil,
                says: "default backend address")
        case .user:
            return backend("user", .text, nil, "user to connect as; by default a guest")
        case .agent:
            return backend("agent", .text, .text("1"), "agent to talk to")
        case .instance:
            return backend("instance", .text, .text("default"), "name for this session")
        case .resolution:
            return backend("resolution", .text, .text("512"), "picture size to request")
        case .email:
            return backend("email", .text, nil, "address to log in with")
        case .password:
            return SettingRow(
                setting: self, section: "backend", key: "password", flag: nil, kind: .text, standard: nil,
                says: "password to log in with; Cameo asks if it is needed and not set")
        case .transport:
            return backend(
                "transport", .choice(TransportChoice.allCases.map(\.rawValue)), .text("auto"),
                "how to connect; auto starts with polling, then upgrades")
        case .connectTimeout:
            return backend(
                "connect_timeout", .span(.milliseconds(100) ... .seconds(3_600)), nil,
                "time limit for the first connection; by default 30s without a screen")
        case .insecure:
            return backend("insecure", .flag, .flag(false), "accept untrusted certificates")
        case .caFile:
            return backend("ca_file", .path, nil, "additional certificates to trust, PEM")
        case .logToBackend:
            return backend("log_to_backend", .flag, .flag(false), "also send the frame log to the backend")
        case .access(let part): return backend(part.rawValue, .access(part), nil, part.says)
        case .cacheFolder:
            return SettingRow(
                setting: self, section: "cache", key: "folder", flag: "--cache-folder", kind: .path, standard: nil,
                says: "folder for downloaded clips; by default the platform's cache folder")
        case .cacheLimit:
            return SettingRow(
                setting: self, section: "cache", key: "limit_mb", flag: "--cache-limit", kind: .number(0...1_000_000),
                standard: .number(Limits.clipCacheBytes / 1_000_000),
                says: "disk limit for clips in MB; 0 disables the cache")
        case .voice:
            return voice("name", "--voice", .text, nil, "voice by name, language or title, as cameo voices lists them")
        case .voiceRate:
            return voice(
                "rate", "--rate", .number(ChosenVoice.rates), .number(100), "speed relative to normal, percent")
        case .voicePitch:
            return voice(
                "pitch", "--pitch", .number(ChosenVoice.pitches), .number(100), "pitch relative to normal, percent")
        case .voiceProgram:
            return voice(
                "program", "--voice-program", .path, nil, "program that acts as the voice (docs/using/voices.md)")
        case .voiceCommand:
            return voice(
                "command", "--voice-command", .text, nil,
                "shell command that turns text into a sound file; counts less than a program")
        case .server:
            return library("server", .address, nil, "server of the books to read and list")
        case .login:
            return library("login", .text, nil, "name to log in with; without it public books only")
        case .libraryPassword:
            return SettingRow(
                setting: self, section: "library", key: "password", flag: nil,
                environmentName: "CAMEO_LIBRARY_PASSWORD", kind: .text, standard: nil,
                says: "password to log in with; Cameo asks if it is needed and not set")
        case .bookCacheLimit:
            return SettingRow(
                setting: self, section: "library", key: "cache_mb", flag: "--book-cache", kind: .number(0...1_000_000),
                standard: .number(Limits.bookCacheBytes / 1_000_000),
                says: "disk limit for books of servers in MB; 0 disables the cache")
        case .lookupCommand:
            return make(
                "read", "lookup_command", .text, nil,
                "shell command that looks up words missing from the book's dictionary")
        case .modelLookup:
            return make(
                "read", "model_lookup", .flag, .flag(false),
                "ask the language model of the book's server for words found nowhere else")
        case .illustrations:
            return make(
                "read", "pictures", .flag, .flag(true), "show the cover and sentence pictures where they fit")
        case .music:
            return make(
                "read", "music", .text, .text("book"),
                "background music: a file, a piece on the book's server, book for its own, or off")
        case .musicVolume:
            return make(
                "read", "music_volume", .number(0...100), .number(MusicOptions.usualVolume),
                "volume of the music, percent")
        case .colors:
            return play(
                "colors", .colors, nil,
                "color depth; detected by default")
        case .background:
            return play(
                "background", .choice([Setting.auto] + TerminalBackground.allCases.map(\.rawValue)),
                .text(Setting.auto),
                "color behind the text; auto asks the terminal")
        case .blocks:
            return play(
                "blocks", .choice(BlockStyle.allCases.map(\.rawValue)), .text(BlockStyle.any.rawValue),
                "block characters to draw with")
        case .rightToLeft:
            return play(
                "right_to_left", .choice(TextTurner.allCases.map(\.rawValue)), .text(TextTurner.auto.rawValue),
                "who lays out right-to-left text; auto asks the terminal")
        case .tolerance:
            // Three 255ths cannot be seen, and take two thirds off what goes to the terminal: lossy pictures flicker by
            // that much.
            return play(
                "tolerance", .number(0...255), .number(3),
                "color differences to ignore while playing; paused pictures are exact")
        case .fill:
            return play("fill", .flag, .flag(false), "fill the window by cropping the picture")
        case .clean:
            return play(
                "clean", .flag, .flag(false), "show only the face and its captions when just watching")
        case .debug:
            return play("debug", .flag, .flag(false), "show status words, chunks, clips and fault counts while playing")
        case .still:
            return play("still", .flag, .flag(false), "reduced motion: a still face, with captions and sound")
        case .log:
            return play("log", .flag, .flag(false), "start with the log open")
        case .buffer:
            return play(
                "buffer", .number(1...1_000), .number(PlaybackSettings().bufferFrames),
                "decoded frames required before a chunk starts; engine.buffer_frames overrides it")
        case .bufferMilliseconds:
            return play(
                "buffer_ms", .number(0...60_000), .number(Int(PlaybackSettings().bufferLimit.microseconds / 1_000)),
                "time limit for filling the buffer, ms; engine.buffer_limit overrides it")
        case .audio:
            return play("audio", .flag, .flag(true), "play the sound; the picture follows it")
        case .volume:
            return play("volume", .number(SoundOptions.volumes), .number(100), "volume, percent")
        case .audioDevice:
            return play(
                "audio_device", .text, nil, "sound device, as cameo doctor lists it; by default the system's")
        case .audioLatency:
            return play(
                "audio_latency_ms", .number(0...2_000), .number(0),
                "extra latency after the device, as with a wireless headset")
        case .stepSound:
            return play("step_sound", .flag, .flag(false), "play a frame's bit of sound when stepping to it")
        case .tile:
            // CAMEO_TILE is the socket of a tile that is there.
            return SettingRow(
                setting: self, section: "play", key: "tile", flag: "--tile", environmentName: "CAMEO_TILE_MODE",
                kind: .choice(TileMode.allCases.map(\.rawValue)), standard: .text(TileMode.auto.rawValue),
                says: "small picture on top; auto: while the large one is covered")
        case .tileCorner:
            return play(
                "tile_corner", .choice(TileCorner.allCases.map(\.rawValue)), .text(TileCorner.topRight.rawValue),
                "corner of the tile")
        case .tileSize:
            return play(
                "tile_size", .choice(TileSize.allCases.map(\.rawValue)), .text(TileSize.medium.rawValue),
                "size of the tile")
        case .includeLocal:
            return play(
                "include_local", .flag, .flag(false), "show yourself in a call's tile while you are alone")
        case .marks:
            return play(
                "marks", .choice(MarkPlace.allCases.map(\.rawValue)), .text(MarkPlace.beside.rawValue),
                "where to save marks: in a file beside the tape, or in the tape")
        case .remember:
            return play(
                "remember", .flag, .flag(true),
                "reopen a tape as you left it: position, view, panels, filter; if off, nothing is saved")
        case .hostPrefix:
            return pip(
                "prefix", .choice(HostingOptions.prefixes), .text(HostingOptions.usualPrefix),
                "prefix key for Cameo's commands: Ctrl plus this key")
        case .hostMakesRoom:
            return pip(
                "make_room", .flag, .flag(true), "move the tile when the cursor stays under it")
        case .hostHistory:
            return pip(
                "history", .number(0...1_000_000), .number(HostingOptions().history),
                "lines of scrollback")
        case .hostMouse:
            return pip(
                "mouse", .flag, .flag(true),
                "scroll back with the wheel and select by dragging unless the program uses the mouse")
        case .hostLinks:
            return pip(
                "links", .flag, .flag(true), "pass on the program's hyperlinks (OSC 8)"
            )
        case .hostClipboard:
            return pip(
                "clipboard", .choice(ClipboardUse.allCases.map(\.rawValue)), .text(ClipboardUse.selected.rawValue),
                "what to copy to the terminal's clipboard: selected text, all (also what programs copy), or off")
        case .engine(let engine):
            return SettingRow(
                setting: self, section: "engine", key: engine.rawValue, flag: "--engine \(engine.rawValue)",
                kind: SettingKind(engine.kind), standard: engine.standard, says: engine.row.meaning)
        }
    }

    /// Found out.
    package static let auto = "auto"

    package static var rows: [SettingRow] { allCases.map(\.row) }
    /// In the file, section first.
    package static var names: [String] { rows.map(\.path) }
    /// In the order of the file.
    static let sections = ["backend", "cache", "voice", "library", "read", "play", "pip", "engine", "keys"]

    private func backend(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        make("backend", key, kind, standard, says)
    }

    private func library(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        make("library", key, kind, standard, says)
    }

    private func voice(
        _ key: String, _ flag: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String
    ) -> SettingRow {
        SettingRow(
            setting: self, section: "voice", key: key, flag: flag,
            environmentName: "CAMEO_VOICE" + (key == "name" ? "" : "_" + key.uppercased()), kind: kind,
            standard: standard, says: says)
    }

    private func play(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        make("play", key, kind, standard, says)
    }

    private func pip(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        var row = make("pip", key, kind, standard, says)
        row.environmentName = "CAMEO_PIP_" + key.uppercased()
        return row
    }

    private func make(
        _ section: String, _ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String
    ) -> SettingRow {
        SettingRow(
            setting: self, section: section, key: key, flag: "--" + key.replacing("_", with: "-"), kind: kind,
            standard: standard, says: says)
    }
}
