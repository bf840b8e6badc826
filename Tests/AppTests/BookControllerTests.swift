import BookAPI
import BookFolders
import Engine
import Events
import Files
import Foundation
import Playback
import PlaybackSupport
import Reading
import Screens
import Sound
import Speech
import Support
import Synchronization
import Testing

@testable import App

/// A book that is read on a screen, on the clock of a loudspeaker that the test moves.
@Suite @MainActor struct BookControllerTests {
    /// When the words of a sentence begin, in milliseconds: not as often as it is told by itself what is heard.
    private nonisolated static let starts: [Int64] = [0, 230, 410, 790]

    /// Two sentences in two languages, four words each.
    private struct TonedBook: BookSource {
        var book = Book("b", chunks: [ChunkEntry("c", start: 1, end: 2, sentenceCount: 2)])
        let oddities: [String] = []
        var server: ToldServer?

        var placeServer: (any PlaceServer)? { server }
        var words: [String: [String]] = [:]

        func definition(of words: String) -> [String]? { self.words[words] }

        /// Of a model that knows all but `nothing`.
        func explanation(of words: String, language: String?, other: String?) throws -> [String] {
            if words == "broken" { throw CommandError.failed("no answer") }
            return words == "nothing" ? [] : ["the model on \(words)"]
        }

        /// There is a sound of the original alone.
        var isOriginalOnly = false

        func chunk(at index: Int) -> (chunk: BookChunk, oddities: [String]) {
            var chunk = BookControllerTests.chunk
            if isOriginalOnly { chunk.sounds.removeAll { $0.kind != .original } }
            return (chunk, [])
        }

        func sound(_ path: String) -> sending SoundSource {
            .samples((0..<16_000).map { Int16($0 % 80 * 100) }, rate: 8_000)
        }
    }

    /// A server that somebody is logged in to, and what it was told.
    private final class ToldServer: PlaceServer {
        private let state = Mutex<[ResumeEntry]>([])
        var kept: [ResumeEntry] { state.withLock(\.self) }

        func places() -> ServerPlaces? {
            var mark = ServerBookmark("theirs", sentence: 1)
            mark.id = "b1"
            return ServerPlaces(ResumeEntry("b", sentence: 2, updated: 1_000), [mark])
        }
        func keep(_ entry: ResumeEntry, left: Double) { state.withLock { $0.append(entry) } }
        func add(_ bookmark: ServerBookmark) -> ServerBookmark { bookmark }
        func deleteBookmark(_ id: String) {}
    }

    private nonisolated static let chunk: BookChunk = {
        let text = LaneText("a b c d", tokens: ["a", "b", "c", "d"])
        let sentences = (0..<2).map { row in
            let start = TimeSpan.seconds(Int64(row))
            let gate = SentenceGate(start, start + .seconds(1))
            let words = (0..<4).map { index in
                let time = start + .milliseconds(starts[index])
                return WordTime(index, time, time + .milliseconds(200))
            }
            return BookSentence(
                number: row + 1, lanes: PerLane(original: text, transliteration: nil, translation: text),
                originalGate: gate, translationGate: gate, originalWords: words, translationWords: words)
        }
        let sounds = [BookSound(.original, path: "o"), BookSound(.translation, path: "t")]
        return BookChunk("c", sentences: sentences, sounds: sounds, isExact: true)
    }()

    /// A word that was lit, by how much after its time in the file that sounds.
    private struct Lit: Hashable {
        let sentence: Int
        let track: BookTrack
        let word: Int
        let lag: TimeSpan
    }

    private final class Run {
        var reader = BookReader()
        let speaker = VirtualSpeaker(rate: 8_000)
        let controller: BookController
        let news = Mutex<[BookEvent]>([])
        var now = Instant.zero
        var lit: [Lit] = []
        private var last: (sentence: Int, track: BookTrack, word: Int)?

        @MainActor init(
            percent: Int, _ source: TonedBook = TonedBook(), on shelf: BookShelf? = nil, known: KnownPlace? = nil
        ) {
            let told = Told()
            let book = ReadBook(source, ReaderSettings(percent: percent), on: shelf, known: known)
            controller = BookController(book, nil, SessionClock()) { told.add($0) }
            self.told = told
            for input in controller.start() { hear(input) }
            _ = controller.receive(.opened(speaker))
        }

        private let told: Told

        @MainActor func hear(_ input: ReaderInput) {
            _ = reader.handle(input, at: now)
            note()
        }

        /// All that is to be done at this moment, once what is loaded beside it is there.
        @MainActor func turn() async {
            for _ in 0..<100_000 {
                for one in told.take() {
                    if case .reading(let input)? = controller.receive(one).input { hear(input) }
                }
                if let input = controller.follow(reader, at: now) {
                    hear(input)
                } else if let deadline = reader.deadline, deadline <= now {
                    _ = reader.tick(at: now)
                    note()
                } else if isWaiting {
                    await Task.yield()
                } else {
                    return
                }
            }
        }

        @MainActor func readToEnd() async {
            await turn()
            var milliseconds = 0
            while !reader.isOver, milliseconds < 30_000 {
                // The loop is woken when the controller wants, and not before.
                let wake = [controller.nextWake(reader, at: now), reader.deadline].compactMap(\.self).min()
                let wait = max(1, Int(((wake ?? now) - now).microseconds + 999) / 1_000)
                speaker.run(min(wait, 1_000))
                milliseconds += min(wait, 1_000)
                now = Instant(seconds: Double(milliseconds) / 1_000)
                await turn()
            }
        }

        /// For what comes from elsewhere.
        private var isWaiting: Bool {
            reader.chunk == nil || reader.sound != nil && reader.phase == .preparing || isSought
        }
        private var isSought: Bool { if case .transitioning = reader.phase { true } else { false } }

        private func note() {
            guard let transcript = reader.record.transcript, let track = reader.record.track,
                !reader.record.isPreparing,
                reader.phase == .playing,
                let word = transcript.lanes[track == .original ? .original : .translation]?.current,
                last.map({ $0 != (transcript.number, track, word) }) ?? true
            else { return }
            last = (transcript.number, track, word)
            let time =
                TimeSpan.seconds(Int64(transcript.number - 1)) + TimeSpan.milliseconds(BookControllerTests.starts[word])
            let heard = speaker.place(at: now)?.position ?? time
            lit.append(Lit(sentence: transcript.number, track: track, word: word, lag: heard - time))
        }
    }

    private final class Told: Sendable {
        private let news = Mutex<[BookEvent]>([])
        func add(_ one: BookEvent) { news.withLock { $0.append(one) } }
        func take() -> [BookEvent] {
            news.withLock { news in
                defer { news = [] }
                return news
            }
        }
    }

    @Test(
        "each word is lit once and in turn, within a frame of its time in the file, at every speed",
        arguments: [50, 100, 150])
    func highlight(percent: Int) async {
        let run = Run(percent: percent)
        await run.readToEnd()
        #expect(run.reader.isOver)
        let order = run.lit.map { "\($0.sentence)\($0.track == .original ? "O" : "T")\($0.word)" }
        let wanted = (1...2).flatMap { sentence in
            ["O", "T"].flatMap { track in (0..<4).map { "\(sentence)\(track)\($0)" } }
        }
        #expect(order == wanted)
        for lit in run.lit { #expect((TimeSpan.zero...TimeSpan.milliseconds(33)).contains(lit.lag), "\(lit)") }
    }

    @Test(
        "a book that was read to its end begins anew, one of which more is to come goes on there",
        arguments: [true, false])
    func end(isComplete: Bool) async throws {
        let folder = try Folder()
        let shelf = BookShelf(in: folder.file("books"))
        var source = TonedBook()
        source.book.isComplete = isComplete
        let run = Run(percent: 100, source, on: shelf)
        await run.readToEnd()
        #expect(run.reader.isOver)
        run.controller.stop(run.reader)
        _ = await run.controller.leave()
        #expect(try #require(shelf.place(of: source.identity)).place?.sentence == (isComplete ? nil : 2))
    }

    @Test("a book goes on where its server knows it was left, and the server hears where it is left then")
    func server() async {
        let server = ToldServer()
        let source = TonedBook(server: server)
        let run = Run(percent: 100, source, known: await KnownPlace.find(source, on: nil))
        await run.turn()
        #expect(run.reader.place?.sentence == 2)
        #expect(run.controller.facts.bookmarks.map(\.name) == ["theirs"])
        run.speaker.run(500)
        run.now = Instant(seconds: 0.5)
        await run.turn()
        run.controller.stop(run.reader)
        _ = await run.controller.leave()
        #expect(server.kept.last?.sentence == 2 && server.kept.last?.chunk == "c" && server.kept.last?.track == nil)
        #expect(server.kept.last?.position == run.reader.record.position)
    }

    private nonisolated static func mark(_ sentence: Int, _ name: String) -> Bookmark {
        Bookmark(BookPlace(sentence: sentence), name: name)
    }

    /// Whether the question is over, and nothing is said yet.
    private static func isAnswered(_ inputs: [ScreenInput]) -> Bool {
        guard inputs.count == 1, case .answered(nil) = inputs[0] else { return false }
        return true
    }

    /// One who reads, and marks something now and then.
    private final class Marking {
        let controller: BookController
        private let told: Told

        @MainActor init(_ shelf: BookShelf) {
            let told = Told()
            self.told = told
            let book = ReadBook(TonedBook(), ReaderSettings(), on: shelf)
            controller = BookController(book, nil, SessionClock()) { told.add($0) }
        }

        @MainActor var names: [String] { controller.facts.bookmarks.map(\.name) }

        /// What has come so far.
        @MainActor func hear() async {
            for news in told.take() { _ = controller.receive(news) }
            await Task.yield()
        }

        /// What the user is told of it, as soon as there is something.
        @MainActor func notice() async -> String {
            while true {
                for news in told.take() {
                    let told = controller.receive(news).reported
                    if let notice = told.compactMap({ if case .notice(let text) = $0 { text } else { nil } }).first {
                        return notice
                    }
                }
                await Task.yield()
            }
        }

        @MainActor func set(_ sentence: Int, _ name: String) async -> String {
            #expect(BookControllerTests.isAnswered(controller.set(BookControllerTests.mark(sentence, name))))
            return await notice()
        }
    }

    private func marks(on shelf: BookShelf) -> [String]? {
        shelf.place(of: TonedBook().identity)?.bookmarks.map(\.name)
    }

    /// - Returns: why it is not kept where the book was left.
    private func leave(_ controller: BookController) async -> String? {
        controller.stop(BookReader())
        return await controller.leave()
    }

    @Test("of two who read a book at a time neither loses what the other one marks, whoever leaves last")
    func together() async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let shelf = BookShelf(in: folder.file("books"))
        let (one, two, idle) = (Marking(shelf), Marking(shelf), Marking(shelf))
        #expect(await one.set(1, "a") == "bookmark: a")
        #expect(await two.set(2, "b") == "bookmark: b")
        #expect(two.names == ["a", "b"] && marks(on: shelf) == ["a", "b"])
        _ = await one.set(2, "renamed")
        #expect(Self.isAnswered(two.controller.remove(Self.mark(1, "a"))))
        #expect(await two.notice() == "bookmark removed: a")
        _ = await one.set(3, "c")
        #expect(one.names == ["renamed", "c"])
        two.controller.lookForBookmarks()
        while two.names != one.names { await two.hear() }
        for reading in [one, two, idle] { #expect(await leave(reading.controller) == nil) }
        #expect(marks(on: shelf) == ["renamed", "c"])
        #expect(try #require(shelf.place(of: TonedBook().identity)).left > 0)
    }

    @Test("what a server knows of is kept beside what another one has marked meanwhile")
    func togetherOnServer() async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let shelf = BookShelf(in: folder.file("books"))
        let source = TonedBook(server: ToldServer())
        let known = await KnownPlace.find(source, on: shelf)
        let book = ReadBook(source, ReaderSettings(), on: shelf, known: known)
        let controller = BookController(book, nil, SessionClock()) { _ in }
        _ = await Marking(shelf).set(2, "b")
        #expect(await leave(controller) == nil)
        #expect(marks(on: shelf) == ["theirs", "b"])
    }

    @Test("that a bookmark or the place is not kept is said, and why; once it can be kept it is")
    func unwritable() async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let books = folder.file("books")
        try folder.write("no folder", to: "books")
        let shelf = BookShelf(in: books)
        let reading = Marking(shelf)
        let said = await reading.set(1, "a")
        #expect(said.hasPrefix("bookmark: a; this session only: \(books): "), "\(said)")
        #expect(reading.names == ["a"])
        #expect(await leave(Marking(shelf).controller)?.hasPrefix("\(books): ") == true)
        try #require(unlink(books) == 0)
        _ = await Marking(shelf).set(2, "b")
        #expect(await reading.set(3, "c") == "bookmark: c")
        #expect(marks(on: shelf) == ["a", "b", "c"])
        #expect(await leave(reading.controller) == nil)
    }

    @Test("what could not be kept is tried again by itself, with what was told last", .timeLimit(.minutes(30)))
    func retried() async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let books = folder.file("books")
        try folder.write("no folder", to: "books")
        let (shelf, told) = (BookShelf(in: books), Told())
        let keeper = PlaceKeeper(shelf, "id", nil, retryPeriod: .milliseconds(1)) { told.add($0) }
        let mark = Self.mark(1, "a")
        var place = ReadingPlace("b")
        place.set(mark)
        keeper.change(place, notice: "set") { $0.set(mark) }
        var news: [BookEvent] = []
        while news.isEmpty {
            news = told.take()
            await Task.yield()
        }
        for sentence in [3, 7] {
            place.place = BookPlace(sentence: sentence)
            keeper.keep(place)
            for _ in 0..<1_000 { await Task.yield() }
        }
        try #require(unlink(books) == 0)
        while shelf.place(of: "id")?.place?.sentence != 7 { await Task.yield() }
        #expect(shelf.place(of: "id")?.bookmarks == [mark])
        #expect(await keeper.finish() == nil)
        // That it is not kept was said once, and that it is.
        let notices = (news + told.take()).compactMap { news in
            if case .told(.notice(let text)) = news { text } else { nil }
        }
        #expect(notices.count == 2 && notices.last == "Earlier changes are now saved", "\(notices)")
    }

    @Test("while another program holds what is kept nobody who reads waits; what was marked meanwhile is kept then")
    func held() async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let books = folder.file("books")
        let reading = Marking(BookShelf(in: books, patience: .seconds(86_400)))
        #expect(await reading.set(1, "a") == "bookmark: a")
        var other: OpenFolder? = try OpenFolder(books)
        #expect(other?.lock(.exclusive) == .taken)
        for (sentence, name) in [(2, "b"), (3, "c")] {
            #expect(Self.isAnswered(reading.controller.set(Self.mark(sentence, name))))
        }
        _ = reading.controller.receive(.bookmarkKept(Self.mark(2, "b"), id: "b2"))
        #expect(reading.names == ["a", "b", "c"] && marks(on: BookShelf(in: books)) == ["a"])
        // What was on the disk before does not take back what is not there yet.
        let old = try #require(BookShelf(in: books).place(of: TonedBook().identity))
        _ = reading.controller.receive(.kept(old, changes: 1))
        #expect(reading.names == ["a", "b", "c"])
        other = nil
        var said: [String] = []
        while said.last != "bookmark: c" { said.append(await reading.notice()) }
        #expect(marks(on: BookShelf(in: books)) == ["a", "b", "c"])
        #expect(BookShelf(in: books).place(of: TonedBook().identity)?.serverNames == [2: "b2"])
        #expect(await leave(reading.controller) == nil)
    }

    /// No machine is so slow.
    private static let patient: LookupLimits = {
        var limits = LookupLimits()
        limits.answer = .seconds(86_400)
        return limits
    }()

    @Test("a word is looked up in the book first, then by the command; what it has not, or why, is a line")
    func lookUp() async {
        var book = ReadBook(TonedBook(words: ["lamp": ["a light"]]), ReaderSettings(), on: nil)
        #expect(await book.answer(to: LookupQuery("lamp")) == .found(["a light"]))
        #expect(await book.answer(to: LookupQuery("moon")) == .none("not in the book's dictionary"))
        book.dictionary = LookupCommand(
            #"read word; [ "$word" = moon ] && echo "$word in $CAMEO_LOOKUP_LANGUAGE""#, limits: Self.patient)
        #expect(await book.answer(to: LookupQuery("lamp")) == .found(["a light"]))
        #expect(await book.answer(to: LookupQuery("moon", language: "en")) == .found(["moon in en"]))
        #expect(await book.answer(to: LookupQuery("sun")) == .none("the lookup command exited with status 1"))
        book.dictionary = LookupCommand("true", limits: Self.patient)
        #expect(
            await book.answer(to: LookupQuery("sun"))
                == .none("not in the book's dictionary or the lookup command's"))
    }

    @Test("the model of a book's server is asked where it may be, for what nobody else knows")
    func modelLookUp() async {
        var book = ReadBook(TonedBook(words: ["lamp": ["a light"]]), ReaderSettings(), on: nil)
        book.asksModel = true
        #expect(await book.answer(to: LookupQuery("lamp")) == .found(["a light"]))
        #expect(await book.answer(to: LookupQuery("moon")) == .found(["the model on moon"]))
        #expect(await book.answer(to: LookupQuery("nothing")) == .none("not in the book's dictionary"))
        #expect(await book.answer(to: LookupQuery("broken")) == .none("no answer"))
        book.dictionary = LookupCommand(
            #"read word; [ "$word" = moon ] && echo "the command""#, limits: Self.patient)
        #expect(await book.answer(to: LookupQuery("moon")) == .found(["the command"]))
        #expect(await book.answer(to: LookupQuery("sun")) == .found(["the model on sun"]))
        #expect(await book.answer(to: LookupQuery("nothing")) == .none("the lookup command exited with status 1"))
    }

    @Test("a newer lookup ends the one before, whose answer does not come; leaving ends the last one")
    func newerLookUp() async throws {
        let folder = try Folder()
        var book = ReadBook(TonedBook(), ReaderSettings(), on: nil)
        book.dictionary = LookupCommand(
            "cd '\(folder.path)'; read word; [ $word = now ] && exec echo yes; echo $$ > $word; exec sleep 1000",
            limits: Self.patient)
        let told = Told()
        let controller = BookController(book, nil, SessionClock()) { told.add($0) }
        func process(_ name: String) -> Int32? {
            let text = try? String(contentsOfFile: folder.file(name), encoding: .utf8)
            return text.flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
        }
        func answers() -> [Lookup] {
            told.take().compactMap { if case .told(.lookedUp(let lookup)) = $0 { lookup } else { nil } }
        }
        controller.lookUp(LookupQuery("first"))
        #expect(await eventually { process("first") != nil })
        controller.lookUp(LookupQuery("now"))
        var found: [Lookup] = []
        #expect(
            await eventually {
                found += answers()
                return !found.isEmpty
            })
        #expect(found == [Lookup("now", .found(["yes"]))])
        #expect(kill(try #require(process("first")), 0) != 0)
        controller.lookUp(LookupQuery("last"))
        #expect(await eventually { process("last") != nil })
        controller.stop(BookReader())
        _ = await controller.leave()
        #expect(kill(try #require(process("last")), 0) != 0)
        #expect(answers() == [])
    }

    @Test("how loud what is read is can be seen without a loudspeaker, too")
    func unheardLevels() async {
        let controller = BookController(ReadBook(TonedBook(), ReaderSettings(), on: nil), nil, SessionClock()) { _ in }
        func isLoud() -> Bool {
            let levels = controller.levels(of: BookSound(.original, path: "o"), from: .zero, to: .seconds(1))
            return levels?.contains { $0 > 0 } == true
        }
        #expect(await eventually { isLoud() })
    }

    @Test("that another language is read than the only one that is wanted is said once")
    func otherLanguage() async {
        let told = Told()
        let book = ReadBook(
            TonedBook(isOriginalOnly: true), ReaderSettings(mode: .single(.translation)), on: nil)
        let controller = BookController(book, nil, SessionClock()) { told.add($0) }
        var (reader, said) = (BookReader(), [String]())
        func notices() -> [String] {
            told.take().compactMap { if case .told(.notice(let text)) = $0 { text } else { nil } }
        }
        for input in controller.start() { _ = reader.handle(input, at: .zero) }
        func turn() {
            if let input = controller.follow(reader, at: .zero) { _ = reader.handle(input, at: .zero) }
            said += notices()
        }
        #expect(
            await eventually {
                turn()
                return !said.isEmpty
            })
        for _ in 0..<3 { turn() }
        #expect(said == ["no separate sound for the translation here: the original is read"])
    }

    @Test("RA10 a device that goes away pauses the reading and says so")
    func lost() async {
        let run = Run(percent: 100)
        await run.turn()
        run.speaker.run(300)
        run.now = Instant(seconds: 0.3)
        run.speaker.unplug()
        await run.turn()
        #expect(!run.reader.wantsToPlay)
        #expect(run.controller.sound.device == .unavailable("sound device disconnected"))
    }
}
