import Events
import Foundation
import PlaybackSupport
import Sound
import Support

/// A job's folder whose words are tones with silence behind each: two chunks of two sentences of three words.
struct ToneBook {
    static let word = TimeSpan.milliseconds(400)
    static let tone = TimeSpan.milliseconds(300)
    static let words = 3

    let folder: Folder

    /// - Parameters:
    ///   - change: of each chunk before it is written; nothing in it is cleaned.
    ///   - sound: of each file before it is written.
    init(
        change: (inout BookChunk, Int) -> Void = { _, _ in },
        sound: (inout [Int16], BookSound, Int) -> Void = { _, _, _ in }
    ) throws {
        folder = try Folder()
        for name in ["metadata", "media"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        for place in 0..<2 {
            var chunk = Self.chunk(place)
            for file in chunk.sounds {
                var values = Self.tones
                sound(&values, file, place)
                try folder.write(Samples(rate: Self.rate, channels: 1, values: values).file, to: file.path)
            }
            change(&chunk, place)
            try folder.write(chunk.json.text, to: Self.name(place))
        }
    }

    static func name(_ place: Int) -> String { "metadata/chunk_000\(place).json" }

    static let rate = 8_000
    private static func frames(_ span: TimeSpan) -> Int { Int(span.seconds * Double(rate)) }

    /// As many as a chunk has words.
    static var tones: [Int16] {
        (0..<2 * words).flatMap { _ in
            (0..<frames(word)).map { $0 < frames(tone) ? Int16(9_000 * sin(Double($0) * 0.35)) : 0 }
        }
    }

    static func silence(_ values: inout [Int16], from start: Double, to end: Double) {
        for frame in Int(start * Double(rate))..<Int(end * Double(rate)) { values[frame] = 0 }
    }

    static func chunk(_ place: Int) -> BookChunk {
        let length = word * Int64(words)
        let sentences = (0..<2).map { row in
            let start = length * Int64(row)
            let gate = SentenceGate(start, start + length)
            let times = (0..<words).map { index in
                WordTime(index, start + word * Int64(index), start + word * Int64(index + 1))
            }
            return BookSentence(
                number: 1 + 2 * place + row,
                lanes: PerLane { lane in LaneText("a b c \(lane)", tokens: ["a", "b", "c"]) }, originalGate: gate,
                translationGate: gate, originalWords: times, translationWords: times)
        }
        let sounds = [BookSound.Kind.original, .translation].map { kind in
            BookSound(kind, path: "media/\(place)_\(kind.rawValue).wav", duration: length * 2)
        }
        return BookChunk("c\(place)", sentences: sentences, sounds: sounds, isExact: true)
    }
}
