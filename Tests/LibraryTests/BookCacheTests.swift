import BookAPI
import Events
import Files
import Foundation
import SocketIO
import Support
import Testing

@testable import Library

@Suite("Books kept on the disk") struct BookCacheTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func cache(_ limit: Int) -> BookCache { BookCache(folder.file("books"), limit: limit) }
    private let server = BackendAddress(scheme: .https, host: "h", port: 443)
    private func place(_ name: String) -> LibraryPlace { .own("/" + name) }
    private func sized(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    @Test("files are under the names that they have always had, and what has more bytes than all may have is not kept")
    func names() throws {
        func name(_ text: String) -> String { String(contentHash(of: Array(text.utf8)).hex.prefix(32)) }
        let cache = cache(250)
        let path = "\(cache.files.path)/\(name(server.httpBase))/\(name("j"))"
        let book = cache.book(server, "j")
        #expect(book.folder == path && !FileManager.default.fileExists(atPath: path))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(sized(100)).write(to: URL(fileURLWithPath: "\(path)/\(name("/a"))"))
        try Data(sized(50)).write(to: URL(fileURLWithPath: "\(path)/\(name("http://other/b"))"))
        #expect(book.bytes(of: place("a"), atMost: 1_000)?.count == 100 && book.byteCount == 150)
        #expect(book.has(.foreign(base: "http://other", path: "/b")))
        #expect(!book.storeBytes(sized(251), of: place("large")) && book.has(place("a")))
        #expect(book.storeBytes(sized(200), of: place("c")) && book.byteCount <= 250)
    }

    @Test("a book that is forgotten is still known; the list has those used last first, and is no use of them")
    func about() throws {
        let cache = cache(10_000)
        for (number, job) in ["old", "new"].enumerated() {
            let book = cache.book(server, job)
            book.storeAbout(CachedAbout("s", LibraryItem(job, .library, title: job)))
            #expect(book.storeBytes(sized(10), of: place("a")))
            let time = Date(timeIntervalSince1970: 1_000 * Double(number + 1))
            try FileManager.default.setAttributes(
                [.modificationDate: time], ofItemAtPath: "\(book.folder)/\(CachedBook.aboutName)")
        }
        cache.book(server, "new").forget()
        #expect(!cache.book(server, "new").has(place("a")) && cache.book(server, "old").has(place("a")))
        for _ in 0..<2 {
            let books = cache.books()
            #expect(books.map(\.about.item.title) == ["new", "old"] && books.map(\.lastUse) == [2_000, 1_000])
            #expect(books.map(\.book.folder) == ["new", "old"].map { cache.book(server, $0).folder })
        }
    }

    @Test("servers and jobs do not have each other's files, and nobody else can read them")
    func apart() throws {
        let cache = cache(1_000)
        #expect(cache.book(server, "j").storeBytes(sized(10), of: place("a")))
        #expect(!cache.book(server, "k").has(place("a")))
        #expect(!cache.book(BackendAddress(scheme: .http, host: "h", port: 80), "j").has(place("a")))
        let path = cache.book(server, "j").folder
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        #expect(FileManager.default.fileExists(atPath: path) && path.hasPrefix(folder.file("books")))
    }

    @Test("a book on a train: what was read goes on without its server, and says so once")
    func train() async throws {
        let peer = try await BookPeer()
        let online = try await ServedBook.open(BookPeer.book, on: try peer.server())
        for index in 0..<2 {
            let chunk = try await online.chunk(at: index).chunk
            for sound in chunk.sounds { _ = try await online.file(sound.path) }
        }
        for fault in ["page", "status", "gone"] {
            let options = try peer.options(idleSeconds: fault == "gone" ? 1 : 60)
            if fault == "gone" {
                try await peer.order(["fault": "stall"])
            } else {
                try await peer.order(["fault": .string(fault), "status": 503])
            }
            let offline = try await ServedBook.open(BookPeer.book, on: BookServer(options))
            #expect(offline.book == online.book, "\(fault)")
            #expect(
                offline.oddities.count == 1 && offline.oddities[0].hasSuffix("; using the cached copy"))
            let (chunk, _) = try await offline.chunk(at: 1)
            #expect(try await chunk == online.chunk(at: 1).chunk)
            for sound in chunk.sounds {
                #expect(try await offline.file(sound.path).bytes(atMost: 1 << 20, of: "s").count > 1_000)
            }
            await #expect(throws: LibraryError.self) { try await offline.chunk(at: 2) }
            try await peer.order(["clear": true])
        }
        // A book that nobody has read is not there.
        try await peer.order(["fault": "status", "status": 503])
        let error = await #expect(throws: LibraryError.self) {
            try await ServedBook.open(BookPeer.secret, on: try peer.server())
        }
        #expect(error?.reason.contains("status 503") == true)
    }

    @Test("of a job that still runs the server's text counts, and what is kept where there is no server")
    func growingOffline() async throws {
        let peer = try await BookPeer()
        let served = try await ServedBook.open(BookPeer.live, on: try peer.server())
        let chunk = try await served.chunk(at: 0).chunk
        _ = try await served.chunk(at: 0)
        #expect(try await peer.requests().count { $0.hasSuffix("chunk_0000.json") } == 2)
        try await peer.order(["fault": "status", "status": 503])
        #expect(try await served.chunk(at: 0).chunk == chunk)
        let offline = try await ServedBook.open(BookPeer.live, on: try peer.server())
        #expect(offline.book == served.book && offline.oddities.count == 1)
        #expect(try await offline.chunk(at: 0).chunk == chunk)
    }

    @Test("a book that has been made again is read anew")
    func madeAgain() async throws {
        let peer = try await BookPeer()
        let first = try await ServedBook.open(BookPeer.book, on: try peer.server())
        _ = try await first.chunk(at: 0)
        let kept = try peer.options().cache?.book(try LibraryAddress(peer.address).server, BookPeer.book)
        let path = LibraryPlace.own("/api/library/media/job-7f3a?summary=true")
        #expect(kept?.storeBytes(Array(#"{"chunks":[],"complete":true}"#.utf8), of: path) == true)
        let before = try await peer.requests().count { $0.hasSuffix("chunk_0000.json") }
        let second = try await ServedBook.open(BookPeer.book, on: try peer.server())
        _ = try await second.chunk(at: 0)
        #expect(try await peer.requests().count { $0.hasSuffix("chunk_0000.json") } == before + 1)
    }

    @Test("without a place for it nothing is kept, and all is read")
    func nothingKept() async throws {
        let peer = try await BookPeer()
        let served = try await ServedBook.open(BookPeer.book, on: try peer.server(keeps: false))
        let chunk = try await served.chunk(at: 0).chunk
        let file = try await served.file(try #require(chunk.sound(of: .original)).path)
        #expect(try file.bytes(atMost: 1 << 20, of: "sound").count == 12_844)
        #expect(peer.folder.names == [])
    }
}
