import BookAPI
import BookFolders
import Events
import Support
import Synchronization
import Testing

@testable import Reading

/// What a server hears of a book that is read.
@Suite struct ServerKeeperTests {
    private final class Server: PlaceServer {
        private let state = Mutex((told: [String](), refusals: 0))

        init(refusing count: Int = 0) { state.withLock { $0.refusals = count } }

        var told: [String] { state.withLock(\.told) }

        private func tell(_ what: String) throws {
            try state.withLock { state in
                state.refusals -= 1
                if state.refusals >= 0 { throw CommandError.unusable("no \(state.refusals)") }
                state.told.append(what)
            }
        }

        func places() -> ServerPlaces? { nil }
        func keep(_ entry: ResumeEntry, left: Double) throws {
            try tell("at \(entry.sentence ?? 0), left \(Int(left))")
        }
        func add(_ bookmark: ServerBookmark) throws -> ServerBookmark {
            try tell("mark \(bookmark.label)")
            var bookmark = bookmark
            bookmark.id = "b-\(bookmark.label)"
            return bookmark
        }
        func deleteBookmark(_ id: String) throws { try tell("no \(id)") }
    }

    private static let mark = Bookmark(BookPlace(sentence: 7), name: "lamp")
    private static let noName = Bookmark(BookPlace(sentence: 8), name: "")

    private static func wish(
        _ sentence: Int?, left: Double = 1, add: [Bookmark] = [], remove: [String] = []
    ) -> ServerKeeper.Request {
        ServerKeeper.Request(
            entry: sentence.map { ResumeEntry("", sentence: $0) }, left: left,
            changes: BookmarkChanges(added: add, removed: remove))
    }

    private func told(_ news: borrowing Mutex<[ServerKeeper.Event]>) -> [String] {
        news.withLock(\.self).map { one in
            switch one {
            case .kept(let bookmark, let id): "kept \(bookmark.name) as \(id)"
            case .gone(let id): "gone \(id)"
            case .failed(let words): words
            }
        }
    }

    @Test("where it is read once, and what was marked and removed, each with what comes back")
    func tells() async {
        let server = Server()
        let news = Mutex<[ServerKeeper.Event]>([])
        let keeper = ServerKeeper(server) { one in news.withLock { $0.append(one) } }
        keeper.keep(Self.wish(7, add: [Self.mark, Self.noName], remove: ["b0"]))
        #expect(await eventually { server.told.count == 4 })
        // The same place is not told again, whenever it is noted.
        keeper.keep(Self.wish(7, left: 2))
        keeper.keep(Self.wish(nil))
        keeper.keep(Self.wish(8, left: 3))
        await keeper.finish(within: .seconds(86_400))
        #expect(server.told == ["at 7, left 1", "mark lamp", "mark sentence 8", "no b0", "at 8, left 3"])
        #expect(told(news) == ["kept lamp as b-lamp", "kept  as b-sentence 8", "gone b0"])
    }

    @Test("a server that refuses is tried again with what comes next, and told of once")
    func refuses() async {
        let server = Server(refusing: 2)
        let news = Mutex<[ServerKeeper.Event]>([])
        let keeper = ServerKeeper(server) { one in news.withLock { $0.append(one) } }
        keeper.keep(Self.wish(7))
        #expect(await eventually { !told(news).isEmpty })
        keeper.keep(Self.wish(7))
        keeper.keep(Self.wish(7))
        await keeper.finish(within: .seconds(86_400))
        #expect(told(news) == ["not saved on the server: no 1"])
        #expect(server.told.count <= 1)
    }

    @Test("whoever leaves does not wait for a server that does not answer")
    func standing() async {
        let keeper = ServerKeeper(Silent()) { _ in }
        keeper.keep(Self.wish(7))
        await keeper.finish(within: .milliseconds(1))
    }

    private struct Silent: PlaceServer {
        func places() async throws -> ServerPlaces? { nil }
        func keep(_ entry: ResumeEntry, left: Double) async throws { try await Task.sleep(for: .seconds(86_400)) }
        func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark { bookmark }
        func deleteBookmark(_ id: String) async throws {}
    }
}
