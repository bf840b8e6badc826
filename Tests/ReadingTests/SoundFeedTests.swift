import BookFolders
import Events
import PlaybackSupport
import Sound
import Support
import Testing

@testable import Reading

@Suite struct SoundFeedTests {
    private static let rate = 8_000
    private static let name = SoundName(0, 1)
    /// Ten seconds, each sample of which tells its place.
    private static let values = (0..<80_000).map { Int16(1 + $0 % 30_011) }

    private let speaker = VirtualSpeaker(rate: SoundFeedTests.rate)

    private func sound() async throws -> StreamedSound {
        try await StreamedSound.open(.samples(Self.values, rate: Self.rate), rate: Self.rate) {}
    }

    /// What is heard in so many milliseconds, none of which comes too early.
    private func play(_ feed: inout SoundFeed, _ milliseconds: Int) async {
        speaker.setPaused(false)
        for _ in 0..<milliseconds / 100 {
            var isReady = false
            while !isReady {
                feed.give(to: speaker)
                isReady = feed.isDone || speaker.waiting(Self.name) >= Self.rate / 10
                await Task.yield()
            }
            speaker.run(100)
        }
    }

    @Test("a segment is heard from its first frame to its last, and some seconds of it lie ahead")
    func segment() async throws {
        let (start, end) = (TimeSpan.milliseconds(1_300), TimeSpan.milliseconds(7_100))
        var feed = SoundFeed(try await sound(), as: Self.name, over: speaker, from: start, to: end)
        await play(&feed, 1_000)
        while speaker.waiting(Self.name) < 3 * Self.rate {
            feed.give(to: speaker)
            await Task.yield()
        }
        await play(&feed, 5_500)
        // Those two moments are frames 10,400 and 56,800; what is left of 6.5 s is silent.
        #expect(speaker.played == Self.values[10_400..<56_800] + [Int16](repeating: 0, count: 5_600))
        #expect(speaker.names == [] && speaker.place(at: .zero)?.position == .milliseconds(7_100))
    }

    @Test("at another speed it is over when all of it has been heard")
    func speed() async throws {
        var feed = SoundFeed(try await sound(), as: Self.name, over: speaker, from: .seconds(8), speed: 50)
        await play(&feed, 4_500)
        #expect(speaker.names == [] && speaker.place(at: .zero)?.position == .seconds(10))
        #expect(speaker.played.suffix(Self.rate / 2).allSatisfy { $0 == 0 })
    }

    @Test("an endless sound begins again without a gap")
    func endless() async throws {
        var feed = SoundFeed(try await sound(), as: Self.name, over: speaker, isEndless: true)
        await play(&feed, 21_000)
        #expect(speaker.played == (0..<21 * Self.rate).map { Self.values[$0 % 80_000] })
    }
}
