import Events
import Foundation
import Support

/// A job's folder with the two sentences of reader 1.8, and silence of the right length.
struct WrittenJob {
    let folder: Folder

    init(original: Double = 2.6, translation: Double = 2.7) throws {
        folder = try Folder()
        for name in ["metadata", "media"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write(Self.silence(original), to: "media/orig.wav")
        try folder.write(Self.silence(translation), to: "media/trans.wav")
        try folder.write(Self.chunk.json.text, to: "metadata/chunk_0000.json")
    }

    private static func lane(_ text: String) -> LaneText {
        LaneText(text, tokens: text.split(separator: " ").map(String.init))
    }

    private static func words(_ milliseconds: Int64...) -> [WordTime] {
        zip(milliseconds, milliseconds.dropFirst()).enumerated().map {
            WordTime($0, .milliseconds($1.0), .milliseconds($1.1))
        }
    }

    private static func gate(_ start: Int64, _ end: Int64) -> SentenceGate {
        SentenceGate(.milliseconds(start), .milliseconds(end))
    }

    static let chunk = BookChunk(
        "0011-0012",
        sentences: [
            BookSentence(
                number: 11,
                lanes: PerLane(
                    original: lane("The lamp was lit."), transliteration: lane("Lampa gorela."),
                    translation: lane("Лампа горела.")),
                originalGate: gate(0, 1_600), translationGate: gate(0, 1_200),
                originalWords: words(0, 369, 861, 1_230, 1_599), translationWords: words(0, 546, 1_200)),
            BookSentence(
                number: 12,
                lanes: PerLane(
                    original: lane("Nobody came."), transliteration: lane("Nikto ne prishyol."),
                    translation: lane("Никто не пришёл.")),
                originalGate: gate(1_600, 2_600), translationGate: gate(1_200, 2_700),
                originalWords: words(1_599, 2_199, 2_598), translationWords: words(1_200, 1_776, 2_007, 2_700)),
        ],
        sounds: [BookSound(.original, path: "media/orig.wav"), BookSound(.translation, path: "media/trans.wav")],
        isExact: true)

    /// 16-bit WAV on one channel.
    static func silence(_ seconds: Double, rate: Int = 8_000) -> [UInt8] {
        let count = 2 * Int((seconds * Double(rate)).rounded())
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + bytes(36 + count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
            + bytes(1, 2)
            + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(count, 4)
            + [UInt8](repeating: 0, count: count)
    }
}
