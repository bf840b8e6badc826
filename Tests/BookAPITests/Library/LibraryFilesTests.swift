import Events
import SocketIO
import Testing

@testable import BookAPI

@Suite struct LibraryFilesTests {
    private func files(
        _ origin: LibraryOrigin = .library, _ server: String = "https://h/books", job: String = "j 1"
    ) throws -> LibraryFiles {
        LibraryFiles(try BackendAddress(server), origin, job: job)
    }

    private let route = "/api/library/media/j%201/file/"

    @Test(
        "RN8 names are encoded once, whatever is in them and however they came",
        arguments: [
            ("media/a b.mp3", "media/a%20b.mp3"), ("media/a%20b.mp3", "media/a%20b.mp3"),
            ("media/#1?.mp3", "media/%231%3F.mp3"), ("media/50%.mp3", "media/50%25.mp3"),
            ("media/Лампа.mp3", "media/%D0%9B%D0%B0%D0%BC%D0%BF%D0%B0.mp3"),
            ("media/%D0%9B.mp3", "media/%D0%9B.mp3"), ("media/😀.mp3", "media/%F0%9F%98%80.mp3"),
            ("./media//ا.mp3", "media/%D8%A7.mp3"),
        ])
    func encoding(path: String, encoded: String) throws {
        #expect(try files().places(of: path) == [.own(route + encoded)])
        #expect(!encoded.contains("%25") || path.contains("%."))
    }

    @Test("a job's file is where jobs have theirs, and in the library once it has been moved there")
    func job() throws {
        #expect(
            try files(.job).places(of: "media/a.mp3") == [
                .own("/storage/jobs/j%201/media/a.mp3"), .own(route + "media/a.mp3"),
            ])
    }

    @Test(
        "RL3 a path that leads out of the book is not asked for",
        arguments: [
            "../x", "media/../../x", "media/%2e%2e/x", "/etc/passwd", "media/a%2f..%2fb", "", "/", "media/a%00b",
            "https://h/books/api/library/media/j/file/%2e%2e/x", "/api/../x",
        ])
    func outside(path: String) throws { #expect(try files().places(of: path) == []) }

    @Test("RN10 an address of the server itself counts from its route on, without a token")
    func own() throws {
        let own = LibraryPlace.own("/api/library/media/j/file/media/a%20b.mp3")
        for address in [
            "/api/library/media/j/file/media/a%20b.mp3", "/api/library/media/j/file/media/a b.mp3",
            "https://h/books/api/library/media/j/file/media/a%20b.mp3?access_token=abc",
            "https://H:443/api/library/media/j/file/media/a%20b.mp3#t=1",
        ] {
            #expect(try files().places(of: address) == [own], "\(address)")
        }
        #expect(
            try files().places(of: "/storage/covers/a.jpg?v=2&access_token=x") == [.own("/storage/covers/a.jpg?v=2")])
    }

    @Test("RN9 an address elsewhere is the library's own file, or stays where it is and never gets a token")
    func foreign() throws {
        // The book was made elsewhere, and its files came along.
        let moved = "https://old.example/storage/jobs/j9/media/a%20b.mp3"
        #expect(try files().places(of: moved) == [.own(route + "media/a%20b.mp3")])
        for (address, base) in [
            (moved, "https://old.example"), ("https://h:8443/media/a%20b.mp3", "https://h:8443"),
            ("http://h/media/a%20b.mp3?access_token=t", "http://h"),
            ("https://h.example/media/a%20b.mp3", "https://h.example"),
        ] {
            let places = try files(.job).places(of: address)
            guard case .foreign(let found, let path)? = places.first, places.count == 1 else {
                Issue.record("\(address): \(places)")
                continue
            }
            #expect(found == base && path.hasSuffix("/media/a%20b.mp3"))
        }
        #expect(try files(.job).places(of: "https://h@evil.example/media/a.mp3") == [])
        #expect(try files(.job).places(of: "https://evil.example\\@h/media/a.mp3") == [])
    }

    @Test(
        "a file of the server that has gone elsewhere is followed on the server itself and nowhere else",
        arguments: [
            ("/books/assets/rain.mp3", "/assets/rain.mp3"), ("https://h/books/a%20b.mp3?v=1", "/a%20b.mp3?v=1"),
            ("HTTPS://H/books/x", "/x"), ("/assets/rain.mp3", nil), ("https://h/assets/x", nil),
            ("//evil.example/books/x", nil),
            ("https://evil.example/books/x", nil), ("http://h/books/x", nil), ("https://h:8443/books/x", nil),
            ("https://h@evil.example/books/x", nil), ("/books/../secret", nil), ("rain.mp3", nil), ("", nil),
            ("/books/" + String(repeating: "a", count: 5_000), nil),
        ])
    func moved(location: String, path: String?) throws {
        #expect(LibraryFiles.moved(to: location, on: try BackendAddress("https://h/books")) == path)
    }

    @Test("a chunk's text: where its address says, where its path says, and where jobs have theirs")
    func chunks() throws {
        let chunk = ListedChunk(
            ChunkEntry("0011 a"), path: "metadata/chunk_0001.json", url: "/storage/j/metadata/x.json")
        #expect(
            try files(.job).places(of: chunk) == [
                .own("/storage/j/metadata/x.json"), .own("/storage/jobs/j%201/metadata/chunk_0001.json"),
                .own(route + "metadata/chunk_0001.json"), .own("/api/pipelines/jobs/j%201/media/chunks/0011%20a"),
            ])
        let plain = ListedChunk(
            ChunkEntry("a"), path: "metadata/c.json", url: "http://h/api/library/media/j/file/metadata/c.json")
        #expect(try files().places(of: plain).first == .own(route + "metadata/c.json"))
        #expect(try files().places(of: ListedChunk()) == [])
    }
}
