import Events
import SocketIO
import Testing

@testable import BookAPI

@Suite struct LibraryAnswerTests {
    private func words(_ text: String) -> String { LibraryRefusal.words(Array(text.utf8)) }

    @Test(
        "what a refusal says is one line, of whatever shape it is",
        arguments: [
            (#"{"detail":"Invalid username or password"}"#, "Invalid username or password"),
            (#"{"detail":{"message":"no","code":3}}"#, "no"), (#"{"detail":{"error":"gone"}}"#, "gone"),
            (#"{"detail":[{"loc":["a"],"msg":"field required"},{"msg":"too long"}]}"#, "field required; too long"),
            (#"{"detail":null,"message":"later"}"#, "later"), ("Internal Server Error", "Internal Server Error"),
            ("<html><body>Oops</body></html>", ""), ("", ""), ("{}", ""), (#"{"detail":"a\n\u001b[31mb"}"#, "a [31mb"),
        ])
    func refusals(body: String, line: String) { #expect(words(body) == line) }

    @Test("a refusal of any length is cut")
    func long() { #expect(words(String(repeating: "x", count: 5_000_000)).count == 300) }

    @Test("a login is a token that can stand in a header, and who has it; what prints it prints dots")
    func signedIn() throws {
        let answer = #"{"token":"9b1f","user":{"username":"reader1","role":"viewer"}}"#
        let found = try SignedIn(Array(answer.utf8))
        #expect(found == SignedIn(Secret("9b1f"), "reader1") && SignedIn.header(found.token).value == "Bearer 9b1f")
        #expect(!"\(found)".contains("9b1f") && !String(reflecting: found).contains("9b1f"))
        for body in ["{}", #"{"token":""}"#, #"{"token":"a b"}"#, #"{"token":"a\r\nX-User-Id: 1"}"#, #"{"token":7}"#] {
            #expect(throws: BookError.self) { try SignedIn(Array(body.utf8)) }
        }
        let kept = found.kept(for: "https://h").utf8
        #expect(SignedIn(kept: kept, for: "https://h") == found)
        #expect(SignedIn(kept: kept, for: "https://other") == nil && SignedIn(kept: [], for: "https://h") == nil)
    }

    @Test("a place that was kept is read and written the same, and the newer one counts")
    func resume() throws {
        let body = """
            {"job_id":"j","entry":{"kind":"sentence","position":1.37,"sentence":12,"chunk_id":"c","media_type":"text",
             "playback_track":"translation","updated_at":1770279000.5}}
            """
        let entry = try #require(try ResumeEntry.entry(Array(body.utf8), job: "j"))
        #expect(entry.sentence == 12 && entry.position == TimeSpan(seconds: 1.37) && entry.track == .translation)
        #expect(entry.json.object?["media_type"] == "text" && entry.json.object?["playback_track"] == "translation")
        #expect(ResumeEntry("j", sentence: 3, track: .mix).json.object?["playback_track"] == nil)
        #expect(try ResumeEntry.entry(Array(#"{"entry":null}"#.utf8), job: "j") == nil)
        var later = entry
        later.updated = 1_770_279_001
        #expect(ResumeEntry.newer(entry, later) == later && ResumeEntry.newer(later, entry) == later)
        #expect(ResumeEntry.newer(nil, entry) == entry && ResumeEntry.newer(entry, nil) == entry)
        #expect(entry.isWorthKeeping && !ResumeEntry("j", sentence: 1).isWorthKeeping)
        #expect(ResumeEntry("j", sentence: nil, position: .seconds(2)).isWorthKeeping)
        let list = #"{"entries":[{"job_id":"a","sentence":3},{"job_id":"b"},7]}"#
        #expect(try ResumeEntry.entries(Array(list.utf8)).keys.sorted() == ["a"])
    }

    @Test("bookmarks, words and hits are what they say, and what is none is left out")
    func others() throws {
        let marks = #"{"bookmarks":[{"id":"b-1","label":"S:12","sentence":12,"created_at":5},{"label":"x"}]}"#
        #expect(try ServerBookmark.list(Array(marks.utf8)).map(\.label) == ["S:12"])
        let word = #"{"word":"Лампа","cached":true,"lookup_result":{"definition":"lamp","part_of_speech":"noun"}}"#
        #expect(try WordLookup.entry(Array(word.utf8))?.definition == "lamp")
        #expect(try WordLookup.entry(Array(#"{"word":"x","cached":false}"#.utf8)) == nil)
        #expect(try LookupSummary(Array(#"{"available":true,"word_count":-3}"#.utf8)).words == 0)
        let hits =
            #"{"results":[{"job_id":"j","start_sentence":11,"snippet":"a lamp"},{"job_id":"k","libraryAuthor":"x"},{}]}"#
        #expect(try SearchHit.hits(Array(hits.utf8)).map(\.sentence) == [11, nil])
    }

    @Test(
        "a word is looked up without what stands around it, then by its parts",
        arguments: [
            ("«Лампа,»", ["лампа"]), ("l'homme", ["l'homme", "homme"]), ("well-lit.", ["well-lit", "well", "lit"]),
            ("—", []),
        ])
    func forms(word: String, forms: [String]) { #expect(WordLookup.forms(of: word) == forms) }
}
