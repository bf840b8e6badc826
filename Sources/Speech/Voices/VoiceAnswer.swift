import Events
import JSON

/// What a voice's program says, one JSON object a line (docs/reference/voice-protocol.md).
package enum VoiceAnswer: Hashable, Sendable {
    /// The first line of all.
    case hello(version: Int, name: String)
    /// The next piece of the sound, one channel.
    case sound(id: Int, rate: Int, samples: [Int16])
    case phoneme(id: Int, name: String, Range<Span>)
    /// - Parameter scalars: of the text.
    case word(id: Int, scalars: Range<Int>, Range<Span>)
    case voice(id: Int, VoiceDescription)
    case done(id: Int)
    /// - Parameter id: 0 when the program does not know what it was asked.
    case error(id: Int, message: String)

    static let protocolName = "cameo-voice"
    package static let version = 1

    /// Of the request; `nil` for the greeting.
    package var id: Int? {
        switch self {
        case .hello: nil
        case .sound(let id, _, _), .phoneme(let id, _, _), .word(let id, _, _), .voice(let id, _), .done(let id),
            .error(let id, _):
            id
        }
    }

    /// - Returns: `nil` for an answer that this version does not know.
    /// - Throws: `VoiceLineError`.
    package init?(line: some Collection<UInt8>) throws(VoiceLineError) {
        let message = try VoiceMessage(line: line)
        guard let read = Self.readers[message.kind] else { return nil }
        self = try read(try message.fields()).get()
    }

    private typealias Reader = @Sendable (VoiceFields) -> Result<VoiceAnswer, VoiceLineError>

    private static let readers: [String: Reader] = [
        "hello": reader(hello), "sound": reader(sound), "phoneme": reader(phoneme), "word": reader(word),
        "voice": reader(voice), "done": reader(done), "error": reader(error),
    ]

    private static func reader(
        _ read: @escaping @Sendable (VoiceFields) throws(VoiceLineError) -> VoiceAnswer
    ) -> Reader {
        { fields in Result { () throws(VoiceLineError) in try read(fields) } }
    }

    private static func hello(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        let found = try fields.text("protocol")
        guard found == protocolName else {
            throw VoiceLineError("expected the protocol \(protocolName), found \(found.prefix(40))")
        }
        return .hello(version: try fields.int("version"), name: try fields.optionalText("name") ?? "")
    }

    private static func sound(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        let text = try fields.text("pcm")
        guard let bytes = Base64.decode(text.utf8) else { throw VoiceLineError("\"pcm\" is not base64") }
        guard bytes.count % 2 == 0 else { throw VoiceLineError("\"pcm\" has an odd number of bytes, \(bytes.count)") }
        let samples = stride(from: 0, to: bytes.count, by: 2).map {
            Int16(truncatingIfNeeded: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        return .sound(id: try fields.int("id"), rate: try fields.int("rate"), samples: samples)
    }

    private static func phoneme(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        .phoneme(id: try fields.int("id"), name: try fields.text("name"), try fields.span())
    }

    private static func word(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        let (start, count) = (try fields.int("start"), try fields.int("count"))
        guard start >= 0, count >= 0 else { throw VoiceLineError("\"start\" or \"count\" is negative") }
        return .word(id: try fields.int("id"), scalars: start..<start + count, try fields.span())
    }

    private static func voice(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        let voice = VoiceDescription(
            name: try fields.text("name"), language: try fields.optionalText("language") ?? "",
            title: try fields.optionalText("title") ?? "")
        return .voice(id: try fields.int("id"), voice)
    }

    private static func done(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        .done(id: try fields.int("id"))
    }

    private static func error(_ fields: VoiceFields) throws(VoiceLineError) -> VoiceAnswer {
        .error(id: try fields.optionalInt("id") ?? 0, message: try fields.optionalText("message") ?? "failed")
    }
}

/// One voice that a program has.
package struct VoiceDescription: Hashable, Sendable {
    /// What it is asked for by.
    package let name: String
    /// As in `en-us`; empty when the program does not say.
    package let language: String
    /// For people; empty when the program does not say.
    package let title: String

    package init(name: String, language: String, title: String) {
        (self.name, self.language, self.title) = (name, language, title)
    }
}
