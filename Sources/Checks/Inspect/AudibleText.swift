import Engine
import Events
import Frames
import JSON
import Playback
import Sessions
import Sound
import Synchronization
import Typesetting

/// What was heard of a message, in words and as JSON (docs/reference/sound.md).
package enum AudibleText {
    // MARK: For people

    package static func lines(_ message: AudibleMessage) -> [String] {
        let times = "\(message.begun.inSeconds) to \(message.ended.inSeconds) s"
        let end = message.endWords.map { ", " + $0 } ?? ""
        var missing = message.missing[...]
        return ["message \(message.generation), \(times)\(end)"]
            + message.chunks.flatMap { chunk in
                let before = missing.prefix { $0.upperBound < chunk.chunk }
                missing = missing.dropFirst(before.count)
                return (before.map(line) + [line(chunk)]).map { "  " + $0 }
            }
    }

    private static func line(_ missing: ClosedRange<Int>) -> String {
        let (first, last) = (missing.lowerBound, missing.upperBound)
        return (first == last ? "chunk \(first)" : "chunks \(first) to \(last)")
            + "; neither sound nor pictures received"
    }

    private static func line(_ chunk: AudibleChunk) -> String {
        var parts = ["chunk \(chunk.chunk)", sounded(chunk)]
        if let loss = chunk.loss { parts.append(loss.words) }
        if chunk.words.isEmpty {
            if let text = chunk.text { parts.append("of the text \"\(shown(text))\"") }
        } else {
            parts += words(chunk.words)
        }
        return parts.joined(separator: "; ")
    }

    private static func sounded(_ chunk: AudibleChunk) -> String {
        let audible = chunk.audible.map { $0.upperBound - $0.lowerBound } ?? .zero
        let from = chunk.audible.map { $0.lowerBound > .zero ? " from \(seconds($0.lowerBound))" : "" } ?? ""
        guard let share = chunk.share, let length = chunk.length else {
            return chunk.audible == nil
                ? "nothing played" : "\(seconds(audible)) played\(from) (length unknown)"
        }
        return "\(seconds(audible)) of \(seconds(length)) played (\(Int((share * 100).rounded())) %)\(from)"
    }

    private static func words(_ words: [AudibleWord]) -> [String] {
        let (audible, inaudible) = (words.text { $0 == .audible }, words.text { $0 == .inaudible })
        let parts = words.compactMap(\.partText)
        return [
            audible.isEmpty ? nil : "heard: \"\(shown(audible))\"",
            parts.isEmpty ? nil : "cut off: " + shown(parts.joined(separator: ", ")),
            inaudible.isEmpty ? nil : "never played: \"\(shown(inaudible))\"",
        ].compactMap { $0 }
    }

    private static func seconds(_ span: TimeSpan) -> String { "\(span.hundredths) s" }

    private static func shown(_ text: String) -> String { OutsideText.shown(text, cells: 1_000) }

    // MARK: For programs

    package static func json(_ message: AudibleMessage) -> JSON {
        [
            "generation": .number(message.generation),
            "begun_ms": .milliseconds(message.begun),
            "ended_ms": .milliseconds(message.ended),
            "end": .string(name(message.end)),
            "chunks": .array(message.chunks.map(json)),
            "missing": .array(
                message.missing.map { ["from": .number($0.lowerBound), "to": .number($0.upperBound)] }),
        ]
    }

    private static func name(_ end: AudibleMessage.End) -> String {
        switch end {
        case .over: "over"
        case .left: "left"
        case .lost: "lost"
        case .unended: "unended"
        case .sent: "sent"
        case .replaced: "replaced"
        }
    }

    private static func json(_ chunk: AudibleChunk) -> JSON {
        [
            "chunk": .number(chunk.chunk),
            "group": .number(chunk.group),
            "text": .text(chunk.text),
            "length_ms": .milliseconds(chunk.length),
            "heard_from_ms": .milliseconds(chunk.audible?.lowerBound),
            "heard_to_ms": .milliseconds(chunk.audible?.upperBound),
            "share": chunk.share.map(JSON.double) ?? .null,
            "loss": chunk.loss.map { .string($0.rawValue) } ?? .null,
            "words": .array(chunk.words.map(json)),
        ]
    }

    private static func json(_ word: AudibleWord) -> JSON {
        var object = JSONObject([
            .init("text", .text(word.text)),
            .init("from_ms", .milliseconds(word.span.lowerBound)),
            .init("to_ms", .milliseconds(word.span.upperBound)),
        ])
        switch word.fate {
        case .audible: object.append("fate", "heard")
        case .inaudible: object.append("fate", "unheard")
        case .part(let part):
            object.append("fate", "part")
            object.append("part_from_ms", .milliseconds(part.lowerBound))
            object.append("part_to_ms", .milliseconds(part.upperBound))
        }
        return .object(object)
    }
}

/// What was heard of each message.
extension Inspection {
    package func heard(asJSON: Bool) throws {
        var hasHeard = false
        try heardMessages { message in
            hasHeard = true
            if asJSON { return try write(AudibleText.json(message).text) }
            for line in AudibleText.lines(message) { try write(line) }
        }
        if !hasHeard, !asJSON { try write("nothing was said") }
    }

    /// Each message when it is over.
    /// - Throws: what reading a tape can, what `receive` throws, and `CancellationError`.
    package func heardMessages(
        isCanceled: () -> Bool = { false }, _ receive: (AudibleMessage) throws -> Void
    ) throws {
        let watch = AudibleWatch()
        var run = try begin(watch)
        func hand() throws { for message in watch.take() { try receive(message) } }
        try run.run { _ in
            if isCanceled() { throw CancellationError() }
            try hand()
        }
        watch.finish()
        try hand()
    }
}

/// Lets a value follow what sounds in a run; the mutex makes no matter who tells it.
private final class AudibleWatch: RunWatcher {
    private let state = Mutex((speech: AudibleSpeech(endsAtHome: false), messages: [AudibleMessage]()))

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        state.withLock { state in
            if let message = state.speech.receiveEvent(event, by: engine) { state.messages.append(message) }
        }
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        state.withLock { $0.speech.receiveSound(sound.judged) }
    }
    func finish() { state.withLock { state in state.messages += [state.speech.finish()].compactMap { $0 } } }

    func take() -> [AudibleMessage] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {}
    func keepSound(_ sound: Samples, _ hash: ContentHash) {}
}
