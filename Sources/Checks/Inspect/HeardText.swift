import Debugger
import Events
import Panels
import Wire

/// What was heard of a message, in words and as JSON (docs/sound.md).
enum HeardText {
    // MARK: For people

    static func lines(_ message: HeardMessage, number: Int) -> [String] {
        let times = "\(FrameLine.time(message.begun)) to \(FrameLine.time(message.ended)) s"
        let end = message.end.words.map { ", " + $0 } ?? ""
        return ["message \(number), \(times)\(end)"] + message.chunks.map { "  " + line($0) }
    }

    private static func line(_ chunk: HeardChunk) -> String {
        var parts = ["chunk \(chunk.chunk)", sounded(chunk)]
        if let loss = chunk.loss { parts.append(loss.words) }
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

    private static func words(_ words: [HeardWord]) -> [String] {
        let (heard, unheard) = (words.text { $0 == .heard }, words.text { $0 == .unheard })
        let parts = words.compactMap(\.partText)
        return [
            heard.isEmpty ? nil : "heard: \"\(shown(heard))\"",
            parts.isEmpty ? nil : "cut off: " + shown(parts.joined(separator: ", ")),
            unheard.isEmpty ? nil : "never heard: \"\(shown(unheard))\"",
        ].compactMap { $0 }
    }

    private static func seconds(_ span: Span) -> String { "\(span.hundredths) s" }

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
