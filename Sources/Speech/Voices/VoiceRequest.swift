import JSON

/// What a voice's program is asked for, one JSON object a line (docs/reference/voice-protocol.md).
enum VoiceRequest: Hashable, Sendable {
    case say(id: Int, text: String, VoiceManner)
    case voices(id: Int)

    /// The whole line, its end included.
    var line: [UInt8] { json.utf8 + [UInt8(ascii: "\n")] }

    private var json: JSON {
        switch self {
        case .say(let id, let text, let manner):
            var say: JSONObject = ["id": .number(id), "text": .string(text)]
            if let voice = manner.voice { say.append("voice", .string(voice)) }
            say.append("rate", .number(manner.rate))
            say.append("pitch", .number(manner.pitch))
            return ["say": .object(say)]
        case .voices(let id): return ["voices": ["id": .number(id)]]
        }
    }
}

/// How a sentence is to be said.
package struct VoiceManner: Hashable, Sendable {
    /// As `VoiceDescription.name` or a language has it; `nil` for the one that the program has by default.
    package var voice: String?
    /// Percent of the voice's normal speed.
    package var rate: Int
    /// Percent of the voice's normal pitch.
    package var pitch: Int

    package init(voice: String? = nil, rate: Int = 100, pitch: Int = 100) {
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
    }
}
