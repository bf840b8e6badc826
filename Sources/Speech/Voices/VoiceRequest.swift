import Wire

/// What a voice's program is asked for, one JSON object a line (docs/voices.md).
enum VoiceRequest: Hashable, Sendable {
    case say(id: Int, text: String, VoiceManner)
    case voices(id: Int)

    /// The whole line, its end included.
    package var line: [UInt8] { json.line }

    private var json: JSON {
        switch self {
        case .say(let id, let text, let manner):
            var say: JSONObject = ["id": .int(Int64(id)), "text": .string(text)]
            if let voice = manner.voice { say.append("voice", .string(voice)) }
            say.append("rate", .int(Int64(manner.rate)))
            say.append("pitch", .int(Int64(manner.pitch)))
            return ["say": .object(say)]
        case .voices(let id): return ["voices": ["id": .int(Int64(id))]]
        }
    }

    /// - Returns: `nil` for a request that this version does not know.
    /// - Throws: `VoiceLineError`.
    package init?(line: some Collection<UInt8>) throws(VoiceLineError) {
        let message = try VoiceMessage(line: line)
        switch message.kind {
        case "say":
            let fields = try message.fields()
            let manner = VoiceManner(
                voice: try fields.optionalText("voice"), rate: try fields.optionalInt("rate") ?? 100,
                pitch: try fields.optionalInt("pitch") ?? 100)
            self = .say(id: try fields.int("id"), text: try fields.text("text"), manner)
        case "voices": self = .voices(id: try message.fields().int("id"))
        default: return nil
        }
    }
}
