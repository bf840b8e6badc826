import BookFolders
import Events
import Sound
import Testing

@testable import Reading

/// What a source of books hands over as a sound, as the player reads it.
@Suite struct HandedSoundTests {
    private func length(_ source: SoundSource) throws -> TimeSpan { try SoundLength.of(try source.stream()) }

    @Test("silence is as long as it is wanted, and at least a moment")
    func silence() throws {
        for (wanted, found) in [
            (TimeSpan.milliseconds(1_500), TimeSpan.milliseconds(1_500)), (.seconds(172_800), .seconds(172_800)),
            (.zero, .milliseconds(1)),
        ] {
            #expect(try length(.silence(wanted)) == found)
        }
        let stream = try SoundSource.silence(.seconds(7_200)).stream()
        try stream.seek(to: 7_199 * stream.rate)
        #expect(try stream.read(3 * stream.rate) == [Int16](repeating: 0, count: stream.rate))
        #expect(try stream.read(1) == [])
    }

    @Test("samples in memory are what is read, from any place on")
    func samples() throws {
        let values = (0..<500).map { Int16($0 + 1) }
        #expect(try length(.samples(values, rate: 1_000)) == .milliseconds(500))
        let stream = try SoundSource.samples(values, rate: 1_000).stream()
        #expect(stream.rate == 1_000 && stream.channels == 1 && stream.announced == 500)
        #expect(try stream.read(200) == Array(values[..<200]))
        #expect(try stream.read(100) == Array(values[200..<300]))
        try stream.seek(to: 450)
        #expect(try stream.read(100) == Array(values[450...]))
        for place in [500, 600, -1] {
            try stream.seek(to: place)
            #expect(try stream.read(3) == (place < 0 ? [1, 2, 3] : []))
        }
    }

    @Test("without a sample it is no sound")
    func none() {
        #expect(throws: SoundError.self) { try length(.samples([], rate: 1_000)) }
    }
}
