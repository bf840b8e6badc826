import Events
import Foundation
import JSON
import Sound
import Support
import Testing

@testable import Speech

/// Twenty sentences in five languages as espeak-ng speaks them (Tests/Spoken/speak.py), without their sound.
struct SpokenSentence: Sendable, CustomTestStringConvertible {
    let voice: String
    let utterance: Utterance

    var testDescription: String { "\(voice): \(utterance.text.prefix(30))" }

    static let all: [SpokenSentence] = {
        do { return try read() } catch { fatalError("Tests/Spoken/sentences.ndjson: \(error)") }
    }()

    static func file(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Repository.file(path))))
    }

    private static func read() throws -> [SpokenSentence] {
        try file("Tests/Spoken/sentences.ndjson").split(separator: UInt8(ascii: "\n")).map { line in
            let value = try JSON.parse(line)
            let object = try #require(value.object)
            let end = try #require(object["end"]?.lenientInt)
            let phonemes = try #require(object["phonemes"]?.array).map { value in
                (try #require(value.array?.first?.string), try #require(value.array?.last?.lenientInt))
            }
            let words = try #require(object["words"]?.array).map { try #require($0.array).compactMap(\.lenientInt) }
            let text = try #require(object["text"]?.string)
            return SpokenSentence(
                voice: try #require(object["voice"]?.string),
                utterance: Utterance(
                    text: text,
                    sound: Samples(
                        rate: 22_050, channels: 1, values: [Int16](repeating: 0, count: end * 2_205 / 100_000)),
                    phonemes: zip(phonemes, phonemes.dropFirst().map(\.1) + [end]).map { phoneme, end in
                        Utterance.Phoneme(name: phoneme.0, span: span(phoneme.1)..<span(max(end, phoneme.1)))
                    },
                    words: zip(words, words.dropFirst().map { $0[2] } + [end]).map { word, end in
                        Utterance.Word(
                            scalars: word[0]..<word[0] + word[1], span: span(word[2])..<span(max(end, word[2])))
                    }))
        }
    }

    private static func span(_ microseconds: Int) -> TimeSpan { TimeSpan(microseconds: Int64(microseconds)) }
}

enum Mira {
    static let pack: AvatarPack = {
        do {
            return try AvatarPack(SpokenSentence.file("assets/avatars/mira/avatar.json"))
        } catch { fatalError("assets/avatars/mira/avatar.json: \(error)") }
    }()

    static var shapes: MouthShapes { pack.shapes }
}
