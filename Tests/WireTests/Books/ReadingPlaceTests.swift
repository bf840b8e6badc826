import Events
import Testing

@testable import Wire

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
