import Debugger
import Events
import Panels
import Wire

/// What was heard of a message, in words and as JSON (docs/sound.md).
enum HeardText {
    // MARK: For people

    static func lines(_ message: HeardMessage, number: Int) -> [String] {
        let times = "\(FrameLine.time(message.begun)) to \(FrameLine.time(message.ended)) s"
        return ["message \(number), \(times)\(end(message.end))"] + message.chunks.map { "  " + line($0) }
    }

    private static func end(_ end: HeardMessage.End) -> String {
        switch end {
        case .over: ""
        case .sent: ", interrupted by a send"
        case .replaced: ", interrupted by a message from elsewhere"
        }
    }

    private static func line(_ chunk: HeardChunk) -> String {
        var parts = ["chunk \(chunk.chunk)", sounded(chunk)]
        if let loss = chunk.loss { parts.append(words(loss)) }
        if chunk.words.isEmpty {
            if let text = chunk.text { parts.append("of \"\(shown(text))\"") }
        } else {
            parts += words(chunk.words)
        }
        return parts.joined(separator: "; ")
    }

    private static func sounded(_ chunk: HeardChunk) -> String {
        let heard = chunk.heard.map { $0.upperBound - $0.lowerBound } ?? .zero
        let from = chunk.heard.map { $0.lowerBound > .zero ? " from \(seconds($0.lowerBound)) on" : "" } ?? ""
        guard let share = chunk.share, let length = chunk.length else {
            return chunk.heard == nil
                ? "nothing heard" : "\(seconds(heard)) heard\(from), of a length that is not known"
        }
        return "\(seconds(heard)) of \(seconds(length)) heard (\(Int((share * 100).rounded())) %)\(from)"
    }

    private static func words(_ loss: HeardChunk.Loss) -> String {
        switch loss {
        case .interrupted: "interrupted"
        case .lost: "lost: never played"
        case .noSound: "no sound came"
        case .broken: "its sound is none"
        case .cutOff: "cut off by the chunk's end"
        case .late: "its sound came late"
        }
    }

    private static func words(_ words: [HeardWord]) -> [String] {
        let all = { (isIt: (HeardWord.Fate) -> Bool) in
            shown(words.filter { isIt($0.fate) }.map { $0.text ?? "?" }.joined(separator: " "))
        }
        let (heard, unheard) = (all { $0 == .heard }, all { $0 == .unheard })
        let parts = words.compactMap { word -> String? in
            guard case .part(let part) = word.fate else { return nil }
            let of = seconds(word.span.upperBound - word.span.lowerBound)
            return "\"\(shown(word.text ?? "?"))\" at \(seconds(part.upperBound)) of \(of)"
                + (part.lowerBound > .zero ? ", from \(seconds(part.lowerBound)) on" : "")
        }
        return [
            heard.isEmpty ? nil : "heard: \"\(heard)\"",
            parts.isEmpty ? nil : "cut off: " + parts.joined(separator: ", "),
            unheard.isEmpty ? nil : "never heard: \"\(unheard)\"",
        ].compactMap { $0 }
    }

    private static func seconds(_ span: Span) -> String {
        let hundredths = (span.microseconds + 5_000) / 10_000
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10) s"
    }

    private static func shown(_ text: String) -> String { OutsideText.shown(text, cells: 1_000) }

    // MARK: For programs

    static func json(_ message: HeardMessage, number: Int) -> JSON {
        [
            "message": .int(Int64(number)),
            "generation": .int(Int64(message.generation)),
            "begun_ms": .double(message.begun.milliseconds),
            "ended_ms": .double(message.ended.milliseconds),
            "end": .string(name(message.end)),
            "chunks": .array(message.chunks.map(json)),
        ]
    }

    private static func name(_ end: HeardMessage.End) -> String {
        switch end {
        case .over: "over"
        case .sent: "sent"
        case .replaced: "replaced"
        }
    }

    private static func json(_ chunk: HeardChunk) -> JSON {
        [
            "chunk": .int(Int64(chunk.chunk)),
            "group": chunk.group.map { .int(Int64($0)) } ?? .null,
            "text": chunk.text.map(JSON.string) ?? .null,
            "length_ms": chunk.length.map { .double($0.milliseconds) } ?? .null,
            "heard_from_ms": chunk.heard.map { .double($0.lowerBound.milliseconds) } ?? .null,
            "heard_to_ms": chunk.heard.map { .double($0.upperBound.milliseconds) } ?? .null,
            "share": chunk.share.map(JSON.double) ?? .null,
            "loss": chunk.loss.map { .string($0.rawValue) } ?? .null,
            "words": .array(chunk.words.map(json)),
        ]
    }

    private static func json(_ word: HeardWord) -> JSON {
        var object = JSONObject([
            .init("text", word.text.map(JSON.string) ?? .null),
            .init("from_ms", .double(word.span.lowerBound.milliseconds)),
            .init("to_ms", .double(word.span.upperBound.milliseconds)),
        ])
        switch word.fate {
        case .heard: object.append("fate", "heard")
        case .unheard: object.append("fate", "unheard")
        case .part(let part):
            object.append("fate", "part")
            object.append("part_from_ms", .double(part.lowerBound.milliseconds))
            object.append("part_to_ms", .double(part.upperBound.milliseconds))
        }
        return .object(object)
    }
}
