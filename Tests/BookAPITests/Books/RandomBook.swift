import Events
import JSON
import Support

@testable import BookAPI

/// Chunks for properties, the same for the same numbers.
enum RandomBook {
    /// As reading leaves it.
    static func chunk(_ random: inout SplitMix64) -> BookChunk {
        var number = 1 + random.below(3) * 100
        let sentences = (0..<random.below(5)).map { _ in
            number += 1 + random.below(2)
            return sentence(number, &random)
        }
        let hasWords = sentences.contains { !$0.originalWords.isEmpty || !$0.translationWords.isEmpty }
        let kinds = BookSound.Kind.allCases.filter { _ in random.isOneIn(2) }
        let sounds = kinds.map { BookSound($0, path: "media/\($0.rawValue).mp3", duration: time(&random)) }
        return BookChunk(
            "c\(random.below(99))", sentences: sentences, sounds: sounds, isExact: hasWords || random.isOneIn(2))
    }

    private static func sentence(_ number: Int, _ random: inout SplitMix64) -> BookSentence {
        let main = random.isOneIn(6) ? nil : lane(&random)
        let lanes = PerLane(
            original: main, transliteration: random.isOneIn(2) ? nil : lane(&random),
            translation: main == nil ? nil : lane(&random))
        return BookSentence(
            number: number, lanes: lanes, originalGate: SentenceGate(time(&random), time(&random)),
            translationGate: SentenceGate(time(&random), time(&random)),
            phases: SentencePhases(
                original: time(&random), gap: time(&random), translation: time(&random), tail: time(&random)),
            totalDuration: time(&random), timeline: timeline(&random), originalWords: words(&random),
            translationWords: words(&random), picture: random.isOneIn(2) ? nil : "media/images/\(number).png",
            block: block(&random))
    }

    private static func block(_ random: inout SplitMix64) -> TextBlock? {
        let kinds: [TextBlock.Kind?] = [
            nil, .paragraph, .heading(level: 1 + random.below(6)),
            .item(sign: random.pick(["•", "12.", ""]), depth: random.below(9)),
        ]
        return random.pick(kinds).map { TextBlock($0, isStart: random.isOneIn(2)) }
    }

    private static func lane(_ random: inout SplitMix64) -> LaneText {
        let tokens = (0...random.below(4)).map { _ in
            random.pick(["a", "Лампа", "lit.", "\u{E9}", "e\u{301}", "👩‍🚀", "\u{7}", "\"", "two words", "七"])
        }
        return LaneText(random.isOneIn(3) ? "another text" : tokens.joined(separator: " "), tokens: tokens)
    }

    private static func time(_ random: inout SplitMix64) -> TimeSpan? {
        random.isOneIn(4) ? nil : us(Int64(random.below(1 << (1 + random.below(30)))))
    }

    private static func timeline(_ random: inout SplitMix64) -> [TimelineStep] {
        (0..<random.below(3)).map { _ in
            TimelineStep(
                us(Int64(random.below(5_000_000))),
                tokens: PerLane(
                    original: random.below(9), transliteration: random.below(9), translation: random.below(9)))
        }
    }

    private static func words(_ random: inout SplitMix64) -> [WordTime] {
        let words = (0..<random.below(6)).map { _ in
            WordTime(random.isOneIn(5) ? nil : random.below(8), time(&random) ?? .zero, time(&random) ?? .zero)
        }
        return WordCleaning.cleaned(words, tokenCount: words.count)
    }

    // MARK: Anything

    static func json(_ random: inout SplitMix64) -> JSON {
        var object = JSONObject()
        let keys = [
            "chunk_id", "rangeFragment", "start_sentence", "endSentence", "timingVersion", "audioTracks", "files",
            "sentence_count",
        ]
        for key in keys where random.isOneIn(2) { object.append(key, value(&random, depth: 0)) }
        object.append("sentences", .array((0..<random.below(5)).map { _ in sentence(&random) }))
        if random.isOneIn(2) {
            object.append("timingTracks", ["original": track(&random), "trans": track(&random)])
        }
        return random.isOneIn(9) ? object.members.last?.value ?? .null : .object(object)
    }

    private static func sentence(_ random: inout SplitMix64) -> JSON {
        var object = JSONObject()
        let keys = [
            "sentence_number", "original", "translation", "transliteration", "startGate", "end_gate", "totalDuration",
            "originalStartGate", "phase_durations", "timeline", "image", "imagePath",
        ]
        for key in keys where random.isOneIn(2) { object.append(key, value(&random, depth: 0)) }
        return random.isOneIn(9) ? value(&random, depth: 2) : .object(object)
    }

    private static func track(_ random: inout SplitMix64) -> JSON {
        .array(
            (0..<random.below(9)).map { _ in
                var object = JSONObject()
                for key in ["sentenceIdx", "word_idx"] where !random.isOneIn(5) {
                    object.append(key, .number(random.below(6) - 1))
                }
                object.append(random.pick(["start", "t0", "begin", "time"]), number(&random))
                object.append(random.pick(["end", "t1", "stop"]), number(&random))
                return .object(object)
            })
    }

    private static func number(_ random: inout SplitMix64) -> JSON {
        switch random.below(8) {
        case 0: .string("\(random.below(20))")
        case 1: .number(random.below(5) - 1)
        case 2: .double(random.pick([1e300, -1e300, 999_999.9999, 0.0004, 1e-9]))
        default: .double(Double(random.below(4_000)) / 1_000)
        }
    }

    private static func value(_ random: inout SplitMix64, depth: Int) -> JSON {
        switch random.below(depth > 2 ? 6 : 9) {
        case 0: return .null
        case 1...2: return number(&random)
        case 3: return .number(random.pick([0, 1, 2, 11, 201, Int.max, -5]))
        case 4...5:
            return .string(
                random.pick(["", " ", "a b", "0011-0012", "/x/media/a.mp3", "media/", "2", "NaN", "Привет, мир"]))
        case 6: return .array((0..<random.below(4)).map { _ in value(&random, depth: depth + 1) })
        default:
            var object = JSONObject()
            for key in ["text", "tokens", "path", "url", "duration", "original", "original_index"]
            where random.isOneIn(2) { object.append(key, value(&random, depth: depth + 1)) }
            return .object(object)
        }
    }
}
