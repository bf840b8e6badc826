import Events
import Foundation
import Support
import Testing
import Wire

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
                && listing.lines[0].contains("6 sentences, at 12, kept "))
        #expect(listing.lines[2].hasPrefix("job-live1") && listing.lines[2].contains("running"))
        let json = try #require(try JSON.parse(listing.jsonLines[0]).object)
        #expect(json["job"]?.string == BookPeer.book && json["sentence"]?.lenientInt == 12 && json["kind"] == "book")
        let cards = try #require(await listing.cards())
        #expect(cards.map { $0.cover.map { String(decoding: $0, as: UTF8.self) } } == ["cover", nil, nil])
        #expect(cards[0].lines.prefix(2) == ["Winter Lamp", "A. Ivanov"] && cards[0].lines.last == BookPeer.book)
        var query = LibraryQuery()
        query.language = "Turkish"
        #expect(try await LibraryListing.of(server, query).lines == ["nothing to read"])
    }

    @Test("what is kept, of all servers")
    func kept() async throws {
        let peer = try await BookPeer()
        let server = try peer.server()
        _ = try await ServedBook.open(BookPeer.book, on: server)
        let listing = LibraryListing.kept(server.options.cache, LibraryQuery())
        #expect(
            listing.lines.count == 1 && listing.lines[0].contains("Winter Lamp")
                && listing.lines[0].contains(peer.address))
        #expect(LibraryListing.kept(nil, LibraryQuery()).lines == ["nothing to read"])
    }

    @Test("RL1 jobs in a folder and below it, and what hides there is nothing")
    func folder() throws {
        let folder = try Folder()
        for (path, title) in [("A/Lamp/Russian/j1", "Winter Lamp"), ("A/Sun/Russian/j2", "Sun\u{1B}[31m")] {
            try FileManager.default.createDirectory(
                atPath: folder.file("\(path)/metadata"), withIntermediateDirectories: true)
            let record: JSON = [
                "result": ["media_metadata": ["title": .string(title), "author": "A. Ivanov"]],
                "generated_files": [
                    "chunks": [["start_sentence": 1, "sentence_count": 4, "sentences": [["original": "One"]]]]
                ],
            ]
            try folder.write(record.text, to: "\(path)/metadata/job.json")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: folder.path)
        let listing = try LibraryListing.folder(folder.path, LibraryQuery())
        #expect(listing.lines.count == 2 && listing.lines[0].contains("4 sentences"))
        #expect(listing.lines.allSatisfy { !$0.contains("\u{1B}") })
        var query = LibraryQuery()
        try query.look(for: "lamp")
        #expect(try LibraryListing.folder(folder.path, query).rows.map(\.item.title) == ["Winter Lamp"])
        #expect(throws: CommandError.self) { try LibraryListing.folder(folder.file("none"), query) }
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
