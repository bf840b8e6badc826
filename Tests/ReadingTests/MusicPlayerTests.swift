import BookFolders
import Engine
import Events
import Files
import PlaybackSupport
import Settings
import Sound
import Support
import Synchronization
import Testing

@testable import Reading

/// Music beneath a book, on a loudspeaker of the test's.
@Suite @MainActor struct MusicPlayerTests {
    private nonisolated static let rate = 8_000
    /// A second and a half, each sample of which tells its place.
    private nonisolated static let loop = (0..<12_000).map { Int16($0 + 1) }

    private struct Book: BookSource {
        let book = Events.Book("b", chunks: [ChunkEntry("c", start: 1, end: 1)])
        let oddities: [String] = []
        /// By the names under which they can be asked for.
        var beds: [String?: BookMusic] = [:]
        var failure: CommandError?

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) { (WrittenJob.chunk, []) }

        func music(named id: String?) async throws -> BookMusic? {
            if let failure { throw failure }
            return beds[id]
        }

        func sound(_ path: String) async throws -> sending SoundSource {
            guard path == "loop" else { throw CommandError.unusable("\(path) is not there") }
            return .samples(MusicPlayerTests.loop, rate: MusicPlayerTests.rate)
        }
    }

    /// The player, and a reader of whom the test says what it does.
    @MainActor private final class Run {
        let player: MusicPlayer
        let speaker = VirtualSpeaker(rate: MusicPlayerTests.rate)
        var reader = BookReader()
        var now = Instant.zero
        var notices: [String] = []
        private let told = Told()

        private final class Told: Sendable {
            let news = Mutex<[MusicPlayer.Event]>([])
        }

        init(_ book: Book, _ choice: MusicOptions.Choice = .ofBook) {
            var wish = MusicOptions()
            wish.choice = choice
            player = MusicPlayer(book, wish) { [told] news in if let news { told.news.withLock { $0.append(news) } } }
            for input in [.began(ReaderSettings()), .bookOpened(book.book), .chunkLoaded(0, WrittenJob.chunk)]
                as [ReaderInput]
            {
                _ = reader.handle(input, at: now)
            }
        }

        /// The reader's sound begins to be heard.
        func begin() { _ = reader.handle(.sound(reader.generation, .ready(duration: .seconds(2))), at: now) }

        func follow() {
            let news = told.news.withLock { news in
                defer { news = [] }
                return news
            }
            notices += news.compactMap { player.receive($0) }
            if let notice = player.follow(reader, gain: 0.5, at: now, opens: { speaker }) { notices.append(notice) }
        }

        /// Until what goes on elsewhere has come to this.
        func until(_ condition: @MainActor () -> Bool) async {
            let isSo = await eventually {
                follow()
                return condition()
            }
            #expect(isSo)
        }

        /// Time passes.
        func run(_ milliseconds: Int64) {
            for _ in 0..<milliseconds / 10 {
                follow()
                speaker.run(10)
                now += .milliseconds(10)
            }
        }
    }

    private static let own = Book(beds: [nil: BookMusic("Rain", path: "loop", isOwn: true)])
    private static let served = Book(beds: [
        nil: BookMusic("Rain", path: "loop", isOwn: false), "sea": BookMusic("The Sea", path: "loop", isOwn: false),
    ])

    @Test("a book's own music begins behind its first word, goes round without a gap, and stands where the book stands")
    func own() async throws {
        let run = Run(Self.own)
        run.follow()
        #expect(run.player.title == nil && run.speaker.isPaused)
        run.begin()
        await run.until { run.player.title != nil }
        await run.until { run.speaker.waiting(SoundName(0, 0)) > 2 * Self.rate }
        run.follow()
        #expect(run.player.title == "Rain" && !run.speaker.isPaused && run.speaker.gain == 0.05)
        for _ in 0..<10 {
            await run.until { run.speaker.waiting(SoundName(0, 0)) > 2 * Self.rate }
            run.run(500)
        }
        // From its first piece on the gain stays as it is.
        let heard = run.speaker.played.drop { $0 == 0 }
        let expected = (0..<heard.count).map { Int16((Float(Self.loop[$0 % Self.loop.count]) * 0.05).rounded()) }
        #expect(heard.count > 3 * Self.loop.count)
        #expect(zip(heard, expected).dropFirst(80).allSatisfy { $0 == $1 })

        _ = run.reader.handle(.command(.pause), at: run.now)
        run.follow()
        #expect(
            run.speaker.gain == 0 && !run.speaker.isPaused
                && run.player.nextWake(at: run.now) == run.now + .milliseconds(400))
        run.run(390)
        #expect(!run.speaker.isPaused)
        run.run(20)
        #expect(run.speaker.isPaused && run.player.nextWake(at: run.now) == nil)
        _ = run.reader.handle(.command(.resume), at: run.now)
        run.follow()
        #expect(!run.speaker.isPaused && run.speaker.gain == 0.05)
        run.player.stop()
        #expect(run.speaker.isPaused && run.speaker.names == [])
        #expect(run.notices == [])
    }

    @Test("what only the book's server has waits until it is asked for; asked for again it goes")
    func served() async {
        let run = Run(Self.served)
        run.begin()
        for _ in 0..<100 {
            run.follow()
            await Task.yield()
        }
        #expect(run.player.title == nil)
        _ = run.player.toggle()
        await run.until { run.player.title == "Rain" }
        #expect(run.player.toggle() == "no music" && run.player.title == nil)
        run.run(500)
        #expect(run.speaker.isPaused && run.player.toggle() == "music: Rain" && run.player.title == "Rain")
    }

    @Test("what is named begins by itself: of the server, and of a file")
    func named() async throws {
        let run = Run(Self.served, .named("sea"))
        run.begin()
        await run.until { run.player.title == "The Sea" }
        let folder = try Folder()
        try folder.write(Samples(rate: Self.rate, channels: 1, values: Self.loop).waveFile, to: "rain.wav")
        let other = Run(Self.served, .named(folder.file("rain.wav")))
        other.begin()
        await other.until { other.player.title == "rain.wav" }
    }

    @Test("none is looked for where it is off, until it is asked for")
    func off() async {
        let run = Run(Self.own, .off)
        run.begin()
        for _ in 0..<100 {
            run.follow()
            await Task.yield()
        }
        #expect(run.player.title == nil && run.player.toggle() == "music on")
        await run.until { run.player.title == "Rain" }
    }

    @Test("what is not there is told to those who asked for it, once, and the book goes on")
    func missing() async throws {
        let none = Run(Book())
        none.begin()
        for _ in 0..<100 {
            none.follow()
            await Task.yield()
        }
        #expect(none.notices == [] && none.player.toggle() == "no music")

        let expected = "neither a file nor music on the book's server"
        let unknown = Run(Self.served, .named("wind"))
        unknown.begin()
        await unknown.until { !unknown.notices.isEmpty }
        #expect(unknown.notices == ["no music: wind: \(expected)"])
        #expect(unknown.player.toggle() == "no music: wind: \(expected)")

        let broken = Run(Book(beds: [nil: BookMusic("Rain", path: "gone", isOwn: true)]))
        broken.begin()
        for _ in 0..<100 { await Task.yield() }
        await broken.until { broken.player.toggle() == "no music: gone is not there" }
        #expect(broken.speaker.isPaused)

        let folder = try Folder()
        try folder.write("no sound", to: "rain.mp3")
        let text = Run(Self.own, .named(folder.file("rain.mp3")))
        text.begin()
        await text.until { !text.notices.isEmpty }
        #expect(
            text.notices.first?.hasPrefix("no music: rain.mp3: not a playable MP3, WAV, Ogg, Opus or FLAC file") == true
        )

        var down = Self.served
        down.failure = .failed("no answer")
        let silent = Run(down)
        silent.begin()
        for _ in 0..<100 {
            silent.follow()
            await Task.yield()
        }
        #expect(silent.notices == [])
        await silent.until { silent.player.toggle() == "no music: no answer" }
    }
}
