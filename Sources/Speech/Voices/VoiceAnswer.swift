import Events
import JSON
import Texts

/// What a voice's program says, one JSON object a line (docs/reference/voice-protocol.md).
package enum VoiceAnswer: Hashable, Sendable {
    /// The first line of all.
    case hello(version: Int, name: String)
    /// The next piece of the sound, one channel.
    case sound(id: Int, rate: Int, samples: [Int16])
    case phoneme(id: Int, name: String, Range<TimeSpan>)
    /// - Parameter scalars: of the text.
    case word(id: Int, scalars: Range<Int>, Range<TimeSpan>)
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

extension VoiceDescription {
    /// - Parameter wanted: as in `en`, which is `en-us` as well, or `pt-br`; `nil` for any.
    package func speaks(_ wanted: String?) -> Bool {
        guard let wanted = wanted.map(Self.folded) else { return true }
        let found = Self.folded(language)
        return [wanted, Self.otherNames[wanted]].contains {
            $0.map { found == $0 || found.hasPrefix($0 + "-") } == true
        }
    }

    /// - Parameter wanted: a title or its beginning, in capitals or not, such as `german` or `English (America)`; `nil` for any.
    package func hasTitle(_ wanted: String?) -> Bool {
        guard let wanted = wanted?.lowercased() else { return true }
        return title.lowercased() == wanted || plainTitle == wanted
    }

    /// Without where it is spoken.
    fileprivate var plainTitle: String { title.lowercased().prefix { $0 != "(" }.trimmed }

    /// The name of a voice that is asked for by that of its language, such as `zh`, where it has another one.
    static func name(asked: String) -> String { otherNames[folded(asked)] ?? asked }

    /// Languages that voices have under the name of one of them.
    fileprivate static var otherNames: [String: String] {
        ["zh": "cmn", "no": "nb", "iw": "he", "in": "id", "zh-hk": "yue", "zh-yue": "yue", "fil": "tl"]
    }

    fileprivate static func folded(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
}

extension Collection<VoiceDescription> {
    /// What a user asks for by a voice's name, its language or its title, in capitals or not; of several that fit the one with the
    /// shortest name. What stands behind a `+` varies it, and stays.
    /// - Returns: what the program is to be asked for; `nil` where none fits.
    package func name(meant asked: String) -> String? {
        let parts = asked.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first, let found = meant(by: String(base)) else { return nil }
        return parts.count == 2 ? "\(found.name)+\(parts[1])" : found.name
    }

    private func meant(by asked: String) -> VoiceDescription? {
        let tag = VoiceDescription.folded(asked)
        for wanted in [tag, VoiceDescription.otherNames[tag]].compactMap(\.self) {
            let named = first { VoiceDescription.folded($0.name) == wanted }
            if let found = named ?? shortest({ VoiceDescription.folded($0.language) == wanted }) { return found }
        }
        if let titled = shortest({ $0.title.lowercased() == asked.lowercased() }) ?? shortest({ $0.hasTitle(asked) }) {
            return titled
        }
        // A word that is no tag is no language either, whatever it begins with.
        return LanguageTag.reading(asked).flatMap { voice(for: $0) }
    }

    private func shortest(_ fits: (VoiceDescription) -> Bool) -> VoiceDescription? {
        filter(fits).min { $0.name.count < $1.name.count }
    }

    /// Who is to speak a language: the voice of that name, else one of just this language, else the first that speaks it somewhere.
    /// - Parameter language: BCP 47, such as `pt-BR`.
    /// - Returns: `nil` where nobody speaks it.
    package func voice(for language: String) -> VoiceDescription? {
        let tag = VoiceDescription.folded(language)
        let main = tag.prefix { $0 != "-" }
        for wanted in [tag, String(main)].flatMap({ [$0, VoiceDescription.otherNames[$0]].compactMap(\.self) }) {
            let found =
                first { VoiceDescription.folded($0.name) == wanted }
                ?? first { VoiceDescription.folded($0.language) == wanted } ?? first { $0.speaks(wanted) }
            if let found { return found }
        }
        return nil
    }
}
