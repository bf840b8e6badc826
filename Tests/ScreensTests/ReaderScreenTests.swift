import Cells
import Engine
import Events
import Keys
import Panels
import Support
import Testing
import Typesetting

@testable import Screens

/// The screen on which a book is read: keys, clicks and what is drawn.
@Suite struct ReaderScreenTests {
    private static func lane(_ text: String) -> LaneText {
        LaneText(text, tokens: text.split(separator: " ").map(String.init))
    }

    private static let chunk: BookChunk = {
        let texts = [
            ("The lamp was lit.", "La luz ardía."), ("Nobody came.", "No vino nadie."), ("It rained.", "Llovía."),
        ]
        let sentences = texts.enumerated().map { place, texts in
            let start = TimeSpan.seconds(Int64(place))
            let gate = SentenceGate(start, start + .seconds(1))
            return BookSentence(
                number: place + 1,
                lanes: PerLane(original: lane(texts.0), transliteration: nil, translation: lane(texts.1)),
                originalGate: gate, translationGate: gate,
                originalWords: lane(texts.0).tokens.indices.map {
                    let time = start + TimeSpan.milliseconds(200) * Int64($0)
                    return WordTime($0, time, time + .milliseconds(200))
                })
        }
        let sounds = [
            BookSound(.original, path: "o", duration: .seconds(3)),
            BookSound(.translation, path: "t", duration: .seconds(3)),
        ]
        return BookChunk("c", sentences: sentences, sounds: sounds, isExact: true)
    }()

    private static let book = Book(
        "Lamps", language: "English", translationLanguage: "es",
        chunks: [ChunkEntry("c", start: 1, end: 3, sentenceCount: 3)],
        chapters: [BookChapter("One", start: 1), BookChapter("Two", start: 3)])

    /// A book that has begun to sound.
    private static func screening(
        _ more: [ReaderInput] = [], isReadHere: Bool = true, size: CellSize = CellSize(columns: 80, rows: 24),
        after before: [Event] = []
    ) -> Screening {
        var reader = BookReader()
        var inputs: [ReaderInput] = [.began(ReaderSettings()), .bookOpened(book), .chunkLoaded(0, chunk)]
        for input in inputs { _ = reader.handle(input, at: .zero) }
        inputs += [
            .sound(reader.generation, .ready(duration: .seconds(3))),
            .sound(reader.generation, .moved(.milliseconds(250))),
        ]
        let start = (before.last?.time ?? Instant.zero) - Instant.zero
        let events = (inputs + more).enumerated().map {
            Event(Instant(seconds: Double($0) / 10) + start, .local(.reading($1)))
        }
        var screening = Screening(before + events) {
            $0.isReading = true
            if isReadHere { $0.source = .live(isInsecure: false) }
        }
        screening.model.geometry = ScreenGeometry(cells: size)
        screening.change { $0.book.isReadHere = isReadHere }
        return screening
    }

    private static let paused: [ReaderInput] = [.command(.pause)]

    // MARK: Keys

    @Test("RK1 what arrows with Control or Shift do, keys that every terminal sends do as well")
    func plainKeys() {
        let plain =
            (32..<127).map { Key.character(Character(Unicode.Scalar(UInt8($0)))) }
            + [.named(.left), .named(.right), .named(.up), .named(.down), .named(.enter)]
        for state in [[], Self.paused, Self.paused + [.command(.extendSelection)]] {
            func actions(_ key: Key) -> [ScreenAction] {
                var screening = Self.screening(state)
                return screening.press(key)
            }
            let known = Set(plain.map(actions))
            for modifier in [KeyModifiers.control, .shift] {
                for arrow in [NamedKey.left, .right, .up, .down] {
                    let found = actions(.named(arrow, modifier))
                    #expect(known.contains(found), "\(arrow) \(modifier): \(found)")
                }
            }
        }
    }

    @Test("a key wants what it says, playing and paused (reader 4.3)")
    func keys() {
        var playing = Self.screening()
        let wants: [(Key, ReaderCommand)] = [
            (.character(" "), .pause), (.character("n"), .next), (.character("b"), .previous),
            (.character("."), .nextWord), (.character(","), .previousWord), (.named(.right), .next),
            (.named(.left), .previous), (.named(.right, .control), .nextWord), (.named(.left, .control), .previousWord),
            (.named(.up), .speed(percent: 110)), (.named(.down), .speed(percent: 90)),
            (.character("]"), .speed(percent: 110)), (.character("["), .speed(percent: 90)),
            (.character("="), .speed(percent: 100)), (.character("o"), .text(.original)),
            (.character("i"), .text(.transliteration)), (.character("p"), .text(.translation)),
            (.character("O"), .toggle(.original)), (.character("P"), .toggle(.translation)),
            (.character("}"), .nextChunk), (.named(.pageUp), .previousChunk), (.named(.home), .jump(sentence: 1)),
            (.named(.end), .jump(sentence: 3)), (.character("r"), .retry),
            (.character("v"), .extendSelection), (.character("Z"), .sleep(minutes: 5)),
        ]
        for (key, command) in wants { #expect(playing.press(key) == [.read(command)], "\(key)") }
        var paused = Self.screening(Self.paused)
        let otherwise: [(Key, ReaderCommand)] = [
            (.character(" "), .resume), (.named(.right), .nextWord), (.named(.left), .previousWord),
            (.named(.right, .control), .next), (.named(.left, .control), .previous), (.named(.up), .previousLane),
            (.named(.down), .nextLane), (.named(.right, .shift), .extendSelection),
        ]
        for (key, command) in otherwise { #expect(paused.press(key) == [.read(command)], "\(key)") }
    }

    @Test("a digit goes to its tenth, before a key it says how often")
    func counts() {
        var playing = Self.screening()
        func typed(_ keys: String, _ last: Key) -> [ScreenAction] {
            for key in keys { #expect(playing.press(.character(key)) == []) }
            return playing.press(last)
        }
        #expect(typed("5", .named(.enter)) == [.read(.jump(sentence: 2))])
        guard let here = playing.played.reader?.record.transcript?.number else {
            Issue.record("no sentence")
            return
        }
        #expect(typed("3", .character("n")) == [.read(.jump(sentence: here + 3))])
        #expect(typed("2", .character("b")) == [.read(.jump(sentence: here - 2))])
        #expect(typed("3", .character(".")) == [ScreenAction](repeating: .read(.nextWord), count: 3))
        #expect(typed("99999", .character(".")).count == 1_000)
        #expect(typed("3", .character("o")) == [.read(.text(.original))])
    }

    @Test("why a line of text neither comes nor goes is said")
    func lines() {
        for (commands, lane, said) in [
            ([], .transliteration, "No transliteration here"),
            ([.command(.text(.translation))], .original, "Only the original is shown"),
            ([.command(.text(.translation))], .translation, nil), ([], .translation, nil),
        ] as [([ReaderInput], Lane, String?)] {
            var screening = Self.screening(commands)
            #expect(screening.press(.toggleText(lane)) == [.read(.text(lane))])
            #expect(screening.model.notice == said, "\(lane)")
        }
    }

    @Test("how loud a book is read is on its line for as long as that is not usual")
    func loudness() throws {
        var screening = Self.screening()
        func silence(_ change: @escaping (inout Played) -> Void) throws -> String? {
            screening.change { $0.sound = SoundStatus() }
            screening.change { $0.sound.device = .open }
            screening.change(change)
            return ReadingState(try #require(screening.played.reader), screening.played).silence
        }
        #expect(try silence { _ in } == nil)
        #expect(try silence { $0.sound.volume = 80 } == "volume 80 %")
        #expect(try silence { ($0.sound.volume, $0.sound.isMuted) = (80, true) } == "muted")
        #expect(try silence { ($0.sound.volume, $0.sound.device) = (80, .unavailable("none")) } == "no sound")
    }

    @Test("RK3 pasted text is no keys")
    func paste() {
        var screening = Self.screening()
        #expect(screening.press(.paste("nnn ?g/qq")) == [])
        #expect(screening.model.popup == nil && screening.model.prompt == nil)
    }

    @Test("the sleep timer goes on to the next of its times, and is off behind the last one (reader 2.15)")
    func sleep() {
        for (set, next) in [(5, 15), (15, 30), (30, 45), (45, nil)] as [(Int, Int?)] {
            var screening = Self.screening([.command(.sleep(minutes: set))])
            #expect(screening.press(.character("Z")) == [.read(.sleep(minutes: next))])
        }
    }

    @Test("a sentence is gone to by its number, a chapter by its own, and what is none is said under the line")
    func places() {
        var screening = Self.screening()
        screening.press(.character("g"))
        #expect(screening.type("2") == [.read(.jump(sentence: 2))] && screening.model.prompt == nil)
        #expect(screening.model.notice == nil)
        for (number, said) in [(4, "The last sentence is 3"), (0, "The first sentence is 1")] {
            screening.press(.character("g"))
            #expect(screening.type("\(number)") == [.read(.jump(sentence: number))])
            #expect(screening.model.notice == said && screening.model.prompt == nil)
        }
        screening.press(.character("g"))
        #expect(screening.type("c2") == [.read(.chapter(2))])
        screening.press(.character("g"))
        #expect(screening.type("c9") == [] && screening.model.prompt?.error == "Chapters are c1 to c2")
        #expect(
            screening.type("x") == []
                && screening.model.prompt?.error == "Expected a number, 1 to 3, or a chapter, c1 to c2")
        screening.press(.named(.escape))
        screening.press(.character("c"))
        screening.press(.named(.down))
        #expect(screening.press(.named(.enter)) == [.read(.jump(sentence: 3))])
    }

    private static let first = BookMatches.Start(chunk: 0, sentence: 1)

    private static func matches(
        _ text: String, _ sentences: [Int], part: Double = 1, from start: BookMatches.Start = Self.first
    ) -> ScreenInput {
        .matches(BookMatches(text, sentences: sentences, part: part, from: start))
    }

    @Test("a search goes to the first place behind the one that is read, and round at the end")
    func search() {
        var screening = Self.screening()
        screening.press(.character("/"))
        #expect(screening.type("came") == [.searchBook("came", from: Self.first)])
        #expect(screening.hear(Self.matches("other", [1])) == [])
        // Of an earlier search for the same.
        #expect(screening.hear(.matches(BookMatches("came", sentences: [1], part: 1))) == [])
        #expect(screening.hear(Self.matches("came", [2, 3])) == [.read(.jump(sentence: 2))])
        #expect(screening.model.notice == "came: 1 of 2")
        #expect(screening.press(.character(">")) == [.read(.jump(sentence: 2))])
        #expect(screening.model.notice == "came: 1 of 2")
        #expect(screening.press(.character("<")) == [.read(.jump(sentence: 3))])
        #expect(screening.model.notice == "came: 2 of 2, continued from the other end")
    }

    @Test("the count of a search is brought up to date while it is read, and nothing else that was said meanwhile")
    func counting() {
        var screening = Self.screening()
        screening.press(.character("/"))
        _ = screening.type("came")
        screening.hear(Self.matches("came", [2], part: 0.5))
        #expect(screening.model.notice == "came: 1 of 1 so far")
        #expect(screening.hear(Self.matches("came", [2, 3], part: 0.75)) == [])
        #expect(screening.model.notice == "came: 1 of 2 so far")
        screening.press(.character("<"))
        #expect(screening.model.notice == "came: 2 of 2 so far, continued from the other end")
        screening.press(.character(">"))
        #expect(screening.model.notice == "came: 1 of 2 so far")
        screening.hear(Self.matches("came", [2, 3]))
        #expect(screening.model.notice == "came: 1 of 2")
        var other = Self.screening()
        other.press(.character("/"))
        _ = other.type("came")
        other.hear(Self.matches("came", [2], part: 0.5))
        other.model.notice = "something else"
        other.hear(Self.matches("came", [2]))
        #expect(other.model.notice == "something else")
    }

    @Test("a search that finds nothing says so at its end, and not before")
    func notFound() {
        var screening = Self.screening()
        screening.press(.character("/"))
        _ = screening.type("xyzzy")
        #expect(screening.hear(Self.matches("xyzzy", [], part: 0.5)) == [] && screening.model.notice == nil)
        #expect(screening.hear(Self.matches("xyzzy", [])) == [])
        #expect(screening.model.notice == "Not found: xyzzy")
    }

    @Test(
        "a search goes to the first match from where one reads on, and behind the last one from the beginning",
        arguments: [
            ([1, 2, 3], 2, "came: 2 of 3"), ([1, 3], 3, "came: 2 of 2"),
            ([1], 1, "came: 1 of 1, continued from the other end"),
        ])
    func searchFromHere(sentences: [Int], found: Int, said: String) {
        var screening = Self.screening([.command(.pause), .command(.jump(sentence: 2))])
        let start = BookMatches.Start(chunk: 0, sentence: 2)
        screening.press(.character("/"))
        #expect(screening.type("came") == [.searchBook("came", from: start)])
        #expect(screening.hear(Self.matches("came", [], part: 0.5, from: start)) == [])
        #expect(
            screening.hear(Self.matches("came", sentences, part: 0.75, from: start))
                == [.read(.jump(sentence: found))])
        // The count stays right while the rest is searched.
        #expect(screening.hear(Self.matches("came", sentences, from: start)) == [])
        #expect(screening.model.notice == said)
    }

    @Test("a key that has nothing to do says why")
    func idleKeys() {
        for (inputs, key, said) in [
            ([], "r", "Nothing here failed to load"), ([], "b", "This is the first sentence"), ([], "n", nil),
            ([], "}", "This is the last part"), ([], "{", "This is the first part"),
            ([.command(.pause), .command(.jump(sentence: 3))], "n", "This is the last sentence"),
            ([.command(.pause), .command(.jump(sentence: 3))], "b", nil),
        ] as [([ReaderInput], Character, String?)] {
            var screening = Self.screening(inputs)
            screening.press(.character(key))
            #expect(screening.model.notice == said, "\(key)")
        }
    }

    @Test("the help tells of the keys to matches as of others while there are some")
    func helpOfSearch() {
        func idle(_ screening: Screening) -> [String] {
            screening.model.helpGroups(screening.played).last { $0.title == "not available now" }?.keys
                .map(\.does) ?? []
        }
        var screening = Self.screening()
        let matchKeys = ["next match", "previous match"]
        #expect(matchKeys.allSatisfy(idle(screening).contains))
        screening.press(.character("/"))
        #expect(screening.type("came") == [.searchBook("came", from: Self.first)])
        screening.hear(Self.matches("came", [2, 3]))
        #expect(!matchKeys.contains(where: idle(screening).contains))
    }

    @Test("a bookmark has a name, and another one of the same sentence takes its place")
    func bookmarks() {
        var screening = Self.screening()
        screening.press(.character("B"))
        #expect(screening.model.prompt?.editor.text == "sentence 1, One")
        let mark = Bookmark(BookPlace(sentence: 1, .original, word: 1), name: "here")
        #expect(screening.type("here") == [.setBookmark(mark)])
        screening.hear(.answered(nil))
        screening.change { $0.book.bookmarks = [mark] }
        // Others may have marked something.
        #expect(screening.press(.character("'")) == [.lookForBookmarks])
        #expect(screening.press(.named(.enter)) == [.read(.place(mark.place))])
        screening.press(.character("'"))
        #expect(screening.press(.character("d")) == [.removeBookmark(mark)])
    }

    @Test("while the list of bookmarks is open the chosen one stays the chosen one, whatever others set and remove")
    func othersBookmarks() {
        var screening = Self.screening()
        let marks = (1...4).map { Bookmark(BookPlace(sentence: $0), name: "\($0)") }
        func show(_ places: [Int]) {
            screening.change { $0.book.bookmarks = places.map { marks[$0 - 1] } }
            screening.turn()
        }
        show([2, 4])
        screening.press(.character("'"))
        show([1, 2, 4])
        screening.press(.named(.down))
        show([1, 2, 3, 4])
        #expect(screening.press(.character("d")) == [.removeBookmark(marks[3])])
        show([1, 2, 3])
        #expect(screening.press(.character("d")) == [.removeBookmark(marks[2])])
        // Where it is gone the next one is chosen.
        show([1, 2])
        show([2])
        #expect(screening.press(.character("d")) == [.removeBookmark(marks[1])])
        show([])
        #expect(screening.press(.character("d")) == [])
    }

    @Test("words are looked up, and only the answer to the last ones counts")
    func lookup() {
        var screening = Self.screening(Self.paused)
        #expect(
            screening.press(.named(.enter)) == [.lookUp(LookupQuery("lamp", language: "English", otherLanguage: "es"))])
        screening.hear(.lookedUp(Lookup("other", .found(["no"]))))
        #expect(screening.model.reader.lookup == Lookup("lamp"))
        screening.hear(.lookedUp(Lookup("lamp", .found(["a light"]))))
        #expect(screening.model.reader.lookup == Lookup("lamp", .found(["a light"])))
        screening.press(.named(.escape))
        #expect(screening.model.reader.lookup == nil)
    }

    @Test("words of the translation are in its language, and explained in the other")
    func lookupLanguage() {
        var screening = Self.screening(Self.paused + [.command(.nextLane), .command(.nextLane)])
        #expect(
            screening.press(.named(.enter)) == [.lookUp(LookupQuery("luz", language: "es", otherLanguage: "English"))])
    }

    @Test(
        "what was looked up goes by pages and by the wheel as far as there is more, and no part of the book is gone to")
    func lookupPages() throws {
        var screening = Self.screening(Self.paused)
        #expect(screening.press(.named(.pageDown)) == [.read(.nextChunk)])
        screening.press(.named(.enter))
        let lines = (1...60).map { "\($0)" }.joined(separator: "\n")
        screening.hear(.lookedUp(Lookup("lamp", .found([lines]))))
        let rect = try #require(screening.model.layout(screening.played)[.lookup])
        let room = rect.size.rows - 2
        #expect(screening.press(.named(.pageDown)) == [])
        #expect(screening.model.reader.lookupScroll == room - 1)
        let wheel = MouseEvent(.wheelDown, at: rect.origin)
        screening.press(.mouse(wheel))
        #expect(screening.model.reader.lookupScroll == room + 2)
        for _ in 0..<60 { screening.press(.mouse(wheel)) }
        #expect(screening.model.reader.lookupScroll == 60 - room)
        // The way back begins at once.
        #expect(screening.press(.named(.pageUp)) == [])
        #expect(screening.model.reader.lookupScroll == 60 - room - (room - 1))
        for _ in 0..<60 { screening.press(.named(.pageUp)) }
        #expect(screening.model.reader.lookupScroll == 0)
        // Another one begins at its top, and without it the key goes to the next part again.
        screening.press(.named(.escape))
        #expect(screening.press(.named(.pageUp)) == [.read(.previousChunk)])
    }

    @Test("RD8 what lies over the text freezes none of it: reading that goes on beneath an open list is shown")
    func goesOnBeneath() throws {
        let goesOn = Self.paused + [.command(.resume)]
        func text(_ inputs: [ReaderInput], opens: Bool) throws -> [TextLine] {
            var screening = Self.screening(inputs)
            if opens { screening.press(.character("c")) }
            var view = ScreenView()
            let content = screening.draw(with: &view)
            #expect(content.popups.isEmpty != opens)
            return try #require(
                content.panels.first { $0.lines.contains { $0.spans.contains { $0.text == "Nobody" } } }
            )
            .lines
        }
        #expect(try text(goesOn, opens: true) == text(goesOn, opens: false))
        #expect(try text(Self.paused, opens: true) != text(goesOn, opens: true))
    }

    // MARK: Pictures

    @Test(
        "a picture stands beside the text where there is one and room for it; a key takes it away, and it is not wanted then"
    )
    func illustration() throws {
        let large = CellSize(columns: 120, rows: 40)
        var screening = Self.screening(size: large)
        var view = ScreenView()
        #expect(screening.model.wantsIllustration && screening.draw(with: &view).picture == nil)
        screening.hear(.illustrated(true))
        let content = screening.draw(with: &view)
        let picture = try #require(content.picture)
        for panel in content.panels {
            #expect(!panel.rect.columns.overlaps(picture.columns) || !panel.rect.rows.overlaps(picture.rows))
        }
        screening.press(.character("I"))
        #expect(screening.model.notice == "Pictures off" && !screening.model.wantsIllustration)
        #expect(screening.draw(with: &view).picture == nil)
        screening.press(.character("I"))
        #expect(screening.draw(with: &view).picture == picture)
        screening.model.geometry = ScreenGeometry(cells: CellSize(columns: 80, rows: 24))
        #expect(!screening.model.wantsIllustration && screening.draw(with: &view).picture == nil)
    }

    @Test(
        "the picture lies on no row of the tile's, and the text on none of both", arguments: TileCorner.allCases,
        [80, 120, 200])
    func illustrationBesideTile(corner: TileCorner, columns: Int) throws {
        // With somebody whose face the tile shows.
        var screening = Self.screening(size: CellSize(columns: columns, rows: 60), after: Screening.heard)
        screening.hear(.illustrated(true))
        while screening.model.tile.corner != corner { screening.press(.character("C")) }
        var view = ScreenView()
        let content = screening.draw(with: &view)
        let picture = try #require(content.picture)
        let text = try #require(content.panels.first { $0.lines.contains { $0.spans.contains { $0.text == "lamp" } } })
        func meets(_ a: CellRect, _ b: CellRect) -> Bool { a.columns.overlaps(b.columns) && a.rows.overlaps(b.rows) }
        #expect(!meets(picture, text.rect))
        let tile = try #require(content.tile)
        #expect(!meets(picture, tile) && !meets(text.rect, tile))
    }

    // MARK: The mouse

    @Test("a click on a word goes there, one beside the text pauses, the wheel goes by sentences")
    func mouse() throws {
        var screening = Self.screening()
        var view = ScreenView()
        let content = screening.draw(with: &view)
        let text = try #require(
            content.panels.first { $0.lines.contains { $0.spans.contains { $0.text == "Nobody" } } })
        let row = try #require(text.lines.firstIndex { $0.spans.contains { $0.text == "came." } })
        var column = text.rect.origin.column
        for span in text.lines[row].spans {
            if span.text == "came." { break }
            column += TerminalText.cellWidth(of: span.text)
        }
        let word = CellPoint(column: column + 1, row: text.rect.origin.row + row)
        let place = BookPlace(sentence: 2, .original, word: 1)
        #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: word))) == [.read(.place(place))])
        let beside = CellPoint(column: text.rect.origin.column, row: text.rect.origin.row)
        #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: beside))) == [.read(.pause)])
        #expect(screening.press(.mouse(MouseEvent(.wheelDown, at: beside))) == [.read(.next)])
        #expect(screening.press(.mouse(MouseEvent(.wheelUp, at: beside))) == [.read(.previous)])
    }

    @Test("a part that cannot be read is said with the key that tries again, also where there is no sound device")
    func notLoaded() {
        let inputs: [ReaderInput] = [
            .began(ReaderSettings()), .bookOpened(Self.book), .chunkFailed(0, reason: "cut off"),
        ]
        let events = inputs.enumerated().map { Event(Instant(seconds: Double($0) / 10), .local(.reading($1))) }
        var screening = Screening(events) { ($0.isReading, $0.source) = (true, .live(isInsecure: false)) }
        screening.change {
            ($0.book.isReadHere, $0.sound.device) = (true, .unavailable("no card"))
        }
        var view = ScreenView()
        let content = screening.draw(with: &view)
        let text = content.panels.flatMap(\.lines).map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
        #expect(text.contains("not loaded; press r to retry, g to go elsewhere") && text.contains("cut off"), "\(text)")
    }

    // MARK: What was

    @Test("on a tape the playhead goes by sentences and words, and nothing of the book changes")
    func tape() {
        var screening = Self.screening(isReadHere: false)
        #expect(screening.press(.character("n")) == [.go(to: .sentences(1))])
        #expect(screening.press(.character(",")) == [.go(to: .words(-1))])
        #expect(screening.press(.character(" ")) == [.togglePause])
        #expect(screening.press(.character("o")) == [] && screening.model.notice != nil)
    }

    @Test("the step-debug screen pauses the reading; leaving it is live again")
    func debugger() {
        var screening = Self.screening()
        #expect(screening.press(.character("d")) == [.read(.pause), .togglePause])
        #expect(screening.model.screen == .debugger && screening.model.stepping.log.filter.isOfBook)
        screening.hear(.panelsDue)
        #expect(screening.press(.character(".")) == [.go(to: .words(1))])
        #expect(screening.press(.character("N")) == [.go(to: .sentences(-1))])
        let help = screening.model.helpGroups(screening.played).flatMap(\.keys)
        #expect(help.contains { $0.key == "." && $0.does == "next word" })
        #expect(help.contains { $0.key == "n" && $0.does == "next sentence" })
        #expect(!help.contains { ["frame", "onion", "avatar", "view"].contains(where: $0.does.contains) })
        screening.press(.filter)
        screening.type("@ zz")
        #expect(screening.model.prompt == nil && screening.model.stepping.log.filter.typed == "@ zz")
        // What somebody typed is closed, and not what was there before: that is no thing that was opened.
        screening.press(.named(.escape))
        #expect(screening.model.notice == "Lines of the book" && screening.model.stepping.log.filter.typed == "@")
        #expect(screening.press(.named(.escape)) == [.goLive] && screening.model.screen == .reader)
        screening.press(.character("d"))
        #expect(screening.press(.character("d")) == [.goLive] && screening.model.screen == .reader)
    }

    // MARK: Drawing

    @Test(
        "RD6 every size shows the sentence, in panels that lie on the screen and not on each other",
        arguments: [(200, 60), (120, 40), (80, 24), (40, 12), (40, 10), (20, 6), (8, 4)])
    func sizes(columns: Int, rows: Int) {
        var screening = Self.screening(size: CellSize(columns: columns, rows: rows))
        var view = ScreenView()
        let content = screening.draw(with: &view)
        var taken: Set<CellPoint> = []
        for panel in content.panels {
            for row in panel.rect.rows {
                for column in panel.rect.columns {
                    #expect(column < columns && row < rows)
                    let isNew = taken.insert(CellPoint(column: column, row: row)).inserted
                    #expect(isNew, "\(column) \(row)")
                }
            }
        }
        let text = content.panels.flatMap(\.lines).flatMap(\.spans).map(\.text).joined()
        #expect(text.contains("lamp") || columns < 20)
    }

    @Test("no text lies under the tile, wherever that is")
    func tile() {
        for corner in ["top-right", "bottom-right", "bottom-left", "top-left"] {
            for size in [(200, 60), (120, 40), (80, 24), (60, 24)] {
                var screening = Self.screening(size: CellSize(columns: size.0, rows: size.1))
                while screening.model.tile.corner.rawValue != corner { screening.press(.character("C")) }
                var view = ScreenView()
                let content = screening.draw(with: &view)
                guard let tile = content.tile else {
                    Issue.record("no tile at \(size)")
                    continue
                }
                let text = content.panels.first { $0.lines.contains { $0.spans.contains { $0.text == "lamp" } } }
                let rect = text?.rect ?? .zero
                #expect(!(rect.rows.overlaps(tile.rows) && rect.columns.overlaps(tile.columns)), "\(corner) \(size)")
            }
        }
    }
}
