import BookAPI
import Events
import Foundation
import JSON
import Support
import Testing

@testable import Library

@Suite("cameo library") struct LibraryListingTests {
    @Test("a server's books and jobs, with what is kept of them and where they were read to")
    func server() async throws {
        let peer = try await BookPeer()
        let server = try peer.server(user: "reader1")
        _ = try await ServedBook.open(BookPeer.book, on: server).chunk(at: 0)
        try await server.save(ResumeEntry(BookPeer.book, sentence: 12))
        let listing = try await LibraryListing.of(server, LibraryQuery())
        #expect(listing.lines.count == 3 && listing.oddities == [])
        #expect(
            listing.lines[0].contains("Winter Lamp, A. Ivanov")
                && listing.lines[0].contains("6 sentences, at 12, cached "))
        #expect(listing.lines[2].hasPrefix("job-live1") && listing.lines[2].contains("running"))
        let json = try #require(try JSON.parse(listing.jsonLines[0]).object)
        #expect(json["job"]?.string == BookPeer.book && json["sentence"]?.lenientInt == 12 && json["kind"] == "book")
        let cards = try #require(await listing.cards())
        #expect(cards.map { $0.cover.map { String(decoding: $0, as: UTF8.self) } } == ["cover", nil, nil])
        #expect(cards[0].lines.prefix(2) == ["Winter Lamp", "A. Ivanov"] && cards[0].lines.last == BookPeer.book)
        var query = LibraryQuery()
        query.language = "Turkish"
        #expect(try await LibraryListing.of(server, query).lines == ["no match"])
    }

    @Test("what is kept, of all servers")
    func kept() async throws {
        let peer = try await BookPeer()
        let server = try peer.server()
        _ = try await ServedBook.open(BookPeer.book, on: server)
        let listing = LibraryListing.kept(server.options.cache, LibraryQuery(), places: [])
        #expect(
            listing.lines.count == 1 && listing.lines[0].contains("Winter Lamp")
                && listing.lines[0].contains(peer.address))
        #expect(LibraryListing.kept(nil, LibraryQuery(), places: []).lines == ["no books read yet"])
        // It is told where it was left, once.
        var left = ReadingPlace("Winter Lamp", place: BookPlace(sentence: 12))
        left.describe(Book("Winter Lamp", chunks: []), from: "\(peer.address)?job=\(BookPeer.book)")
        let places = [left, ReadingPlace("Winter Lamp")]
        let lines = LibraryListing.kept(server.options.cache, LibraryQuery(), places: places).lines
        #expect(lines.count == 1 && lines[0].contains("at 12, read 20"))
    }

    @Test("what was read of this machine, the last first: its path, how far, the day, the title")
    func read() throws {
        func place(_ title: String, _ path: String?, at sentence: Int?, left: Double) -> ReadingPlace {
            var place = ReadingPlace(title, place: sentence.map { BookPlace(sentence: $0) }, left: left)
            let book = Book(title, author: "A. Ivanov", language: "en", chunks: [ChunkEntry("c", sentenceCount: 67)])
            if path != nil { place.describe(book, from: path) }
            return place
        }
        let long = "/" + String(repeating: "folder/", count: 20) + "sun.txt"
        let places = [
            place("Old", nil, at: 3, left: 0), place("Lamp", "/books/lamp.epub", at: 24, left: 86_400),
            place("Sun", long, at: nil, left: 1e300), place("Sea\u{1B}[31m", "/books/sea.txt", at: 1, left: 2 * 86_400),
        ]
        let listing = LibraryListing.kept(nil, LibraryQuery(), places: places)
        #expect(listing.rows.map(\.item.job) == [long, "/books/sea.txt", "/books/lamp.epub", ""])
        #expect(listing.lines[0].hasPrefix(long + " ") && !listing.lines[0].contains("read "))
        #expect(listing.lines[2].contains("67 sentences, at 24, read 1970-01-02"))
        #expect(listing.lines[2].hasSuffix("Lamp, A. Ivanov"))
        #expect(listing.lines[3].hasPrefix("- ") && listing.lines.allSatisfy { !$0.contains("\u{1B}") })
        // Where there is no room for a line a book, nothing is torn from what it belongs to.
        #expect(listing.lines(width: 1_000) == listing.lines)
        let narrow = listing.lines(width: 60)
        #expect(narrow.allSatisfy { $0.count <= 60 } && narrow.count { $0.hasPrefix("  ") } == narrow.count - 4)
        let lamp = try #require(narrow.firstIndex(of: "Lamp, A. Ivanov"))
        #expect(narrow[lamp + 1] == "  book, en; 67 sentences, at 24, read 1970-01-02")
        #expect(narrow[lamp + 2] == "  /books/lamp.epub")
        let json = try #require(try JSON.parse(listing.jsonLines[2]).object)
        #expect(json["job"] == "/books/lamp.epub" && json["read"] == "1970-01-02T00:00:00Z")
        var query = LibraryQuery()
        query.order = .oldest
        try query.look(for: "ivanov")
        let oldest = LibraryListing.kept(nil, query, places: places)
        #expect(oldest.rows.map(\.item.job) == ["/books/lamp.epub", "/books/sea.txt", long])
        try query.look(for: "nowhere")
        #expect(LibraryListing.kept(nil, query, places: places).lines == ["no match among 4 books"])
        #expect(LibraryListing.kept(nil, query, places: []).lines == ["no books read yet"])
    }

    @Test("a folder in which no book is narrated is said to be one, and whether a text is there")
    func texts() throws {
        let folder = try Folder()
        func lines() throws -> [String] {
            try LibraryListing.folder(folder.path, LibraryQuery()) { $0.hasSuffix(".txt") }.lines
        }
        let none = "no narrated books in \(folder.path)"
        #expect(try lines() == [none])
        try folder.write("Once.", to: "b.txt")
        #expect(try lines() == [none + "; to read a text, use `cameo read FILE`"])
    }

    @Test("RL1 jobs in a folder and below it, and what hides there is nothing")
    func folder() throws {
        let folder = try Folder()
        for (path, title, isComplete) in [
            ("A/Lamp/Russian/j1", "Winter Lamp", true), ("A/Sun/Russian/j2", "Sun\u{1B}[31m", false),
            (".A/Sea/Russian/j3", "Sea", true),
        ] {
            try FileManager.default.createDirectory(
                atPath: folder.file("\(path)/metadata"), withIntermediateDirectories: true)
            let record: JSON = [
                "result": ["media_metadata": ["title": .string(title), "author": "A. Ivanov"]],
                "generated_files": [
                    "chunks": [["start_sentence": 1, "sentence_count": 4, "sentences": [["original": "One"]]]],
                    "complete": .bool(isComplete),
                ],
            ]
            try folder.write(record.text, to: "\(path)/metadata/job.json")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: folder.path)
        let listing = try LibraryListing.folder(folder.path, LibraryQuery()) { _ in false }
        #expect(listing.lines.count == 2 && listing.lines[0].contains("4 sentences"))
        #expect(listing.lines.map { $0.contains("4 sentences, unfinished ") } == [false, true], "\(listing.lines)")
        #expect(listing.lines.allSatisfy { !$0.contains("\u{1B}") })
        var query = LibraryQuery()
        try query.look(for: "lamp")
        let found = try LibraryListing.folder(folder.path, query) { _ in false }
        #expect(found.rows.map(\.item.title) == ["Winter Lamp"])
        try query.look(for: "nowhere")
        #expect(try LibraryListing.folder(folder.path, query) { _ in false }.lines == ["no match among 2 books"])
        #expect(throws: CommandError.self) { try LibraryListing.folder(folder.file("none"), query) { _ in false } }
    }

    @Test("a title is not cut, however long its book is called")
    func longTitle() async throws {
        let title = "The " + String(repeating: "very, ", count: 40) + "very end"
        var item = LibraryItem("j", .library, title: title)
        item.author = "A. Ivanov"
        let listing = LibraryListing(rows: [LibraryListing.Row(item: item) { [1] }])
        #expect(listing.lines[0].hasSuffix("  \(title), A. Ivanov"))
        let cards = try #require(await listing.cards())
        #expect(cards[0].lines[0] == title)
    }

    @Test("what a server says reaches no terminal as it is")
    func visible() {
        var item = LibraryItem("j\u{1B}]0;x\u{7}", .library, title: "a\nb\u{9B}31m")
        (item.author, item.status) = ("\u{202E}x", "\u{1B}[2J")
        let line = LibraryListing(rows: [LibraryListing.Row(item: item)]).lines[0]
        let isPlain = line.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E
        }
        #expect(isPlain)
    }
}
