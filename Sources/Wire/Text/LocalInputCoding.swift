import Events
import JSON

/// Local inputs as a name and JSON, the same on tapes and in NDJSON. Spans are microseconds, named `..._us`.
package enum LocalInputCoding {
    /// Whether it is the name of an input that counts when a tape is played afresh, too.
    package static func isFromOutside(_ name: String) -> Bool { InputName(rawValue: name)?.isFromOutside ?? false }

    /// The data of inputs that have none is `null`.
    package static func encode(_ input: LocalInput) -> (name: String, data: JSON) {
        let (name, data) = named(input)
        return (name.rawValue, data)
    }

    private static func named(_ input: LocalInput) -> (name: InputName, data: JSON) {
        switch input {
        case .ticked: (.ticked, nil)
        case .pictureDecoded(let key, let generation, let size):
            (
                .pictureDecoded,
                [
                    "key": .string(key.rawValue), "generation": .number(generation), "width": .number(size.width),
                    "height": .number(size.height),
                ]
            )
        case .pictureFailed(let key, let generation, let reason):
            (
                .pictureFailed,
                ["key": .string(key.rawValue), "generation": .number(generation), "reason": .string(reason)]
            )
        case .baseFrameFailed(let clip, let index, let reason):
            (.baseFrameFailed, ["clip": .string(clip.rawValue), "index": .number(index), "reason": .string(reason)])
        case .soundDecoded(let chunk, let generation, let duration):
            (.soundDecoded, sound(chunk, generation, ("duration_us", .int(duration.microseconds))))
        case .soundFailed(let chunk, let generation, let reason):
            (.soundFailed, sound(chunk, generation, ("reason", .string(reason))))
        case .soundMoved(let chunk, let generation, let position):
            (.soundMoved, sound(chunk, generation, ("position_us", .int(position.microseconds))))
        case .soundEnded(let chunk, let generation): (.soundEnded, sound(chunk, generation))
        case .sent: (.sent, nil)
        case .refused(let generation): (.refused, ["generation": .number(generation)])
        case .paused: (.paused, nil)
        case .resumed: (.resumed, nil)
        case .stepped: (.stepped, nil)
        case .settingsChanged(let settings): (.settingsChanged, SettingsCoding.encode(settings))
        case .linkLost(let reason): (.linkLost, ["reason": .string(reason)])
        case .linkClosed: (.linkLost, ["reason": .string(LocalInput.ownDeparture)])
        case .linkRestored: (.linkRestored, nil)
        case .tile(let input): TileInputCoding.encode(input)
        case .reading(let input): ReaderInputCoding.encode(input)
        case .narration(let input): NarratorInputCoding.encode(input)
        }
    }

    /// - Throws: `WireError.unknownInput`, or `.badField` naming the member that is missing or wrong.
    package static func decode(name: String, data: JSON) throws(WireError) -> LocalInput {
        guard let known = InputName(rawValue: name) else { throw .unknownInput(name: name) }
        return try decode(known, InputFields(object: data.object ?? JSONObject()))
    }

    private static func decode(_ name: InputName, _ fields: InputFields) throws(WireError) -> LocalInput {
        switch name {
        case .ticked: return .ticked
        case .pictureDecoded:
            let size = PixelSize(width: try fields.count("width"), height: try fields.count("height"))
            return .pictureDecoded(try fields.key(), try fields.count("generation"), size)
        case .pictureFailed:
            return .pictureFailed(try fields.key(), try fields.count("generation"), reason: try fields.reason())
        case .baseFrameFailed:
            return .baseFrameFailed(
                ClipName(try fields.text("clip")), index: try fields.count("index"), reason: try fields.reason())
        case .soundDecoded:
            return .soundDecoded(
                chunk: try fields.count("chunk"), try fields.count("generation"),
                duration: try fields.span("duration_us"))
        case .soundFailed:
            return .soundFailed(
                chunk: try fields.count("chunk"), try fields.count("generation"), reason: try fields.reason())
        case .soundMoved:
            return .soundMoved(
                chunk: try fields.count("chunk"), try fields.count("generation"),
                position: try fields.span("position_us"))
        case .soundEnded:
            return .soundEnded(chunk: try fields.count("chunk"), try fields.count("generation"))
        case .sent: return .sent
        case .refused: return .refused(try fields.count("generation"))
        case .paused: return .paused
        case .resumed: return .resumed
        case .stepped: return .stepped
        case .settingsChanged: return .settingsChanged(try SettingsCoding.decode(fields))
        case .linkLost: return .linkEnded(reason: try fields.reason())
        case .linkRestored: return .linkRestored
        case .stage, .window, .tile, .image, .source, .firstFrame, .frameDecoded, .frameFailed, .suspended, .continued:
            return .tile(try TileInputCoding.decode(name, fields))
        case .readingBegan, .bookOpened, .bookChunkLoaded, .bookChunkFailed, .bookSound, .bookCommand:
            return .reading(try ReaderInputCoding.decode(name, fields))
        case .narratorBegan, .narratorMouths: return .narration(try NarratorInputCoding.decode(name, fields))
        }
    }

    private static func sound(_ chunk: Int, _ generation: Generation, _ more: (String, JSON)...) -> JSON {
        let members = [("chunk", .number(chunk)), ("generation", .number(generation))] + more
        return .object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) }))
    }
}
