import BookAPI
import Events
import JSON
import SocketIO

/// What a server with books makes of requests: which route each is, and what that route answers over one small job in memory.
///
/// Input: requests behind each other, each a byte (its lowest three bits are the method, the next two who asks, then whether there is a
/// `Range`) and pieces: the target, the body, and the range where there is one.
enum ShelfExercise {
    private static let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "get", ""]
    /// Of one input.
    private static let mostRequests = 64
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        var served = ServedJob()
        for _ in 0..<mostRequests where !source.isEmpty {
            let kind = source.byte()
            let target = String(decoding: source.piece(), as: UTF8.self)
            let body = source.piece()
            let range = kind & 32 == 0 ? nil : String(decoding: source.piece(), as: UTF8.self)
            let tokens = [nil, "Bearer t", "t", "Bearer \(target)"]
            let request = LibraryRequest(
                methods[Int(kind & 7)], target, body: body, authorization: tokens[Int(kind >> 3 & 3)], range: range)
            try served.ask(request, bytes.count)
        }
    }

    /// One job, its reader, and what the reader keeps there.
    private struct ServedJob {
        private static let files = ["metadata/job.json", "media/a_orig.mp3", "metadata/cover.png"]
        private static let chunk = """
            {"chunk_id":"c","start_sentence":11,"end_sentence":12,"sentences":[{"sentence_number":11,"original":{"text":"The lamp İ.",\
            "tokens":["The","lamp","İ."]},"translation":"Лампа"},{"original":"b"}],"files":["media/a_orig.mp3","../x"],\
            "audioTracks":{"orig":{"path":"media/a_orig.mp3","duration":2.6}}}
            """
        private static let list = try? BookListReading.manifest(
            Array(#"{"schema_version":1,"chunks":[\#(chunk),{"chunkId":"d","endSentence":3}]}"#.utf8), title: "T")
        private static let dictionary = ShelfLookups(
            Array(#"{"entries":{"лампа":{"word":"Лампа","lookup_result":{"definition":"lamp"}}}}"#.utf8))

        private let books: [ShelfBook]
        private var accounts: ReaderAccounts
        private var places = SavedPlaces()

        init() {
            books = [true, false].map { isComplete in
                var book = ServedJob.list?.book ?? Book("T", chunks: [])
                book.isComplete = isComplete
                return ShelfBook(
                    .init(
                        book, record: nil, place: isComplete ? "/A/j" : "/A/k", cover: "metadata/cover.png",
                        contentIndex: nil, lastChange: 0))
            }
            accounts = ReaderAccounts(owner: nil)
            let login = LibraryRequest("POST", "/", body: Array(#"{"username":"u","password":"p"}"#.utf8))
            _ = try? accounts.login(login, token: "t")
        }

        /// - Parameter asked: bytes of all requests.
        mutating func ask(_ request: LibraryRequest, _ asked: Int) throws(Breach) {
            guard let route = LibraryRoute(request.target.path) else { return }
            try expect(!route.methods.isEmpty, "a route has no method")
            guard route.methods.contains(request.method) else { return }
            switch route {
            case .libraryFile(_, let path): try file(path, .library, request)
            case .storageFile(_, let path): try file(path, .job, request)
            default:
                // A reader may ask for the place in one book two hundred times at once.
                let most = 65_536 + asked * (route == .resumes ? 2_048 : 16)
                for answer in answers(route, request) { try check(answer, atMost: most) }
            }
        }

        // MARK: Files

        private func file(_ path: String, _ origin: LibraryOrigin, _ request: LibraryRequest) throws(Breach) {
            let refusal = LibraryFilePath.missing
            guard let paths = try? LibraryFilePath.candidates(path, origin) else { return }
            try expect((1...3).contains(paths.count), "a path is tried without end")
            for path in paths {
                try expect(!path.split(separator: "/").contains(".."), "a file's path leads out of its folder")
                for size in [0, 1, 9, Int.max] {
                    let answer = FileAnswer(path, size: size, range: request.range)
                    try check(answer.head, atMost: refusal.body.count + 64)
                    let bytes = answer.bytes ?? 0..<0
                    try expect(bytes.lowerBound >= 0 && bytes.upperBound <= size, "bytes behind a file's end are sent")
                    let isPart = answer.head.status == 206
                    try expect(!isPart || !bytes.isEmpty, "a part of a file is empty")
                }
            }
        }

        // MARK: Answers

        private mutating func answers(_ route: LibraryRoute, _ request: LibraryRequest) -> [HTTPAnswer] {
            switch route {
            case .login: [Self.answer { () throws(HTTPAnswer) in try accounts.login(request, token: "t") }]
            case .session: [Self.answer { () throws(HTTPAnswer) in try accounts.session(request) }]
            case .logout: [Self.answer { () throws(HTTPAnswer) in try accounts.logout(request) }]
            case .items: [Self.answer { () throws(HTTPAnswer) in .json(try ShelfList.items(request, books)) }]
            case .jobs: [Self.answer { () throws(HTTPAnswer) in .json(try ShelfList.jobs(request, books)) }]
            case .search: [Self.answer { () throws(HTTPAnswer) in try search(request) }]
            case .libraryMedia: [false, true].map { manifest(.library(isSummary: $0)) }
            case .jobMedia(_, let isLive): [manifest(.job(isLive: isLive))]
            case .jobChunk(_, let chunk): books.flatMap { self.chunk(chunk, of: $0) }
            case .job: books.map { .json($0.record(isDetail: true)) }
            case .lookups: [Self.answer { () throws(HTTPAnswer) in try ShelfLookups.all(Self.dictionary) }]
            case .lookupSummary: [ShelfLookups.summary(Self.dictionary)]
            case .lookup(_, let word): [ShelfLookups.answer(word, Self.dictionary), ShelfLookups.answer(word, nil)]
            case .lookupMany:
                [Self.answer { () throws(HTTPAnswer) in try ShelfLookups.many(request, Self.dictionary) }]
            case .resumes, .resume, .bookmarks, .bookmark:
                [Self.answer { () throws(HTTPAnswer) in try kept(route, request) }]
            case .health, .timing, .events, .cover, .libraryFile, .storageFile: []
            }
        }

        private static func answer(_ make: () throws(HTTPAnswer) -> HTTPAnswer) -> HTTPAnswer {
            do throws(HTTPAnswer) { return try make() } catch { return error }
        }

        private mutating func kept(_ route: LibraryRoute, _ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
            let user = try accounts.required(request)
            return switch (route, request.method) {
            case (.resume(let job), "PUT"): try places.keep(request, in: job, of: user, at: 1)
            case (.resume(let job), "DELETE"): places.forget(job, of: user)
            case (.resume(let job), _): places.place(in: job, of: user)
            case (.bookmarks(let job), "POST"): try places.mark(request, in: job, of: user, at: 1)
            case (.bookmarks(let job), _): places.marks(in: job, of: user)
            case (.bookmark(let job, let id), _): places.unmark(id, in: job, of: user)
            default: places.all(request, of: user)
            }
        }

        private func search(_ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
            var search = try ShelfSearch(request)
            for (place, listed) in (Self.list?.chunks ?? []).enumerated() {
                guard let told = try? listed.inlineChunk() else { continue }
                search.look(in: books[0], told.chunk, listed: listed, at: place, of: 2)
            }
            search.look(atTitles: books)
            return search.answer
        }

        private func manifest(_ form: ShelfManifest.Form) -> HTTPAnswer {
            var manifest = ShelfManifest(books[0], form)
            for (place, listed) in (Self.list?.chunks ?? []).enumerated() {
                manifest.append(listed, at: place, own: nil) { _ in .init(byteCount: 9, lastChange: 0) }
            }
            return HTTPAnswer(200, type: "application/json", body: manifest.finished())
        }

        private func chunk(_ name: String, of book: ShelfBook) -> [HTTPAnswer] {
            (Self.list?.chunks ?? []).enumerated().compactMap { place, listed in
                let chunk = ShelfChunk(book, listed, at: place, own: nil)
                return chunk.isNamed(name) ? .json(chunk.json(isJob: true, hasRows: true)) : nil
            }
        }

        private func check(_ answer: HTTPAnswer, atMost most: Int) throws(Breach) {
            try expect((200..<600).contains(answer.status), "an answer has the status \(answer.status)")
            try expect(answer.body.count <= most, "an answer has \(answer.body.count) bytes, more than \(most)")
            if answer.type == "application/json", !answer.body.isEmpty, answer.body.count < 1 << 20 {
                try expect((try? JSON.parse(answer.body)) != nil, "an answer is not JSON")
            }
            for text in answer.headers.map({ $0.name + $0.value }) + [answer.type] {
                try expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "a header holds what none may")
            }
        }
    }
}
