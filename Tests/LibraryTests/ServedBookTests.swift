import BookAPI
import BookFolders
import Events
import Files
import JSON
import Support
import Testing

@testable import Library

@Suite("A book of a server") struct ServedBookTests {
    private func bytes(_ book: ServedBook, _ path: String) async throws -> [UInt8] {
        try await book.file(path).bytes(atMost: 1 << 20, of: path)
    }

    private func open(_ peer: BookPeer, _ job: String = BookPeer.book, prefetches: Bool = false) async throws
        -> ServedBook
    {
        try await ServedBook.open(job, on: try peer.server(prefetches: prefetches))
    }

    private let chunkPath = "/api/library/media/job-7f3a/file/metadata/chunk_0001.json"

    @Test("a book of the library: the summary, what it is, its chapters; then chunk by chunk, and each file whole")
    func library() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        let book = served.book
        #expect(book.title == "Winter Lamp" && book.author == "A. Ivanov" && book.translationLanguage == "Russian")
        #expect(book.chunks.map(\.start) == [11, 13, 15] && book.isComplete && served.oddities == [])
        #expect(book.chapters.map(\.title) == ["The station", "The lamp"])
        #expect(try await peer.asked().first?["query"]?.string == "summary=true")
        let (chunk, odd) = try await served.chunk(at: 0)
        #expect(chunk.sentences.map(\.number) == [11, 12] && odd == [])
        #expect(try await bytes(served, try #require(chunk.sound(of: .original)).path).count == 12_844)
        let before = try await peer.asked().count
        // Once read, it is read from the disk.
        _ = try await served.chunk(at: 0)
        _ = try await bytes(served, try #require(chunk.sound(of: .original)).path)
        #expect(try await peer.asked().count == before)
        #expect(await served.grown() == nil)
    }

    @Test("RN8 a name with blanks, #, ?, % and letters of all kinds arrives as it is")
    func oddNames() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        let sound = try #require(try await served.chunk(at: 0).chunk.sound(of: .original))
        #expect(sound.path == "media/0011-0012 Лампа #1 50%? ж_orig.wav")
        _ = try await bytes(served, sound.path)
        let raw = try await peer.asked().compactMap { $0["raw"]?.string }.last ?? ""
        #expect(raw.hasSuffix("media/0011-0012%20%D0%9B%D0%B0%D0%BC%D0%BF%D0%B0%20%231%2050%25%3F%20%D0%B6_orig.wav"))
        // What is encoded already is not encoded again.
        _ = try await bytes(served, "media/%30013_orig.wav")
        #expect(try await peer.asked().last?["raw"]?.string?.hasSuffix("media/0013_orig.wav") == true)
    }

    @Test("RN3 no list of word times of the whole job is asked for, and none is missed")
    func noTiming() async throws {
        let peer = try await BookPeer()
        _ = try await open(peer).chunk(at: 0)
        #expect(try await peer.requests().allSatisfy { !$0.contains("timing") })
    }

    @Test("RN4 a chunk that is nowhere is named with what the first place said, and the others are read")
    func missingChunk() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        for (fault, words) in [
            (["fault": "status", "status": 404], "status 404: Not as wished"),
            (["fault": "status", "status": 500], "status 500: Not as wished"), (["fault": "page"], "found a web page"),
        ] as [(JSON, String)] {
            var order = fault.object ?? JSONObject()
            order.append("path", .string(chunkPath))
            try await peer.order(.object(order))
            let error = await #expect(throws: LibraryError.self) { try await served.chunk(at: 1) }
            #expect(
                error?.reason.hasPrefix("GET \(peer.address)\(chunkPath): expected ") == true, "\(error?.reason ?? "")")
            #expect(error?.reason.hasSuffix(words) == true, "\(error?.reason ?? "")")
            #expect(try await served.chunk(at: 2).chunk.sentences.count == 2)
            try await peer.order(["clear": true])
        }
        // Tried again, it is there.
        #expect(try await served.chunk(at: 1).chunk.sentences.map(\.number) == [13, 14])
    }

    @Test("RN4 a job's chunk comes from the route of chunks where its file cannot be had")
    func otherPlace() async throws {
        let peer = try await BookPeer()
        for path in ["/storage", "/api/library/media/job-live1/file"] {
            try await peer.order(["fault": "status", "status": 404, "path": .string(path)])
        }
        let served = try await open(peer, BookPeer.live)
        let (chunk, _) = try await served.chunk(at: 1)
        #expect(chunk.sentences.map(\.number) == [13, 14])
        #expect(try await peer.requests().last == "/api/pipelines/jobs/job-live1/media/chunks/0013-0014_lamp")
    }

    @Test("RN5 a text that was half written is asked for once more, after a moment")
    func halfWritten() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        try await peer.order(["fault": "half", "path": .string(chunkPath), "times": 1])
        #expect(try await served.chunk(at: 1).chunk.sentences.count == 2)
        #expect(peer.clock.waits == [.milliseconds(250)])
        let other = try await BookPeer()
        try await other.order(["fault": "half", "path": .string(chunkPath)])
        let broken = try await open(other)
        let error = await #expect(throws: LibraryError.self) { try await broken.chunk(at: 1) }
        #expect(error?.reason.contains("chunk_0001.json: line ") == true, "\(error?.reason ?? "")")
        #expect(try await other.requests().count { $0 == chunkPath } == 2)
    }

    @Test("RN6 a sound that breaks off goes on where it ended; twice is a failure", arguments: ["cut", "stall"])
    func breaksOff(fault: String) async throws {
        let peer = try await BookPeer()
        let server = BookServer(try peer.options(idleSeconds: fault == "stall" ? 3 : 60))
        let served = try await ServedBook.open(BookPeer.book, on: server)
        let sound = "/api/library/media/job-7f3a/file/media/0013"
        try await peer.order(["fault": .string(fault), "path": .string(sound), "times": 1])
        #expect(try await bytes(served, "media/0013_orig.wav").count == 12_844)
        #expect(try await peer.asked().last?["range"]?.string == "bytes=6422-")
        try await peer.order(["fault": "cut", "path": .string(sound)])
        await #expect(throws: LibraryError.self) { try await bytes(served, "media/0013_trans.wav") }
        #expect(try await peer.requests().count { $0.hasSuffix("0013_trans.wav") } == 2)
    }

    @Test("RN6 a server that says no more is asked again, and how long that took each time is said")
    func silent() async throws {
        let peer = try await BookPeer()
        let served = try await ServedBook.open(BookPeer.book, on: BookServer(try peer.options(idleSeconds: 3)))
        try await peer.order(["fault": "stall", "path": "/api/library/media/job-7f3a/file/media/0013"])
        let error = await #expect(throws: LibraryError.self) { try await bytes(served, "media/0013_trans.wav") }
        let reason = error?.reason ?? ""
        #expect(reason.hasSuffix(": no more of the answer within 3 s, asked 2 times"), "\(reason)")
    }

    @Test("RN7 a server that ignores ranges, or refuses them, gives all of it", arguments: ["ranges", "416"])
    func ranges(fault: String) async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        let sound = "/api/library/media/job-7f3a/file/media/0013"
        try await peer.order(["fault": "cut", "path": .string(sound), "times": 1])
        try await peer.order(["fault": .string(fault), "path": .string(sound)])
        #expect(try await bytes(served, "media/0013_orig.wav").count == 12_844)
        let asked = try await peer.asked().filter { $0["path"]?.string?.hasSuffix("0013_orig.wav") == true }
        #expect(
            asked.map { $0["range"]?.string } == (fault == "416" ? [nil, "bytes=6422-", nil] : [nil, "bytes=6422-"]))
    }

    @Test("RN9 another server is asked without a login")
    func foreign() async throws {
        let (peer, other) = (try await BookPeer(), try await BookPeer())
        let server = try peer.server(user: "reader1")
        try await server.begin()
        let place = LibraryPlace.foreign(
            base: other.address, path: "/api/library/media/job-7f3a/file/metadata/job.json")
        #expect(try await server.file(place, seconds: 10, limit: 1 << 20).count > 100)
        #expect(try await other.asked().map { $0["authorization"]?.string } == [nil])
    }

    @Test("a path that leads out of the book is not asked for")
    func outside() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        let before = try await peer.asked().count
        for path in ["../../etc/passwd", "media/%2e%2e/%2e%2e/x", "/etc/passwd", ""] {
            await #expect(throws: LibraryError.noPlace(path: path)) { try await bytes(served, path) }
        }
        #expect(try await peer.asked().count == before)
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "a picture is where the text says, or where the server says, or the cover; once fetched it is read from the disk"
    )
    func pictures() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        #expect(text(await served.picture(.cover)) == "cover")
        #expect(text(await served.picture(.file("media/images/0011-0012/sentence_00011.png"))) == "picture of 11")
        #expect(text(await served.picture(.sentence(12, chunk: 0))) == "picture of 12")
        let before = try await peer.requests().count
        #expect(text(await served.picture(.cover)) == "cover")
        #expect(text(await served.picture(.file("media/images/0011-0012/sentence_00012.png"))) == "picture of 12")
        #expect(try await peer.requests().count == before)
        #expect(await served.picture(.file("../secret")) == nil)
        #expect(try await peer.requests().count == before)
    }

    @Test(
        "a path without its file is no picture, a web page is none, and a server that names none is not asked for each sentence"
    )
    func noPictures() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        let route = "/api/pipelines/jobs/job-7f3a/media/images/sentences/"
        #expect(await served.picture(.sentence(13, chunk: 1)) == nil)
        for number in 14...30 { #expect(await served.picture(.sentence(number, chunk: 1)) == nil) }
        #expect(try await peer.requests().count { $0.hasPrefix(route) } == 5)
        try await peer.order(["fault": "page", "path": "/api/library/media/job-7f3a/file/media/images"])
        #expect(await served.picture(.file("media/images/0011-0012/sentence_00011.png")) == nil)
    }

    @Test("one that is found begins the count anew")
    func somePictures() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        for number in [20, 21, 22, 23, 11, 24, 25, 26, 27, 12, 28] {
            #expect(await served.picture(.sentence(number, chunk: 0)) != nil || number > 12, "\(number)")
        }
        #expect(text(await served.picture(.sentence(11, chunk: 0))) == "picture of 11")
    }

    @Test("what comes next is fetched ahead, once, and its failures are told to nobody")
    func ahead() async throws {
        let peer = try await BookPeer()
        try await peer.order([
            "fault": "status", "status": 500, "path": "/api/library/media/job-7f3a/file/media/0013_trans",
        ])
        let served = try await open(peer, prefetches: true)
        _ = try await served.chunk(at: 0)
        await served.settled()
        // Two sentences a chunk: three ahead are in two chunks.
        let wanted = ["chunk_0001.json", "0013_orig.wav", "chunk_0002.json", "0015_orig.wav", "0015_trans.wav"]
        for name in wanted { #expect(try await peer.requests().count { $0.hasSuffix(name) } == 1, "\(name)") }
        #expect(served.oddities == [])
        let before = try await peer.asked().count
        _ = try await served.chunk(at: 1)
        _ = try await bytes(served, "media/0013_orig.wav")
        await served.settled()
        #expect(try await peer.asked().count == before)
    }

    @Test("whoever wants a chunk that is under way waits for it")
    func shared() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await served.chunk(at: 1).chunk.sentences.count } }
            for try await count in group { #expect(count == 2) }
        }
        #expect(try await peer.requests().count { $0 == chunkPath } == 1)
    }

    @Test("RN14 a job that runs grows behind what is read, and ends")
    func growing() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer, BookPeer.live)
        #expect(served.book.title == "Winter Lamp (rerun)" && served.book.chunks.count == 2 && !served.book.isComplete)
        try await peer.order(["grow": 3])
        let more = await served.grown()
        #expect(more?.chunks.map(\.start) == [11, 13, 15] && more?.isComplete == false)
        #expect(try await served.chunk(at: 2).chunk.sentences.map(\.number) == [15, 16])
        #expect(peer.clock.waits == [.seconds(4)])
        try await peer.order(["job": "completed"])
        #expect(await served.grown()?.isComplete == true)
        #expect(await served.grown() == nil)
    }

    @Test("RN14 a job that fails is told, and what there is of it stays")
    func failing() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer, BookPeer.live)
        try await peer.order(["job": "failed"])
        let last = await served.grown()
        #expect(last?.chunks.count == 2 && last?.isComplete == true)
        #expect(served.oddities == ["the job ended with status failed; the book is incomplete"])
        #expect(peer.clock.waits.count == 3)
    }

    @Test("words that nobody knows are explained by the server's model: an entry, also within fences, or any text")
    func model() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        #expect(
            try await served.explanation(of: "Лампа", language: "Russian", other: "English") == [
                "Лампа (Russian to English) (noun)"
            ])
        #expect(try await served.explanation(of: "plain", language: "a", other: "b") == ["One line.", "Another."])
        try await peer.order(["fault": "status", "status": 503, "detail": "no model", "path": "/api/assistant"])
        let error = await #expect(throws: LibraryError.self) {
            try await served.explanation(of: "plain", language: "a", other: "b")
        }
        #expect(error?.reason.hasSuffix("status 503: no model") == true, "\(error?.reason ?? "")")
    }

    @Test("music is what the server has, where its answer says, and kept as a sound is", arguments: ["", "/books"])
    func music(prefix: String) async throws {
        let peer = try await prefix.isEmpty ? BookPeer() : BookPeer("--prefix", prefix)
        let server = BookServer(try peer.options(address: peer.address + prefix))
        let served = try await ServedBook.open(BookPeer.book, on: server)
        let music = try #require(try await served.music(named: nil))
        #expect(music == BookMusic("Rain on a Roof", path: "/api/reading-beds/rain/file", isOwn: false))
        #expect(try await bytes(served, music.path).count == 24_044)
        #expect(try await peer.requests().last == prefix + "/assets/reading-beds/rain.wav")
        let before = try await peer.asked().count
        #expect(try await bytes(served, music.path).count == 24_044)
        #expect(try await peer.asked().count == before)
        // Named, but not there.
        let sea = try #require(try await served.music(named: "The Sea"))
        let error = await #expect(throws: LibraryError.self) { try await bytes(served, sea.path) }
        #expect(error?.reason.contains("status 404") == true, "\(error?.reason ?? "")")
        #expect(try await served.music(named: "wind") == nil)
    }

    @Test("a file that is said to be on another server is not asked for there, and one that goes round is given up")
    func movedAway() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer)
        for to in ["http://127.0.0.1:1/rain.wav", "/api/reading-beds/sea/file"] {
            try await peer.order(["fault": "redirect", "path": "/api/reading-beds/", "to": .string(to)])
            let error = await #expect(throws: LibraryError.self) {
                try await bytes(served, "/api/reading-beds/rain/file")
            }
            #expect(error?.reason.contains("found a redirection") == true, "\(error?.reason ?? "")")
            try await peer.order(["clear": true])
        }
    }

    @Test("whoever waits for more of a book that is closed waits no longer")
    func closing() async throws {
        let peer = try await BookPeer()
        let served = try await open(peer, BookPeer.live)
        let waiting = Task { await served.grown() }
        #expect(await eventually { peer.clock.waits.count > 2 })
        await served.close()
        #expect(await waiting.value == nil)
    }

    @Test("what is neither in the library nor a job is named")
    func unknown() async throws {
        let peer = try await BookPeer()
        let error = await #expect(throws: LibraryError.self) { try await open(peer, "job-none") }
        #expect(error == .noJob(server: peer.address, job: "job-none"))
    }
}
