import Events
import JSON

/// One chunk as a server answers with it: the names in camelCase, and what is in its file as it is there (reader 1.6, 1.8).
package struct ShelfChunk {
    private let book: ShelfBook
    let listed: ListedChunk
    private let place: Int
    /// With what its own file has before what the list has.
    private let fields: BookFields

    /// - Parameter own: the chunk as its own file has it, where that was read.
    package init(_ book: ShelfBook, _ listed: ListedChunk, at place: Int, own: JSONObject?) {
        (self.book, self.listed, self.place) = (book, listed, place)
        fields = own.map { BookFields($0, outer: listed.object) } ?? BookFields(listed.object)
    }

    /// A chunk's own file as an object; old ones are a list of sentences.
    /// - Throws: `BookError` for what is neither.
    package static func object(_ bytes: [UInt8]) throws(BookError) -> JSONObject {
        switch try BookJSON.parse(bytes) {
        case .object(let object): return object
        case .array(let rows): return ["sentences": .array(rows)]
        case let other:
            throw .unexpected(place: "", expected: "a chunk or its sentences", found: Oddities.shown(other))
        }
    }

    /// Whether somebody who names a chunk in this way means this one: `chunk-<n>` counts from 0.
    package func isNamed(_ name: String) -> Bool {
        name == listed.entry.id || name == range || name == "chunk-\(place)"
    }

    package var hasRows: Bool { !rows.isEmpty }
    var hasFile: Bool { listed.path != nil }

    var range: String? {
        if let declared = fields.name(.rangeFragment) { return declared }
        guard let start = listed.entry.start, let end = listed.entry.end else { return nil }
        return BookChunk.fragment(start, end)
    }

    // MARK: Parts

    /// With the path below the job's folder, and the type where one is told.
    var files: [(path: String, type: String?)] {
        var odd = Oddities()
        let declared = fields.list(.files, &odd).prefix(BookLimits.files).compactMap { value -> (String, String?)? in
            if let path = value.string.flatMap(BookPath.relative) { return (path, nil) }
            guard let file = value.object.map({ BookFields($0) }),
                let path = file.path(.relativePath, &odd) ?? file.path(.path, &odd)
            else { return nil }
            return (path, file.name("type"))
        }
        // Where no list tells of them, the sounds that the chunk itself names.
        return declared.isEmpty ? BookSoundReading.sounds(fields, &odd).map { ($0.path, nil) } : declared
    }

    var tracks: JSONObject? {
        var odd = Oddities()
        switch fields.value(.audioTracks) {
        case .object(let object): return object
        case nil: return nil
        default:
            // Old ones are a list.
            let sounds = BookSoundReading.sounds(fields, &odd)
            return JSONObject(sounds.map { JSONObject.Member(Self.name(of: $0.kind), .string($0.path)) })
        }
    }

    var timing: JSON? {
        guard let tracks = fields.value(.timingTracks)?.object, !tracks.members.isEmpty else { return nil }
        return .object(tracks)
    }

    /// With the members that the server adds where they are missing; what it does not know passes through.
    private var rows: [JSON] {
        (fields.value(.sentences)?.array ?? []).prefix(BookLimits.sentences).map { row in
            guard var object = row.object else { return row }
            let keys = Set(object.members.map(\.key))
            if !keys.contains("timeline") { object.append("timeline", []) }
            if !keys.contains("image") { object.append("image", nil) }
            if !keys.contains("highlight_granularity") { object.append("highlight_granularity", nil) }
            return .object(object)
        }
    }

    private static func name(of kind: BookSound.Kind) -> String {
        switch kind {
        case .combined: "orig_trans"
        case .translation: "translation"
        case .original: "orig"
        case .other: "other"
        }
    }

    // MARK: As it is answered

    /// - Parameters:
    ///   - isJob: a job has no addresses, and its tracks have one spelling.
    ///   - hasRows: whether its sentences are in it.
    package func json(isJob: Bool, hasRows: Bool, files: [JSON] = []) -> JSON {
        let (entry, rows) = (listed.entry, hasRows ? rows : [])
        let count = entry.sentenceCount ?? (rows.isEmpty ? nil : rows.count)
        return [
            "chunkId": .string(entry.id), "rangeFragment": .text(range), "startSentence": .number(entry.start),
            "endSentence": .number(entry.end), "files": .array(files), "sentences": .array(rows),
            "metadataPath": .text(listed.path),
            "metadataUrl": .text(isJob ? nil : listed.path.map { book.url(of: $0) }), "sentenceCount": .number(count),
            "audioTracks": .object(answered(tracks ?? JSONObject(), isJob: isJob)), "timingTracks": timing ?? .null,
            // The library says of no chunk that its times are exact (reader 1.6).
            "timingVersion": isJob && timing != nil ? "2" : nil,
        ]
    }

    private func answered(_ tracks: JSONObject, isJob: Bool) -> JSONObject {
        var answered = JSONObject()
        for track in tracks.members.prefix(BookLimits.sounds) {
            let fields = BookFields(track.value.object ?? ["path": track.value])
            var odd = Oddities()
            let path = fields.path(.path, &odd) ?? fields.path(.relativePath, &odd) ?? fields.path(.url, &odd)
            let name = isJob ? BookSoundReading.kind(of: track.key).map(Self.name) ?? track.key : track.key
            answered.append(
                name,
                [
                    "path": .text(path), "url": .text(isJob ? nil : path.map { book.url(of: $0) }),
                    "duration": fields.value(.duration) ?? .null, "sampleRate": fields.value("sample_rate") ?? .null,
                ])
        }
        return answered
    }
}
