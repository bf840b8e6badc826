import Events
import JSON
import SocketIO
import Testing

@testable import BookAPI

@Suite("A book's dictionary and its text, asked of a server") struct ShelfLookupTests {
    private let file: JSON = [
        "input_language": "Russian", "stats": ["llm_calls": 3],
        "entries": ["Лампа": ["word": "Лампа", "lookup_result": ["type": "word", "definition": "lamp"]]],
    ]

    private func object(_ answer: HTTPAnswer) -> JSONObject { (try? JSON.parse(answer.body))?.object ?? JSONObject() }

    @Test("words, as they are looked for; one that is missing, and no dictionary, are no faults")
    func words() throws {
        let lookups = try #require(ShelfLookups(file.utf8))
        for word in ["лампа", "«Лампа»", "лампа-то"] {
            #expect(try WordLookup.entry(ShelfLookups.answer(word, lookups).body)?.definition == "lamp")
        }
        #expect(object(ShelfLookups.answer("zzz", lookups))["cached"] == false)
        #expect(object(ShelfLookups.answer("лампа", nil))["cached"] == false)
        let summary = object(ShelfLookups.summary(lookups))
        #expect(summary["available"] == true && summary["word_count"] == 1 && summary["llm_calls"] == 3)
        #expect(object(ShelfLookups.summary(nil))["available"] == false)
        #expect(try object(ShelfLookups.all(lookups))["entries"] != nil)
        #expect(throws: HTTPAnswer.self) { try ShelfLookups.all(nil) }
        #expect(ShelfLookups(Array("[]".utf8)) == nil && ShelfLookups([]) == nil)
    }

    @Test("up to a hundred at once")
    func many() throws {
        let lookups = ShelfLookups(file.utf8)
        func ask(_ body: JSON) throws -> JSONObject {
            object(try ShelfLookups.many(LibraryRequest("POST", "/x", body: body.utf8), lookups))
        }
        let answer = try ask(["words": ["лампа", "zzz"]])
        #expect(answer["cache_hits"] == 1 && answer["cache_misses"] == 1 && answer["results"]?.object?["лампа"] != nil)
        let hundred = JSON.array(Array(repeating: "a", count: 100))
        #expect(try ask(["words": hundred])["cache_misses"] == 100)
        for body in [["words": []], ["words": "a"], ["words": [1]], [:]] as [JSON] {
            #expect(throws: HTTPAnswer.self) { try ask(body) }
        }
        #expect(throws: HTTPAnswer.self) { try ask(["words": .array(Array(repeating: "a", count: 101))]) }
    }

    private func book(_ job: String, _ title: String) -> ShelfBook {
        ShelfBook(
            .init(
                Book(title, chunks: []), record: JSON.object(["job_id": .string(job)]).utf8, place: "/\(job)",
                cover: nil,
                contentIndex: nil, lastChange: 0))
    }

    @Test("hits are chunks with what stands around, as it is spelled, then other titles, as many as are wanted")
    func search() throws {
        let text = String(repeating: "x", count: 100) + " Die LAMPE brennt. Lampe."
        let chunk = try BookChunkReading.chunk(
            JSON.object(["sentences": [["original": ["text": .string(text)]]]]).utf8, ListedChunk())
        func hits(_ query: String) throws -> [JSONObject] {
            var search = try ShelfSearch(LibraryRequest("GET", "/api/pipelines/search" + query))
            search.look(
                in: book("j1", "Here"), chunk.chunk, listed: ListedChunk(ChunkEntry("c", start: 11, end: 12)), at: 0,
                of: 3)
            search.look(atTitles: [book("j1", "Lampe"), book("j2", "The Lampe of Paris"), book("j3", "Sun")])
            return object(search.answer)["results"]?.array?.compactMap(\.object) ?? []
        }
        let found = try hits("?query=lampe&job_id=j1")
        #expect(found.map { $0["job_id"]?.string } == ["j1", "j2"])
        #expect(found[0]["snippet"]?.string?.hasSuffix("x Die LAMPE brennt. Lampe.") == true)
        #expect(found[0]["snippet"]?.string?.hasPrefix("…xxx") == true)
        #expect(found[0]["occurrence_count"] == 2 && found[0]["match_start"] == 105 && found[0]["start_sentence"] == 11)
        #expect(found[1]["start_sentence"] == nil && found[1]["media"] == .object([:]))
        #expect(try hits("?query=lampe&job_id=j1&limit=1").count == 1)
        #expect(try hits("?query=%20&job_id=j1").isEmpty)
        for query in ["", "?query=a", "?job_id=a", "?query=a&job_id=b&limit=0"] {
            #expect(throws: HTTPAnswer.self) { try hits(query) }
        }
    }
}
