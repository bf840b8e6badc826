import Cells
import Events
import Wire

/// What can be set once in the configuration file, in the environment, or for one command by an option; what counts
/// more stands later.
package enum Setting: Hashable, CaseIterable, Sendable {
    case url, user, agent, instance, resolution, email, password, transport, connectTimeout, insecure, caFile,
        logToBackend
    case cacheFolder, cacheLimit
    case server, login, libraryPassword, bookCacheLimit
    case lookupCommand, modelLookup, illustrations, music, musicVolume
    case colors, blocks, rightToLeft, tolerance, fill, clean, log, buffer, bufferMilliseconds
    case audio, volume, audioDevice, audioLatency, stepSound
    case tile, tileCorner, tileSize, includeLocal, marks, remember
    case hostPrefix, hostMakesRoom, hostHistory, hostMouse, hostClipboard, hostLinks
    case engine(EngineSetting)

    package static let allCases: [Setting] =
        [
            .url, .user, .agent, .instance, .resolution, .email, .password, .transport, .connectTimeout, .insecure,
            .caFile,
            .logToBackend, .cacheFolder, .cacheLimit, .server, .login, .libraryPassword, .bookCacheLimit,
            .lookupCommand, .modelLookup, .illustrations, .music, .musicVolume, .colors,
            .blocks, .rightToLeft, .tolerance, .fill, .clean, .log, .buffer,
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
    case span(Span)
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
    case span(ClosedRange<Span>)
    case choice([String])
    /// Also under the numbers that people use for it.
    case colors

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
        }
    }
}

/// One row of the table that drives reading, `cameo config` and docs/config.md.
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
    /// Never shown, and never on the command line.
    package var isSecret: Bool { setting == .password || setting == .libraryPassword }

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
                says: "address that cameo connect uses when none is given")
        case .user:
            return backend("user", .text, nil, "who is talking; a guest unless given")
        case .agent:
            return backend("agent", .text, .text("1"), "id of the agent to talk to")
        case .instance:
            return backend("instance", .text, .text("default"), "name of this session at the backend")
        case .resolution:
            return backend("resolution", .text, .text("512"), "picture size to ask for")
        case .email:
            return backend("email", .text, nil, "log in with this address and the password")
        case .password:
            return SettingRow(
                setting: self, section: "backend", key: "password", flag: nil, kind: .text, standard: nil,
                says: "password to log in with; asked for when it is needed and not set")
        case .transport:
            return backend(
                "transport", .choice(TransportChoice.allCases.map(\.rawValue)), .text("auto"),
                "how to connect; auto begins with polling and changes over")
        case .connectTimeout:
            return backend(
                "connect_timeout", .span(.milliseconds(100) ... .seconds(3_600)), nil,
                "how long the first connection may take; 30s without a screen unless given")
        case .insecure:
            return backend("insecure", .flag, .flag(false), "take certificates that nobody vouches for")
        case .caFile:
            return backend("ca_file", .path, nil, "certificates to trust besides the system's, PEM")
        case .logToBackend:
            return backend("log_to_backend", .flag, .flag(false), "send the frame log to the backend, too")
        case .cacheFolder:
            return SettingRow(
                setting: self, section: "cache", key: "folder", flag: "--cache-folder", kind: .path, standard: nil,
                says: "where downloaded clips are kept; the platform's cache folder unless given")
        case .cacheLimit:
            return SettingRow(
                setting: self, section: "cache", key: "limit_mb", flag: "--cache-limit", kind: .number(0...1_000_000),
                standard: .number(Limits.clipCacheBytes / 1_000_000),
                says: "MB that all clips may take; 0 keeps none")
        case .server:
            return library("server", .address, nil, "address of the server whose books are read and listed")
        case .login:
            return library("login", .text, nil, "name to log in with there; without it what anybody may see")
        case .libraryPassword:
            return SettingRow(
                setting: self, section: "library", key: "password", flag: nil,
                environmentName: "CAMEO_LIBRARY_PASSWORD", kind: .text, standard: nil,
                says: "password to log in with there; asked for when it is needed and not set")
        case .bookCacheLimit:
            return SettingRow(
                setting: self, section: "library", key: "cache_mb", flag: "--book-cache", kind: .number(0...1_000_000),
                standard: .number(Limits.bookCacheBytes / 1_000_000),
                says: "MB that books of servers may take on the disk; 0 keeps none")
        case .lookupCommand:
            return make(
                "read", "lookup_command", .text, nil,
                "command of the shell that is asked for words which the book's own dictionary does not have")
        case .modelLookup:
            return make(
                "read", "model_lookup", .flag, .flag(false),
                "ask the language model of the book's server for words that nothing else knows")
        case .illustrations:
            return make(
                "read", "pictures", .flag, .flag(true), "pictures of sentences and the cover, where there is room")
        case .music:
            return make(
                "read", "music", .text, .text("book"),
                "beneath the book: a file, or the name of what its server has; book for its own, off for none")
        case .musicVolume:
            return make(
                "read", "music_volume", .number(0...100), .number(MusicWish.usualVolume),
                "how loud that is beneath the voice, percent")
        case .colors:
            return play(
                "colors", .colors, nil,
                "colors to send; found out from the terminal unless given")
        case .blocks:
            return play(
                "blocks", .choice(BlockStyle.allCases.map(\.rawValue)), .text(BlockStyle.any.rawValue),
                "block characters to draw with")
        case .rightToLeft:
            return play(
                "right_to_left", .choice(TextTurner.allCases.map(\.rawValue)), .text(TextTurner.auto.rawValue),
                "who turns text from right to left; auto asks the terminal")
        case .tolerance:
            // Three 255ths cannot be seen, and take two thirds off what goes to the terminal: lossy pictures flicker by
            // that much.
            return play(
                "tolerance", .number(0...255), .number(3),
                "differences of color that are left while playing; paused pictures are exact")
        case .fill:
            return play("fill", .flag, .flag(false), "fill the window instead of fitting the picture in")
        case .clean:
            return play(
                "clean", .flag, .flag(false), "show the face and its captions alone, where something is only watched")
        case .log:
            return play("log", .flag, .flag(false), "begin with the log open")
        case .buffer:
            return play(
                "buffer", .number(1...1_000), .number(PlaybackSettings().bufferFrames),
                "decoded frames that a chunk waits for before it starts; engine.buffer_frames, which counts more")
        case .bufferMilliseconds:
            return play(
                "buffer_ms", .number(0...60_000), .number(Int(PlaybackSettings().bufferLimit.microseconds / 1_000)),
                "longest wait for the buffer, ms; engine.buffer_limit, which counts more")
        case .audio:
            return play("audio", .flag, .flag(true), "play the sound, which then paces the picture")
        case .volume:
            return play("volume", .number(SoundWish.volumes), .number(100), "loudness, percent")
        case .audioDevice:
            return play(
                "audio_device", .text, nil, "device to play on, as cameo doctor lists it; the system's unless given")
        case .audioLatency:
            return play(
                "audio_latency_ms", .number(0...2_000), .number(0),
                "time that sound takes behind the device, as in a wireless headset")
        case .stepSound:
            return play("step_sound", .flag, .flag(false), "hear a frame's piece of sound when stepping to it")
        case .tile:
            // CAMEO_TILE is the socket of a tile that is there.
            return SettingRow(
                setting: self, section: "play", key: "tile", flag: "--tile", environmentName: "CAMEO_TILE_MODE",
                kind: .choice(TileMode.allCases.map(\.rawValue)), standard: .text(TileMode.auto.rawValue),
                says: "a small picture over everything: auto while the large one is covered")
        case .tileCorner:
            return play(
                "tile_corner", .choice(TileCorner.allCases.map(\.rawValue)), .text(TileCorner.topRight.rawValue),
                "where the tile lies")
        case .tileSize:
            return play(
                "tile_size", .choice(TileSize.allCases.map(\.rawValue)), .text(TileSize.medium.rawValue),
                "how large the tile is")
        case .includeLocal:
            return play(
                "include_local", .flag, .flag(false), "show oneself in the tile of a call where nobody else is")
        case .marks:
            return play(
                "marks", .choice(MarkPlace.allCases.map(\.rawValue)), .text(MarkPlace.beside.rawValue),
                "where marks go: into a file beside the tape, which stays as it is, or onto the tape")
        case .remember:
            return play(
                "remember", .flag, .flag(true),
                "open a tape as it was left: place, view, panels, filter; without it nothing is kept either")
        case .hostPrefix:
            return pip(
                "prefix", .choice(HostingWish.prefixes), .text(HostingWish.usualPrefix),
                "the key behind which keys are Cameo's: Ctrl and this one")
        case .hostMakesRoom:
            return pip(
                "make_room", .flag, .flag(true), "a cursor that stays under the tile moves it to the next corner")
        case .hostHistory:
            return pip(
                "history", .number(0...1_000_000), .number(HostingWish().history),
                "lines that are kept of what scrolls away")
        case .hostMouse:
            return pip(
                "mouse", .flag, .flag(true),
                "where the program does not ask for the mouse its wheel scrolls back and dragging selects")
        case .hostLinks:
            return pip(
                "links", .flag, .flag(true), "addresses behind the program's text (OSC 8) are passed on to the terminal"
            )
        case .hostClipboard:
            return pip(
                "clipboard", .choice(ClipboardUse.allCases.map(\.rawValue)), .text(ClipboardUse.selected.rawValue),
                "what the terminal's clipboard gets: what is selected here, all for what programs write too, or off")
        case .engine(let engine):
            return SettingRow(
                setting: self, section: "engine", key: engine.rawValue, flag: "--engine \(engine.rawValue)",
                kind: SettingKind(engine.kind), standard: engine.standard, says: engine.row.meaning)
        }
    }

    package static var rows: [SettingRow] { allCases.map(\.row) }
    /// In the file, section first.
    package static var names: [String] { rows.map(\.path) }
    /// In the order of the file.
    static let sections = ["backend", "cache", "library", "read", "play", "pip", "engine", "keys"]

    private func backend(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        make("backend", key, kind, standard, says)
    }

    private func library(_ key: String, _ kind: SettingKind, _ standard: SettingValue?, _ says: String) -> SettingRow {
        make("library", key, kind, standard, says)
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

extension SettingKind {
    /// The value that a text stands for, in an option or in the environment; `nil` when it is none.
    package func value(_ text: String) -> SettingValue? {
        switch self {
        case .text, .path: text.isEmpty || text.utf8.count > Self.longest ? nil : .text(text)
        case .address: (try? BackendAddress(text)).map { _ in .text(text) }
        case .flag: Self.flags[text.lowercased()].map { .flag($0) }
        case .number(let range): Int(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .span(let range): Span(typed: text).flatMap { range.contains($0) ? .span($0) : nil }
        case .choice(let words): words.contains(text) ? .text(text) : nil
        case .colors: ColorDepth(typed: text).map { .text($0.rawValue) }
        }
    }

    private static let longest = 4_096
    private static let flags = [
        "true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false,
    ]

    /// Why a text that is none is none, where more can be said than what was expected.
    func fault(_ text: String) -> String? {
        guard case .address = self else { return nil }
        do throws(WireError) {
            _ = try BackendAddress(text)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension ColorDepth {
    /// Names, and the numbers that people use for them.
    package static var typedNames: String { allCases.map(\.rawValue).joined(separator: ", ") + ", or 16m, 256, 16, 0" }

    /// Its name, or the number that people use for it.
    package init?(typed text: String) {
        switch text {
        case "24bit", "16m": self = .truecolor
        case "256": self = .palette256
        case "16": self = .palette16
        case "0": self = .none
        default: self.init(rawValue: text)
        }
    }
}

extension SettingValue {
    /// As an option and the environment spell it.
    package var text: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): String(number)
        case .span(let span): span.typed
        }
    }

    /// As the file spells it.
    var toml: String {
        switch self {
        case .flag, .number: return text
        case .text, .span: break
        }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
