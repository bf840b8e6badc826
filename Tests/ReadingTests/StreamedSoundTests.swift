import BookFolders
import Events
import Files
import Platform
import Sound
import Speech
import Support
import Testing

@testable import Reading

/// Sound of a book of which some seconds are held.
@Suite struct StreamedSoundTests {
    private static let rate = 8_000

    /// A file of a minute, each sample of which tells its place.
    private struct LongBook: BookSource {
        let book = Book("b", chunks: [ChunkEntry("c", start: 1, end: 1)])
        let oddities: [String] = []
        var seconds = 60

        static func value(_ frame: Int) -> Int16 { Int16(1 + frame % 30_011) }

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
            (BookChunk("c", sentences: [], sounds: [], isExact: true), [])
        }

        func sound(_ path: String) async throws -> sending SoundSource {
            let values = (0..<seconds * StreamedSoundTests.rate).map(Self.value)
            let wave = Samples(rate: StreamedSoundTests.rate, channels: 1, values: values).waveFile
            switch path {
            case "long": return .file(try OpenFile.inMemory(wave))
            case "memory": return .samples(values, rate: StreamedSoundTests.rate)
            case "silence": return .silence(.seconds(Int64(seconds)))
            default: return .file(try OpenFile.inMemory(Array("none".utf8)))
            }
        }
    }

    private func opened(_ sounds: BookSounds, _ path: String) async -> Result<StreamedSound, SoundError> {
        while true {
            if let result = sounds.sound(BookSound(.original, path: path)) { return result }
            await Task.yield()
        }
    }

    private func samples(_ sound: StreamedSound, _ start: TimeSpan, _ end: TimeSpan) async -> [Int16] {
        while true {
            if let samples = sound.samples(from: start, to: end) { return samples.values }
            await Task.yield()
        }
    }

    @Test("samples in memory come out as those of a file, at any rate", arguments: [rate, 22_050])
    func memory(rate: Int) async throws {
        let sounds = BookSounds(LongBook(seconds: 7), rate: rate)
        let (file, memory) = (try await opened(sounds, "long").get(), try await opened(sounds, "memory").get())
        #expect(file.duration == memory.duration && memory.duration == .seconds(7))
        let found = await samples(memory, .milliseconds(1_300), .seconds(9))
        #expect(found.contains { $0 != 0 })
        #expect(await samples(file, .milliseconds(1_300), .seconds(9)) == found)
    }

    @Test("silence is as long as it is wanted")
    func silence() async throws {
        let sound = try await opened(BookSounds(LongBook(seconds: 5), rate: Self.rate), "silence").get()
        #expect(sound.duration == .seconds(5))
        #expect(await samples(sound, .seconds(3), .seconds(8)) == [Int16](repeating: 0, count: 2 * Self.rate))
    }

    @Test(
        "any place of a long sound is there once it is wanted, and what was wanted long ago is not",
        arguments: ["long", "memory"])
    func places(path: String) async throws {
        let sounds = BookSounds(LongBook(), rate: Self.rate)
        let sound = try await opened(sounds, path).get()
        #expect(sound.duration == .seconds(60))
        for start in [0, 7, 50, 9, 31] as [Int64] {
            let found = await samples(sound, .seconds(start), .seconds(start + 6))
            let first = Int(start) * Self.rate
            #expect(found == (first..<first + 6 * Self.rate).map(LongBook.value), "from \(start) s")
        }
        // More than is held has been decoded since.
        for start in stride(from: 0, to: 50, by: 8) as StrideTo<Int64> {
            _ = await samples(sound, .seconds(start), .seconds(start + 8))
        }
        #expect(sound.samples(from: .zero, to: .seconds(1)) == nil)
        // Its end is found, and nothing is behind it.
        let end = await samples(sound, .seconds(59), .seconds(90))
        #expect(end.count == Self.rate)
        #expect(await samples(sound, .seconds(70), .seconds(71)) == [])
    }

    @Test("how loud it is is known of more than is held, and behind its end it is silent")
    func levels() async throws {
        let sounds = BookSounds(LongBook(seconds: 30), rate: Self.rate)
        let sound = try await opened(sounds, "long").get()
        var levels: [UInt8]?
        while levels == nil {
            levels = sound.levels(from: .zero, to: .seconds(40))
            await Task.yield()
        }
        let found = try #require(levels)
        #expect(abs(found.count - 1_200) <= 2)
        #expect(found.prefix(890).allSatisfy { $0 > 20 } && found.suffix(290).allSatisfy { $0 == 0 })
    }

    @Test("what is no sound is an error that says so")
    func none() async {
        let result = await opened(BookSounds(LongBook(), rate: Self.rate), "other")
        #expect(throws: SoundError.self) { try result.get() }
    }
}
