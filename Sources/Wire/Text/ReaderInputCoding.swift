import BookAPI
import Events
import JSON

/// What a reader of books hears, on tapes and in NDJSON.
enum ReaderInputCoding {
    static func encode(_ input: ReaderInput) -> (name: InputName, data: JSON) {
        switch input {
        case .began(let settings): (.readingBegan, encode(settings))
        case .bookOpened(let book): (.bookOpened, book.json)
        case .chunkLoaded(let place, let chunk): (.bookChunkLoaded, ["place": .number(place), "chunk": chunk.json])
        case .chunkFailed(let place, let reason):
            (.bookChunkFailed, ["place": .number(place), "reason": .string(reason)])
        case .sound(let generation, let event): (.bookSound, encode(event, of: generation))
        case .command(let command): (.bookCommand, ReaderCommandCoding.encode(command))
        }
    }

    static func decode(_ name: InputName, _ fields: InputFields) throws(WireError) -> ReaderInput {
        switch name {
        case .readingBegan: .began(try settings(fields))
        case .bookOpened: .bookOpened(try Book(fields))
        case .bookChunkLoaded: .chunkLoaded(try fields.count("place"), try chunk(fields))
        case .bookChunkFailed: .chunkFailed(try fields.count("place"), reason: try fields.reason())
        case .bookSound: try sound(fields)
        case .bookCommand: .command(try ReaderCommandCoding.decode(fields))
        default: throw .unknownInput(name: name.rawValue)
        }
    }

    // MARK: Settings

    private static func encode(_ settings: ReaderSettings) -> JSON {
        [
            "mode": .string(settings.mode.name), "exact": .bool(settings.isExact),
            "headroom_us": .int(settings.headroom.microseconds), "plays": .bool(settings.autoplays),
            "percent": .number(settings.percent),
        ]
    }

    private static func settings(_ fields: InputFields) throws(WireError) -> ReaderSettings {
        let name = try fields.text("mode")
        guard let mode = AudioMode(name: name) else {
            throw .badField(name: "mode", reason: "is \(Oddities.shown(.string(name)))")
        }
        return ReaderSettings(
            mode: mode, isExact: try fields.flag("exact"), headroom: try fields.span("headroom_us"),
            autoplays: try fields.flag("plays"), percent: try fields.count("percent"))
    }

    // MARK: Chunks

    /// What is strange about it was said when it was read.
    private static func chunk(_ fields: InputFields) throws(WireError) -> BookChunk {
        guard let json = fields.object["chunk"] else { throw .badField(name: "chunk", reason: "is missing") }
        do throws(BookError) {
            return try BookChunkReading.chunk(json).chunk
        } catch {
            throw .badField(name: "chunk", reason: error.reason)
        }
    }

    // MARK: Sound

    private static func encode(_ event: ReaderSoundEvent, of generation: SoundGeneration) -> JSON {
        let (name, member): (String, JSONObject.Member?) =
            switch event {
            case .ready(let duration):
                ("ready", duration.map { JSONObject.Member("duration_us", .int($0.microseconds)) })
            case .moved(let position): ("moved", JSONObject.Member("position_us", .int(position.microseconds)))
            case .reached: ("reached", nil)
            case .ended: ("ended", nil)
            case .failed(let reason): ("failed", JSONObject.Member("reason", .string(reason)))
            }
        let members = [
            JSONObject.Member("generation", .number(generation.number)), JSONObject.Member("sound", .string(name)),
        ]
        return .object(JSONObject(members + (member.map { [$0] } ?? [])))
    }

    private static func sound(_ fields: InputFields) throws(WireError) -> ReaderInput {
        let name = try fields.text("sound")
        let event: ReaderSoundEvent
        switch name {
        case "ready":
            event = .ready(duration: fields.object["duration_us"] == nil ? nil : try fields.span("duration_us"))
        case "moved": event = .moved(try fields.span("position_us"))
        case "reached": event = .reached
        case "ended": event = .ended
        case "failed": event = .failed(reason: try fields.reason())
        default: throw .badField(name: "sound", reason: "is \(Oddities.shown(.string(name)))")
        }
        return .sound(SoundGeneration(try fields.count("generation")), event)
    }
}

extension AudioMode {
    package var name: String { if case .single(let track) = self { track.rawValue } else { "sequence" } }

    package init?(name: String) {
        switch name {
        case "sequence": self = .sequence
        case "original": self = .single(.original)
        case "translation": self = .single(.translation)
        default: return nil
        }
    }
}
