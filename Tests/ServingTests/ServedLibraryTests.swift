import BookAPI
import BookFolders
import Events
import Files
import Foundation
import JSON
import Library
import SocketIO
import Support
import Synchronization
import Testing
import Transport
import Wire

@testable import Serving

/// Our own client against our own server: what it reads is what lies in the folder.
@Suite("Books that are served") struct ServedLibraryTests {
    // MARK: Reading

    @Test("a list of all, found by words and languages, and what is made is a job")
    func lists() async throws {
        let shop = try await Shop()
        let server = shop.client()
        var listing = try await LibraryListing.of(server, LibraryQuery())
        #expect(listing.lines.count == 3 && listing.oddities == [])
        #expect(listing.jsonLines.contains { $0.contains(#""title":"Winter Lamp""#) })
        #expect(listing.jsonLines[2].contains(#""origin":"job","kind":"book","title":"Growing""#))
        var query = LibraryQuery()
        try query.look(for: "lamp")
        listing = try await LibraryListing.of(server, query)
        #expect(listing.lines.count == 1 && listing.lines[0].hasPrefix("lamp  book  English, Russian  6 sentences"))
        await shop.close()
    }

    @Test(
        "a book is read chunk by chunk, with chapters and sounds, as it lies in its folder", arguments: ["lamp", "sun"])
    func reads(job: String) async throws {
        let shop = try await Shop()
        let book = try await ServedBook.open(job, on: shop.client())
        let folder = try JobFolder.open(shop.folder.file(job == "lamp" ? "A/Lamp/Russian/lamp" : "sun"))
        #expect(book.book.title == folder.book.title && book.oddities == [])
        #expect(book.book.chunks.map(\.start) == folder.book.chunks.map(\.start) && book.book.isComplete)
        #expect(book.book.chapters == folder.book.chapters)
        for place in folder.book.chunks.indices {
            let (served, own) = (try await book.chunk(at: place).chunk, try folder.chunk(at: place).chunk)
            #expect(served.sentences == own.sentences && served.sounds.map(\.kind) == own.sounds.map(\.kind))
            for (sound, same) in zip(served.sounds, own.sounds) {
                let bytes = try await book.file(sound.path).bytes(atMost: 1 << 20, of: "")
                #expect(try bytes == folder.file(same.path).bytes(atMost: 1 << 20, of: ""))
            }
        }
        await book.close()
        await shop.close()
    }

    @Test("a film is listed as one and played as it is from its folder, also where its job lists no files")
    func films() async throws {
        let files = #","files":[{"relative_path":"media/a.mp4","type":"video"},{"relative_path":"media/a.srt"}]"#
        let shop = try await Shop { folder in
            for (job, listed) in [("film-1", files), ("film-2", "")] {
                for name in ["metadata", "media"] {
                    try FileManager.default.createDirectory(
                        atPath: folder.file("\(job)/\(name)"), withIntermediateDirectories: true)
                }
                let chunks = #"{"chunks":[{"chunk_id":"dub"\#(listed)}]}"#
                try folder.write(
                    #"{"job_id":"\#(job)","status":"completed","generated_files":\#(chunks)}"#,
                    to: "\(job)/metadata/job.json")
                try folder.write("film", to: "\(job)/media/a.mp4")
                try folder.write("cues", to: "\(job)/media/a.srt")
            }
        }
        for job in ["film-1", "film-2"] {
            let film = try await ServedBook.open(job, on: shop.client())
            #expect(film.player == .film("media/a.mp4", subtitles: "media/a.srt"))
            #expect(try await film.file("media/a.mp4").bytes(atMost: 100, of: "") == Array("film".utf8))
            #expect(try await film.subtitles("media/a.srt") == Array("cues".utf8))
            await film.close()
            let manifest = try await shop.ask("/api/library/media/\(job)")
            #expect(manifest.text.split(separator: "\"name\":\"a.mp4\"").count == (job == "film-1" ? 3 : 2))
        }
        let listing = try await LibraryListing.of(shop.client(), LibraryQuery())
        #expect(listing.lines.count { $0.contains("  video  ") } == 2)
        await shop.close()
    }

    @Test("RN14 a job grows while it is read, and comes to its end")
    func grows() async throws {
        let shop = try await Shop()
        let book = try await ServedBook.open("growing", on: shop.client())
        #expect(book.book.chunks.count == 2 && !book.book.isComplete)
        try shop.write("growing", "Growing", chunks: 3, status: "running")
        #expect(await book.grown()?.chunks.count == 3)
        #expect(try await book.chunk(at: 2).chunk.sentences.map(\.number) == [15, 16])
        try shop.write("growing", "Growing", chunks: 3, status: "completed")
        #expect(await book.grown()?.isComplete == true)
        await book.close()
        await shop.close()
    }

    @Test("what is found in a book, what its dictionary says, and what stays of who reads it")
    func keeps() async throws {
        let shop = try await Shop()
        let server = shop.client(user: "reader1")
        #expect(try await server.search("came", in: "lamp").map(\.sentence) == [11, 13, 15])
        #expect(try await server.lookupSummary("lamp").isAvailable)
        #expect(try await server.lookup("«Лампа»", in: "lamp")?.definition == "lamp")
        #expect(try await server.lookup("лампа", in: "sun") == nil)
        let entry = ResumeEntry("lamp", sentence: 12, position: .milliseconds(1_370), track: .translation)
        let kept = try #require(try await server.save(entry))
        #expect(kept.sentence == 12 && kept.track == .translation && (kept.updated ?? 0) > 1.7e9)
        #expect(try await server.resume(["lamp"] + (0..<99).map { "x\($0)" })["lamp"] == kept)
        #expect(try await shop.client(user: "reader2").resume("lamp") == nil)
        let mark = try await server.add(ServerBookmark("The lamp", sentence: 12), to: "lamp")
        #expect(try await server.bookmarks("lamp") == [mark])
        try await server.deleteBookmark(try #require(mark.id), of: "lamp")
        #expect(try await server.bookmarks("lamp") == [])
        try await server.forgetResume("lamp")
        #expect(try await server.resume("lamp") == nil)
        await shop.close()
    }

    @Test("wrong passwords slow down those that follow, in one line; the right one ends that")
    func wrongPasswords() async throws {
        let shop = try await Shop(owner: ("reader1", Secret("correct horse")))
        func login(_ password: String) async throws -> Int {
            let body = #"{"username":"reader1","password":"\#(password)"}"#
            return try await shop.ask("/api/auth/login", body: body).status
        }
        let start = ContinuousClock.now
        for number in 0..<4 { #expect(try await login("x\(number)") == 401) }
        #expect(try await login("correct horse") == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(700))
        #expect(shop.lines.count { $0.hasPrefix("3 failed logins from 127.0.0.1") } == 1)
        #expect(shop.lines.count { $0.hasPrefix("POST /api/auth/login: 401") } == 3)
        #expect(shop.lines.last?.hasPrefix("POST /api/auth/login: 200") == true)
        await shop.close()
    }

    @Test("RN1 where one reader is named, nobody else sees anything but covers; a forgotten login is made anew")
    func owner() async throws {
        let shop = try await Shop(owner: ("reader1", Secret("correct horse")), ["library-forget-after": .number(6)])
        let nobody = shop.client()
        #expect(try await LibraryListing.of(nobody, LibraryQuery()).lines == ["nothing to read"])
        let error = await #expect(throws: LibraryError.self) { try await ServedBook.open("lamp", on: nobody) }
        #expect(
            error?.reason.contains("status 403: Not authorized to access this job") == true, "\(error?.reason ?? "")")
        #expect(try await shop.ask("/api/pipelines/lamp/cover").body == Shop.cover)
        let wrong = await #expect(throws: LibraryError.self) {
            try await shop.client(user: "reader1", password: "x").items(LibraryQuery())
        }
        #expect(wrong?.reason.hasSuffix("/api/auth/login: Invalid username or password") == true)
        let reader = shop.client(user: "reader1")
        for _ in 0..<4 { #expect(try await reader.items(LibraryQuery()).items.count == 2) }
        #expect(shop.lines.count { $0.contains("all logins reset (fault)") } == 1)
        #expect(shop.lines.count { $0.hasPrefix("POST /api/auth/login: 200") } == 2)
        await shop.close()
    }

    @Test("as jobs, finished books are read too")
    func asJobs() async throws {
        let shop = try await Shop(staysJobs: true)
        #expect(try await shop.ask("/api/library/media/lamp").status == 404)
        let book = try await ServedBook.open("lamp", on: shop.client())
        #expect(try await book.chunk(at: 2).chunk.sentences.map(\.number) == [15, 16])
        let chunk = try await shop.ask("/api/pipelines/jobs/lamp/media/chunks/chunk-1")
        #expect(try JSON.parse(chunk.body).object?["sentences"]?.array?.count == 2)
        #expect(try await shop.ask("/api/pipelines/jobs/lamp/media/chunks/none").text.contains("Chunk not found"))
        await book.close()
        await shop.close()
    }

    // MARK: Faults

    private static let sound = "/api/library/media/lamp/file/media/0013_orig.wav"

    @Test(
        "RN6 RN7 sounds that are cut or stall come whole, with ranges, without them, and where they are refused",
        arguments: [[:], ["library-ignore-ranges": .flag(true)], ["library-refuse-ranges": .flag(true)]]
            as [[String: FaultValue]])
    func brokenSounds(more: [String: FaultValue]) async throws {
        for faults in [
            ["drop-after": .number(1), "drop-inside": .flag(true)],
            ["stall-after": .number(1), "stall-ms": .number(20)],
        ] as [[String: FaultValue]] {
            let all = faults.merging(more) { $1 }.merging(["library-path": .text(Self.sound)]) { $1 }
            let shop = try await Shop(all)
            let book = try await ServedBook.open("lamp", on: shop.client())
            let expected = try shop.folder.bytes(of: "A/Lamp/Russian/lamp/media/0013_orig.wav")
            // The first answer is none that the faults befall.
            #expect(try await shop.ask(Self.sound).body == expected)
            #expect(try await book.file("media/0013_orig.wav").bytes(atMost: 1 << 20, of: "") == expected)
            // What was cut was asked for again.
            let requests = shop.lines.count { $0.contains("0013_orig.wav") }
            #expect(faults["drop-after"] == nil ? requests == 2 : requests > 2)
            await book.close()
            await shop.close()
        }
    }

    @Test("RN4 RN5 a text that breaks off, and one that is not there, are told; another try may do")
    func brokenTexts() async throws {
        let chunk = "/api/library/media/lamp/file/metadata/chunk_0001.json"
        for (faults, words) in [
            (["library-status": .number(503)], "status 503: refused on purpose"),
            (["corrupt-json": .number(1)], "line "),
        ] as [([String: FaultValue], String)] {
            let shop = try await Shop(faults.merging(["library-path": .text(chunk)]) { $1 })
            let book = try await ServedBook.open("lamp", on: shop.client())
            let error = await #expect(throws: LibraryError.self) { try await book.chunk(at: 1) }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
            #expect(try await book.chunk(at: 2).chunk.sentences.count == 2)
            await book.close()
            await shop.close()
        }
        let shop = try await Shop([
            "library-path": .text(chunk), "library-status": .number(404), "library-errors": .number(1),
        ])
        let book = try await ServedBook.open("lamp", on: shop.client())
        await #expect(throws: LibraryError.self) { try await book.chunk(at: 1) }
        #expect(try await book.chunk(at: 1).chunk.sentences.count == 2)
        await book.close()
        await shop.close()
    }

    // MARK: Strangers

    @Test("nothing outside of a book's folder is sent, and no link is followed")
    func hostilePaths() async throws {
        let shop = try await Shop()
        try shop.folder.write("secret", to: "secret.txt")
        let job = shop.folder.file("A/Lamp/Russian/lamp")
        try FileManager.default.createSymbolicLink(
            atPath: job + "/media/link", withDestinationPath: shop.folder.file("secret.txt"))
        try FileManager.default.createSymbolicLink(atPath: job + "/out", withDestinationPath: shop.folder.path)
        let base = "/api/library/media/lamp/file/"
        for path in [
            "../../../../secret.txt", "%2e%2e/%2e%2e/%2e%2e/%2e%2e/secret.txt", "%252e%252e/%252e%252e/secret.txt",
            "media/..%2f..%2f..%2f..%2f..%2fsecret.txt", "/etc/passwd", "%2fetc%2fpasswd", "media/link",
            "out/secret.txt",
            "media", "", ".", "media/%00", "%ff%fe", String(repeating: "a/", count: 3_000),
        ] {
            let answer = try await shop.ask(base + path)
            #expect([400, 404].contains(answer.status) && !answer.text.contains("secret"), "\(path)")
        }
        for job in ["..", "%2e%2e", "A", "lamp%00", "%2fetc"] {
            #expect(try await shop.ask("/api/library/media/\(job)/file/passwd").status == 404, "\(job)")
        }
        #expect(try await shop.ask("/storage/jobs/growing/../../secret.txt").status == 404)
        #expect(try await shop.ask("/storage/jobs/growing/metadata/job.json").status == 200)
        await shop.close()
    }

    @Test("RN7 parts of files, HEAD, methods that there are not, and the time")
    func parts() async throws {
        let shop = try await Shop()
        let whole = try await shop.ask(Self.sound)
        #expect(whole.status == 200 && whole.body.count == 12_844 && whole.headers["accept-ranges"] == "bytes")
        #expect(whole.headers["date"]?.hasSuffix(" GMT") == true && whole.headers["content-type"] == "audio/x-wav")
        let part = try await shop.ask(Self.sound, ["Range: bytes=12840-"])
        #expect(
            part.status == 206 && part.headers["content-range"] == "bytes 12840-12843/12844" && part.body.count == 4)
        let outside = try await shop.ask(Self.sound, ["Range: bytes=12844-"])
        #expect(outside.status == 416 && outside.headers["content-range"] == "bytes */12844")
        #expect(try await shop.ask("/api/auth/login").status == 405)
        #expect(try await shop.ask("/nowhere").text == #"{"detail":"Not Found"}"#)
        #expect(try await shop.ask("/socket.io/?EIO=4&transport=polling").status == 404)
        await shop.close()
    }

    @Test("a file of any size goes out in pieces, and at the rate of a slow link")
    func largeFile() async throws {
        let shop = try await Shop(["bandwidth-kbit": .number(1_000_000)])
        let large = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try shop.folder.write(large, to: "A/Lamp/Russian/lamp/media/large.bin")
        #expect(try await shop.ask("/api/library/media/lamp/file/media/large.bin").body == large)
        await shop.close()
    }

    @Test("folders that are no library are one line")
    func noFolder() throws {
        let folder = try Folder()
        #expect(throws: CommandError.self) { try ServedLibrary(folder.file("none"), owner: nil, staysJobs: false) }
        let empty = try ServedLibrary(folder.path, owner: nil, staysJobs: false)
        #expect(empty.counts == (0, 0))
    }
}
