import Events
import SocketIO
import Testing

@testable import BookAPI

@Suite struct LibraryListTests {
    private func page(_ count: Int, of total: Int?) -> LibraryPage {
        LibraryPage(items: [], count: count, total: total)
    }

    @Test("RN12 all pages are asked for, and none behind them", arguments: [0, 1, 25, 100, 101, 2_500])
    func paging(total: Int) {
        var (paging, asked) = (LibraryPaging(), [Int]())
        while paging.goesOn {
            asked.append(paging.page)
            paging.received(page(min(paging.limit, max(0, total - paging.offset)), of: total))
        }
        #expect(asked == Array(1...max(1, (total + 99) / 100)))
    }

    @Test("a server without a total, and one with a wrong one, come to an end")
    func wrongTotals() {
        var paging = LibraryPaging()
        paging.received(page(100, of: nil))
        #expect(paging.goesOn && paging.page == 2)
        paging.received(page(3, of: nil))
        #expect(!paging.goesOn)
        paging = LibraryPaging()
        paging.received(page(100, of: .max))
        paging.received(page(0, of: .max))
        #expect(!paging.goesOn)
        var endless = LibraryPaging()
        for _ in 0..<1_000 where endless.goesOn { endless.received(page(100, of: .max)) }
        #expect(!endless.goesOn)
    }

    @Test("RN13 a page that is too large is asked for in smaller ones, and one item that is too large left out")
    func tooLarge() {
        var paging = LibraryPaging()
        paging.received(page(100, of: 103))
        var goesOn = [paging.wasTooLarge()]
        #expect((paging.limit, paging.page) == (20, 6))
        goesOn += [paging.wasTooLarge(), paging.wasTooLarge()]
        #expect((paging.limit, paging.page) == (1, 101))
        goesOn.append(paging.wasTooLarge())
        #expect(paging.skipped == 1 && paging.goesOn && paging.page == 102)
        goesOn.append(paging.wasTooLarge())
        // One that can be read lies between.
        paging.received(page(1, of: 1_000))
        goesOn += [paging.wasTooLarge(), paging.wasTooLarge()]
        #expect(goesOn == Array(repeating: true, count: 7))
        // A server of which none can be read is not asked for all of them.
        let isHopeful = paging.wasTooLarge()
        #expect(!isHopeful)
    }

    @Test("RS8 items in both styles, of kinds that nobody knows, with what is told of them elsewhere")
    func items() throws {
        let body = """
            {"total":"4","items":[
             {"jobId":"a","bookTitle":"Winter Lamp","author":"","itemType":"book","language":"Russian","status":"finished",
              "updatedAt":"2026-02-01","metadata":{"media_metadata":{"book_author":"A. Ivanov","total_sentences":240}}},
             {"job_id":"b","item_type":"hologram","metadata":{"result":{"media_metadata":{"title":"From the result"}}}},
             {"jobId":"c","itemType":null,"bookTitle":null,"metadata":null},{"bookTitle":"without an id"},7]}
            """
        let page = try LibraryPage.items(Array(body.utf8))
        #expect(page.count == 5 && page.total == 4 && page.items.map(\.job) == ["a", "b", "c"])
        let first = page.items[0]
        #expect(first.title == "Winter Lamp" && first.author == "A. Ivanov" && first.sentences == 240)
        #expect(first.kind == .book && first.language == "Russian" && first.origin == .library)
        #expect(page.items[1].kind == .other("hologram") && page.items[1].title == "From the result")
        #expect(page.items[2].kind == .other("unknown") && page.items[2].title == nil)
        #expect(throws: BookError.self) { try LibraryPage.items(Array("[]".utf8)) }
        #expect(throws: BookError.self) { try LibraryPage.items(Array(#"{"items":3}"#.utf8)) }
    }

    @Test("jobs: what runs is growing, what has failed is not")
    func jobs() throws {
        let body = """
            {"jobs":[{"job_id":"a","job_type":"pipeline","status":"running","job_label":"Rerun"},
             {"job_id":"b","job_type":"youtube_dub","status":"failed"},{"job_id":"c","job_type":"subtitle","status":"melted"}],
             "total":null}
            """
        let page = try LibraryPage.jobs(Array(body.utf8))
        #expect(page.total == nil && page.items.map(\.kind) == [.book, .video, .subtitle])
        #expect(
            page.items.map(\.isGrowing) == [true, false, false] && page.items.map(\.hasFailed) == [false, true, false])
        #expect(page.items[0].title == "Rerun")
    }

    @Test("a search is asked for in small letters, and one without words is none")
    func query() throws {
        var query = LibraryQuery()
        try query.look(for: "  Lamp OR Bridge ")
        (query.author, query.order) = ("A. Ivanov", .oldest)
        let call = BackendCall.libraryItems(query, page: 2, limit: 20)
        #expect(
            call.path
                == "/api/library/items?q=lamp%20or%20bridge&author=A.%20Ivanov&sort=updated_at_asc&view=flat&page=2&limit=20"
        )
        for text in ["", "  ", "?!", "-"] {
            #expect(throws: WireError.self) { try query.look(for: text) }
        }
        var item = LibraryItem("j", .job, title: "The LAMP")
        item.author = "A. Ivanov"
        #expect(!query.selects(item))
        item.title = "The lamp or the bridge"
        #expect(query.selects(item))
    }

    @Test("orders that a server does not have")
    func orders() {
        let items = [("b", "Y"), ("A", "Z"), ("c", "Y")].map { title, author in
            var item = LibraryItem(title, .library, title: title)
            item.author = author
            return item
        }
        var query = LibraryQuery()
        #expect(query.sorted(items).map(\.job) == ["b", "A", "c"])
        query.order = .title
        #expect(query.sorted(items).map(\.job) == ["A", "b", "c"])
        query.order = .author
        #expect(query.sorted(items).map(\.job) == ["b", "c", "A"])
    }
}
