import BookFolders
import Events
import Files
import Support
import Testing

@testable import Library

/// A film of a server, or subtitles alone (reader 1.12).
@Suite("A film of a server") struct ServedFilmTests {
    private static let path = "media/bridges.dub.mp4"
    private static let route = "/api/library/media/job-91cc/file/media/bridges.dub.mp4"
    private static let bytes = 160_044

    private func peer() async throws -> BookPeer {
        let peer = try await BookPeer()
        try await peer.order(["films": true])
        return peer
    }

    private func open(_ peer: BookPeer, _ job: String = BookPeer.film, keeps: Bool = true) async throws -> ServedBook {
        try await ServedBook.open(job, on: try peer.server(user: "reader1", keeps: keeps))
    }

    private func count(_ served: ServedBook) async throws -> Int {
        try await served.file(Self.path).bytes(atMost: 1 << 20, of: Self.path).count
    }

    @Test("the best of its subtitles; its sound in parts, with the login, and once", arguments: [true, false])
    func film(keeps: Bool) async throws {
        let peer = try await peer()
        let served = try await open(peer, keeps: keeps)
        #expect(served.player == .film(Self.path, subtitles: "media/bridges.dub.vtt") && served.oddities == [])
        #expect(
            String(decoding: try await served.subtitles("media/bridges.dub.vtt"), as: UTF8.self).hasPrefix("WEBVTT"))
        // Whoever wants it while it comes waits for it; later it is there. Each stands at its own place.
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await count(served) } }
            for try await found in group { #expect(found == Self.bytes) }
        }
        #expect(try await count(served) == Self.bytes)
        let asked = try await peer.asked().filter { $0["path"]?.string == Self.route }
        #expect(asked.map { $0["range"]?.string } == ["bytes=0-8388607"])
        #expect(asked.first?["authorization"]?.string?.hasPrefix("Bearer ") == true)
        #expect(try await peer.requests().allSatisfy { !$0.hasSuffix("other.txt") })
    }

    @Test("of a job from its storage; a long one comes in several parts, also where the disk has no room to keep it")
    func job() async throws {
        let peer = try await peer()
        let served = try await open(peer, BookPeer.filmJob)
        #expect(served.player == .film(Self.path, subtitles: "media/bridges.dub.vtt"))
        for _ in 0..<2 {
            let film = try await served.file(Self.path).bytes(atMost: 10 << 20, of: Self.path)
            #expect(film.count == 9_600_044 && film.prefix(4) == Array("RIFF".utf8)[...])
        }
        let asked = try await peer.asked().filter { $0["path"]?.string?.hasSuffix(".mp4") == true }
        #expect(asked.map { $0["path"]?.string } == Array(repeating: "/storage/jobs/job-91cd/\(Self.path)", count: 2))
        #expect(asked.map { $0["range"]?.string } == ["bytes=0-8388607", "bytes=8388608-16777215"])
    }

    @Test("subtitles alone are some; a book's are not")
    func others() async throws {
        let peer = try await peer()
        #expect(try await open(peer, BookPeer.subtitles).player == .subtitles("subtitles/talk.srt"))
        #expect(try await open(peer, BookPeer.book).player == .reader)
    }

    @Test("RN6 RN7 what breaks off or is too little goes on where it ended, and a server without parts gives all of it")
    func faults() async throws {
        for (faults, ranges) in [
            (["cut"], ["bytes=0-8388607", "bytes=80022-8388607"]), (["ranges"], ["bytes=0-8388607"]),
            (["short"], ["bytes=0-8388607", "bytes=100000-8488607"]),
        ] {
            let peer = try await peer()
            let served = try await open(peer)
            for fault in faults {
                try await peer.order(["fault": .string(fault), "path": .string(Self.route), "times": 1])
            }
            #expect(try await count(served) == Self.bytes)
            let asked = try await peer.asked().filter { $0["path"]?.string == Self.route }
            #expect(asked.map { $0["range"]?.string } == ranges)
        }
    }

    @Test("a page in the place of the film or of its subtitles is none, and a film that failed is had again")
    func pages() async throws {
        let peer = try await peer()
        let served = try await open(peer)
        try await peer.order(["fault": "page", "path": "/api/library/media/job-91cc/file"])
        let error = await #expect(throws: LibraryError.self) { try await count(served) }
        #expect(error?.reason.hasSuffix("found a web page") == true)
        let other = await #expect(throws: LibraryError.self) { try await served.subtitles("media/bridges.dub.vtt") }
        #expect(other?.reason.hasSuffix("found a web page") == true)
        try await peer.order(["clear": true])
        #expect(try await count(served) == Self.bytes)
    }

    @Test("without the server it is read from the disk, and the list of what is kept says what it is")
    func kept() async throws {
        let peer = try await peer()
        let before = try await open(peer)
        _ = try await before.subtitles("media/bridges.dub.vtt")
        #expect(try await count(before) == Self.bytes)
        try await peer.order(["fault": "status", "status": 503])
        let served = try await open(peer)
        #expect(served.oddities.first?.hasSuffix("; using the cached copy") == true)
        let subtitles = try await served.subtitles("media/bridges.dub.vtt")
        #expect(served.player == before.player && !subtitles.isEmpty)
        #expect(try await count(served) == Self.bytes)
        let options = try peer.options()
        #expect(options.cache?.books().map(\.about.item.kind) == [.video])
    }
}
