import Events
import JSON
import SocketIO
import Testing

@testable import BookAPI

@Suite("Lists of books as a server answers with them") struct ShelfListTests {
    private static func book(
        _ job: String, _ title: String, author: String? = "A. Ivanov", language: String? = "Russian", day: Int = 1,
        isComplete: Bool = true
    ) -> ShelfBook {
        var book = Book(title, author: author, chunks: [ChunkEntry("c", start: 11, end: 12, sentenceCount: 2)])
        (book.translationLanguage, book.isComplete) = (language, isComplete)
        let record = """
            {"job_id":"\(job)","updated_at":"2026-02-0\(day)T21:14:05.5Z","genre":"Fiction"}
            """
        return ShelfBook(
            .init(
                book, record: Array(record.utf8), place: "/A/\(title)/\(job)", cover: nil, contentIndex: nil,
                lastChange: 0))
    }

    private let books = [
        book("j1", "Winter Lamp", day: 2), book("j2", "Summer Sun", author: nil, language: "Turkish", day: 3),
        book("j3", "The lamplighter", day: 1), book("j4", "Growing", isComplete: false),
    ]

    private func found(_ query: String) throws -> (jobs: [String], total: Int?) {
        let json = try ShelfList.items(LibraryRequest("GET", "/api/library/items" + query), books)
        let items = json.object?["items"]?.array ?? []
        return (items.compactMap { $0.object?["jobId"]?.string }, json.object?["total"]?.lenientInt)
    }

    @Test(
        "words begin words, all of them; filters are spelled; pages and orders",
        arguments: [
            ("", ["j2", "j1", "j3"], 3), ("?sort=updated_at_asc", ["j3", "j1", "j2"], 3), ("?q=lamp", ["j1", "j3"], 2),
            ("?q=win%20LAM", ["j1"], 1), ("?q=amp", [], 0), ("?q=%21%3F", ["j2", "j1", "j3"], 3),
            ("?q=ivan%20the", ["j3"], 1), ("?language=Turkish", ["j2"], 1), ("?language=turkish", [], 0),
            ("?author=A.%20Ivanov&book=Winter%20Lamp", ["j1"], 1), ("?genre=Fiction", ["j2", "j1", "j3"], 3),
            ("?limit=2", ["j2", "j1"], 3), ("?limit=2&page=2", ["j3"], 3), ("?limit=100&page=1000000", [], 3),
            ("?status=paused", [], 0),
        ] as [(String, [String], Int)])
    func queries(query: String, jobs: [String], total: Int) throws {
        let list = try found(query)
        #expect(list.jobs == jobs && list.total == total)
    }

    @Test(
        "what is no query is refused",
        arguments: [
            ("?limit=0", 422), ("?limit=101", 422), ("?limit=x", 422), ("?page=0", 422), ("?view=by_author", 422),
            ("?page=99999999999999999999999", 422), ("?sort=title", 422), ("?q=a%20OR%20b", 502), ("?q=NOT%20a", 502),
        ] as [(String, Int)])
    func refused(query: String, status: Int) {
        let answer = #expect(throws: HTTPAnswer.self) { try found(query) }
        #expect(answer?.status == status)
        let detail = answer.flatMap { (try? JSON.parse($0.body))?.object?["detail"] }
        #expect(status == 422 ? detail?.array?.count == 1 : detail == "Unable to query library.")
    }

    @Test(
        "the library writes in camelCase with an offset, jobs in snake_case with a Z; what is read of both is the same")
    func spelling() throws {
        let item = try #require(books[0].item.object)
        #expect(item["jobId"] == "j1" && item["updatedAt"] == "2026-02-02T21:14:05.5+00:00")
        #expect(item["status"] == "finished" && item["libraryPath"] == "/A/Winter Lamp/j1")
        let read = try #require(LibraryItem(books[0].item, .library))
        #expect(read.title == "Winter Lamp" && read.author == "A. Ivanov" && read.language == "Russian")
        #expect(read.sentences == 2 && read.kind == .book && read.genre == "Fiction")

        let job = try #require(books[3].record(isDetail: false).object)
        #expect(job["job_id"] == "j4" && job["status"] == "running" && job["media_completed"] == false)
        #expect(job["created_at"] == "2026-02-01T21:14:05.5Z" && job["completed_at"] == nil)
        let growing = try #require(LibraryItem(books[3].record(isDetail: false), .job))
        #expect(growing.title == "Growing" && growing.isGrowing)
        // Its own route does not name the title itself.
        #expect(books[3].record(isDetail: true).object?["job_label"] == nil)
    }

    @Test("jobs are those that are not finished; totals are told only where pages are asked for")
    func jobs() throws {
        func list(_ query: String) throws -> JSONObject? {
            try ShelfList.jobs(LibraryRequest("GET", "/api/pipelines/jobs" + query), books).object
        }
        #expect(try list("")?["jobs"]?.array?.count == 1 && list("")?["total"] == nil)
        #expect(try list("?offset=1&limit=5")?["jobs"] == [] && list("?offset=1&limit=5")?["total"] == 1)
        #expect(throws: HTTPAnswer.self) { try list("?offset=-1") }
    }

    @Test(
        "a record's name that is no part of a path gives way to that of its folder, a date that is none to the folder's"
    )
    func odd() {
        for name in ["a/b", "..", "", "a\u{1B}b", String(repeating: "x", count: 300)] {
            let record = JSON.object(["job_id": .string(name), "updated_at": "soon\u{1B}[2J", "status": "\u{1B}x"])
            let book = ShelfBook(
                .init(
                    Book("T", chunks: []), record: record.utf8, place: "/A/job-1", cover: nil, contentIndex: nil,
                    lastChange: 0))
            #expect(book.job == "job-1" && book.updated == "1970-01-01T00:00:00" && book.status == "completed")
        }
    }
}
