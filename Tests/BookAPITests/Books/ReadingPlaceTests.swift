import Events
import JSON
import Testing

@testable import BookAPI

/// What is kept of a book between two readings.
@Suite struct ReadingPlaceTests {
    private static func place() -> ReadingPlace {
        var place = ReadingPlace(
            "b\u{1b}", place: BookPlace(sentence: 12, .translation, word: 3), left: 5.5, percent: 90)
        place.set(Bookmark(BookPlace(sentence: 30), name: "late"))
        place.set(Bookmark(BookPlace(sentence: 2, .original, word: 1), name: "early"))
        return place
    }

    @Test("it comes out of its text as it went in, its bookmarks in the order of their places")
    func roundTrip() throws {
        let place = Self.place()
        #expect(try ReadingPlace(JSON.parse(place.json.text)) == place)
        #expect(place.bookmarks.map(\.name) == ["early", "late"])
    }

    @Test("it says what opens the book, also after it was read from where nothing opens it again")
    func description() throws {
        var place = Self.place()
        let chunks = [ChunkEntry("a", sentenceCount: 4), ChunkEntry("b"), ChunkEntry("c", sentenceCount: 3)]
        place.describe(
            Book("b", author: "x", language: "en", translationLanguage: "es", chunks: chunks), from: "/b.txt")
        #expect(place.source == "/b.txt" && place.author == "x" && place.language == "es" && place.sentences == 7)
        #expect(try ReadingPlace(JSON.parse(place.json.text)) == place)
        place.describe(Book("b", chunks: []), from: nil)
        #expect(place.source == "/b.txt" && place.author == nil && place.sentences == nil)
    }

    @Test("it has the bookmarks of another reading of the book, and the rest of its own")
    func otherBookmarks() {
        var other = ReadingPlace("other", place: BookPlace(sentence: 1), left: 9)
        other.describe(Book("b", chunks: []), from: "/b.txt")
        other.set(Bookmark(BookPlace(sentence: 7), name: "theirs"))
        other.serverNames = [7: "b7"]
        other.removed = ["b1"]
        let (mine, both) = (Self.place(), Self.place().withBookmarks(of: other))
        #expect(both.bookmarks == other.bookmarks && both.serverNames == [7: "b7"] && both.removed == ["b1"])
        #expect(both.title == mine.title && both.place == mine.place && both.left == 5.5 && both.percent == 90)
        #expect(both.source == "/b.txt")
    }

    @Test("a sentence has one bookmark, and there are no more than 300 of them")
    func bookmarks() {
        var place = Self.place()
        place.set(Bookmark(BookPlace(sentence: 2), name: "other"))
        #expect(place.bookmarks.map(\.name) == ["other", "late"])
        for number in 100..<398 { place.set(Bookmark(BookPlace(sentence: number), name: "x")) }
        let isRefused = !place.set(Bookmark(BookPlace(sentence: 999), name: "x"))
        #expect(isRefused && place.bookmarks.count == 300)
        place.remove(Bookmark(BookPlace(sentence: 2), name: ""))
        let isTaken = place.set(Bookmark(BookPlace(sentence: 999), name: "x"))
        #expect(isTaken && place.bookmarks.count == 300)
    }

    @Test(
        "what makes no sense is as if it were not there",
        arguments: [
            "{}", #"{"place":{"sentence":-1,"lane":"original","word":0}}"#,
            #"{"place":{"sentence":1,"lane":"x","word":0},"bookmarks":[1,{"sentence":1}]}"#, #"{"percent":"fast"}"#,
        ])
    func strange(text: String) throws {
        let place = try ReadingPlace(JSON.parse(text))
        #expect(place.place == nil && place.bookmarks.isEmpty && place.percent == 100)
    }

    @Test("no object is none") func noObject() { #expect(throws: WireError.self) { try ReadingPlace(.array([])) } }

    @Test("a book's dictionary knows its words whatever stands around them, and the parts of joined ones")
    func lookups() throws {
        let text = """
            {"entries":{"Lamp":{"word":"lamp","lookup_result":{"definition":"a light","part_of_speech":"noun","pronunciation":"x"}},
            "sea":{"lookup_result":{"definition":"water"}},"none":{"lookup_result":{"definition":null}},"bad":3}}
            """
        let cache = try LookupCache(Array(text.utf8))
        #expect(cache.entry(of: "lamp,")?.paragraphs == ["a light (noun) [x]"])
        #expect(cache.entry(of: "sea-side")?.definition == "water")
        #expect(cache.entry(of: "none") == nil && cache.entry(of: "bad") == nil && cache.entry(of: "") == nil)
        #expect(throws: BookError.self) { try LookupCache(Array("[]".utf8)) }
    }
}

/// Bookmarks that a server keeps too.
@Suite struct ServerBookmarkTests {
    private static func mark(_ sentence: Int, _ name: String = "m", id: String? = nil) -> ServerBookmark {
        var mark = ServerBookmark(name, sentence: sentence)
        mark.id = id
        return mark
    }

    private static func here(_ sentences: Int...) -> ReadingPlace {
        var place = ReadingPlace("b")
        for sentence in sentences { place.set(Bookmark(BookPlace(sentence: sentence, word: 2), name: "m")) }
        return place
    }

    @Test("what is here goes there, and what is there comes here; what is in both is one")
    func both() throws {
        var place = Self.here(2, 5)
        place.merge([Self.mark(9, "theirs", id: "b9"), Self.mark(5, id: "b5")])
        #expect(place.bookmarks.map(\.place.sentence) == [2, 5, 9] && place.bookmarks[2].name == "theirs")
        #expect(place.bookmarks[1].place.word == 2)
        #expect(place.changes == BookmarkChanges(added: [place.bookmarks[0]], removed: []))
        place.hasAdded(place.bookmarks[0], as: "b2")
        place.hasAdded(place.bookmarks[0], as: "b2")
        #expect(place.changes.isEmpty)
        #expect(try ReadingPlace(JSON.parse(place.json.text)) == place)
    }

    @Test("what was removed here is removed there, and does not come back before that")
    func removedHere() throws {
        var place = Self.here(2)
        place.merge([Self.mark(2, id: "b2")])
        place.remove(Bookmark(BookPlace(sentence: 2), name: ""))
        #expect(place.changes == BookmarkChanges(added: [], removed: ["b2"]))
        place = try ReadingPlace(JSON.parse(place.json.text))
        place.merge([Self.mark(2, id: "b2")])
        #expect(place.bookmarks.isEmpty && place.changes.removed == ["b2"])
        place.hasRemoved("b2")
        #expect(place.changes.isEmpty)
        // Or somebody else has removed it meanwhile.
        place.removed = ["b2"]
        place.merge([])
        #expect(place.changes.isEmpty)
    }

    @Test("what was removed there is removed here, unless the list is full and may lack it")
    func removedThere() {
        var place = Self.here(2, 5)
        place.merge([Self.mark(2, id: "b2")])
        place.merge((100..<400).map { Self.mark($0, id: "b\($0)") })
        #expect(place.bookmarks.contains { $0.place.sentence == 2 })
        place.merge([])
        #expect(place.bookmarks.map(\.place.sentence) == [5])
    }

    @Test("what the server was told since it was asked is not missing in its answer")
    func askedBefore() {
        var place = Self.here(2, 5)
        place.serverNames = [2: "b2"]
        let asked = place
        place.serverNames[5] = "b5"
        place.removed = ["b6"]
        place.merge([], askedWith: asked)
        #expect(place.bookmarks.map(\.place.sentence) == [5] && place.serverNames == [5: "b5"])
        #expect(place.removed == ["b6"])
    }

    @Test("another name is another bookmark there, and the old one goes")
    func renamed() {
        var place = Self.here(2)
        place.merge([Self.mark(2, id: "b2")])
        let renamed = Bookmark(BookPlace(sentence: 2), name: "new")
        place.set(renamed)
        #expect(place.changes == BookmarkChanges(added: [renamed], removed: ["b2"]))
        // It is removed again before the server has answered.
        place.remove(renamed)
        place.hasAdded(renamed, as: "b3")
        #expect(place.changes == BookmarkChanges(added: [], removed: ["b2", "b3"]))
    }

    @Test("changes that are done a second time, in their order, do no harm")
    func twice() {
        let (old, new) = (Bookmark(BookPlace(sentence: 2), name: "old"), Bookmark(BookPlace(sentence: 2), name: "new"))
        var place = Self.here(5)
        let asked = place
        let changes: [ReadingPlace.Change] = [
            { $0.merge([Self.mark(5, id: "b5"), Self.mark(7, id: "b7")], askedWith: asked) }, { $0.set(old) },
            { $0.set(new) }, { $0.hasAdded(new, as: "b2") }, { $0.remove(Bookmark(BookPlace(sentence: 7), name: "m")) },
            { $0.hasRemoved("b7") },
        ]
        for change in changes { change(&place) }
        let once = place
        for change in changes { change(&place) }
        #expect(place == once && place.changes.isEmpty && place.serverNames == [2: "b2", 5: "b5"])
    }

    @Test("a server's bookmark without sentence or name, and one more than there may be, are none")
    func strange() {
        var place = ReadingPlace("b")
        var timed = ServerBookmark("t", sentence: nil)
        timed.id = "b1"
        place.merge([timed, ServerBookmark("n", sentence: 3)] + (1...400).map { Self.mark($0, id: "b\($0)") })
        #expect(place.bookmarks.count == ReadingPlace.mostBookmarks && place.changes.isEmpty)
    }
}
