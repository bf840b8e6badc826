import Events
import JSON

/// The files of sound of a chunk, in all spellings that there are (reader 1.6).
enum BookSoundReading {
    /// Of the tracks that are named; where none are, of the files that look like sound. A list is asked for each where a chunk's own
    /// file has none.
    static func sounds(_ fields: BookFields, _ odd: inout Oddities) -> [BookSound] {
        let places = [fields.object] + (fields.outer.map { [$0] } ?? [])
        for place in places {
            let named = tracks(BookFields(place), &odd)
            if !named.isEmpty { return named }
        }
        for place in places {
            let files = files(BookFields(place), &odd)
            if !files.isEmpty { return files }
        }
        return []
    }

    // MARK: Tracks

    private static func tracks(_ fields: BookFields, _ odd: inout Oddities) -> [BookSound] {
        var sounds: [BookSound] = []
        switch fields.value(.audioTracks) {
        case nil: break
        case .object(let tracks):
            for track in tracks.members.prefix(BookLimits.files) where track.value != .null {
                addTrack(track.key, track.value, to: &sounds, &odd)
            }
        case .array(let tracks):
            for track in tracks.prefix(BookLimits.files) {
                let object = track.object.map { BookFields($0) }
                addTrack(object?.value(["key", "kind"])?.string ?? "", track, to: &sounds, &odd)
            }
        case .some(let value):
            odd.note("audio_tracks is \(Oddities.shown(value)), neither names with files nor a list of files")
        }
        return sounds
    }

    private static func addTrack(_ name: String, _ track: JSON, to sounds: inout [BookSound], _ odd: inout Oddities) {
        guard let sound = sound(kind(of: name) ?? .other, track, &odd) else {
            odd.note("the audio track \(JSON.string(Oddities.shortened(name)).text) has no file")
            return
        }
        addSound(sound, to: &sounds, &odd)
    }

    private static func addSound(_ sound: BookSound, to sounds: inout [BookSound], _ odd: inout Oddities) {
        let isThere = sounds.contains { $0.kind == sound.kind && (sound.kind != .other || $0.path == sound.path) }
        if isThere {
            odd.note("\(Oddities.shortened(sound.path)) is a second \(sound.kind.rawValue) sound, and left out")
        } else if sounds.count == BookLimits.sounds {
            odd.note("\(Oddities.shortened(sound.path)) is beyond the limit of \(BookLimits.sounds) sounds")
        } else {
            sounds.append(sound)
        }
    }

    private static func sound(_ kind: BookSound.Kind, _ track: JSON, _ odd: inout Oddities) -> BookSound? {
        if let path = track.string { return BookPath.relative(path).map { BookSound(kind, path: $0) } }
        guard let fields = track.object.map({ BookFields($0) }), let path = path(fields, &odd) else { return nil }
        return BookSound(kind, path: path, duration: fields.time(.duration, &odd))
    }

    /// The first that can be one: what is below the job's folder before what its server calls it.
    private static func path(_ fields: BookFields, _ odd: inout Oddities) -> String? {
        for key in [BookKey.path, .relativePath, .url, "source"] {
            if let path = fields.path(key, &odd) { return path }
        }
        return nil
    }

    /// By its name without case and with nothing but letters and digits.
    static func kind(of name: String) -> BookSound.Kind? {
        let letters = name.utf8.prefix(200).compactMap { byte -> UInt8? in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: byte
            case 0x41...0x5A: byte + 0x20
            default: nil
            }
        }
        return names[String(decoding: letters, as: UTF8.self)]
    }

    private static let names: [String: BookSound.Kind] = {
        let lists: [(BookSound.Kind, [String])] = [
            (.combined, ["origtrans", "originaltranslation", "originalandtranslation", "mix"]),
            (
                .translation,
                [
                    "translation", "translationaudio", "translated", "translatedaudio", "target", "targetaudio",
                    "dubbed", "dubbedaudio", "trans", "transaudio",
                ]
            ),
            (.original, ["orig", "origaudio", "original", "originalaudio"]),
        ]
        return Dictionary(uniqueKeysWithValues: lists.flatMap { kind, names in names.map { ($0, kind) } })
    }()

    // MARK: Files

    private static func files(_ fields: BookFields, _ odd: inout Oddities) -> [BookSound] {
        var sounds: [BookSound] = []
        for file in fields.list(.files, &odd).prefix(BookLimits.files) {
            let fields = file.object.map { BookFields($0) }
            guard let path = file.string.flatMap({ BookPath.relative($0) }) ?? fields.flatMap({ path($0, &odd) }),
                let kind = kind(ofFile: path, type: fields?.value("type")?.string)
            else { continue }
            addSound(BookSound(kind, path: path, duration: fields?.time(.duration, &odd)), to: &sounds, &odd)
        }
        return sounds
    }

    /// `nil` for what is no sound. The end of a name says more than its front, where the book's title stands.
    static func kind(ofFile path: String, type: String? = nil) -> BookSound.Kind? {
        let name = BookPath.lastPart(path).lowercased()
        guard let dot = name.lastIndex(of: "."), suffixes.contains(String(name[dot...].dropFirst())) else { return nil }
        let pieces = name[..<dot].split { !($0.isLetter || $0.isNumber) }.suffix(100)
        let known = pieces.map { piece in pieceKinds[String(piece)] }
        guard let place = known.lastIndex(where: { $0 != nil }), let kind = known[place] else {
            return type == "audio_orig" ? .original : .other
        }
        let before = place > 0 ? known[place - 1] : nil
        return kind == .translation && before == .original ? .combined : kind
    }

    private static let suffixes: Set = ["mp3", "m4a", "wav", "aac", "flac", "ogg", "opus", "m4b"]
    private static let pieceKinds: [String: BookSound.Kind] = [
        "orig": .original, "original": .original, "mix": .combined, "trans": .translation,
        "translation": .translation, "translated": .translation, "target": .translation, "dubbed": .translation,
    ]
}
