import BookAPI
import Events
import Foundation
import JSON
import Platform
import SocketIO
import Support
import Testing

@testable import Library

@Suite("A server with books") struct BookServerTests {
    @Test("a login is made once and kept, where nobody else can read it, and sent in a header alone")
    func login() async throws {
        let peer = try await BookPeer()
        let first = try peer.server(user: "reader1")
        #expect(try await first.items(LibraryQuery()).items.map(\.job) == [BookPeer.book, BookPeer.secret])
        #expect(await first.user == "reader1")
        let names = try FileManager.default.contentsOfDirectory(atPath: peer.folder.file("state/tokens"))
        let path = peer.folder.file("state/tokens/\(try #require(names.first))")
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(names.count == 1 && rights == 0o600)
        // The next run needs no password.
        let second = try peer.server()
        #expect(try await second.items(LibraryQuery()).items.count == 2)
        #expect(try await peer.requests("POST") == ["/api/auth/login"])
        let token = try #require(
            try JSON.parse(Array(try Data(contentsOf: URL(fileURLWithPath: path)))).object?["token"]?.string)
        for request in try await peer.asked() {
            #expect(
                !(request["raw"]?.string ?? "").contains(token) && request["query"]?.string?.contains("token") != true)
            let names = request["names"]?.array?.compactMap(\.string) ?? []
            #expect(!names.contains { $0.hasPrefix("x-user") })
        }
        #expect(try await peer.asked().contains { $0["authorization"]?.string == "Bearer \(token)" })
    }

    @Test("a wrong password is told in the server's words, and never the password")
    func wrongPassword() async throws {
        let peer = try await BookPeer()
        let server = BookServer(try peer.options(user: "reader1", password: "hunter2"))
        let error = await #expect(throws: LibraryError.self) { try await server.items(LibraryQuery()) }
        #expect(error?.reason == "POST \(peer.address)/api/auth/login: Invalid username or password")
    }

    @Test("RN1 a login that the server has forgotten is no empty library: it is made anew, or said to have ended")
    func deadToken() async throws {
        let peer = try await BookPeer()
        let server = try peer.server(user: "reader1")
        #expect(try await server.items(LibraryQuery()).items.count == 2)
        try await peer.order(["expire": true])
        // What is not public is refused, and the login renewed.
        #expect(try await server.ask(.libraryManifest(BookPeer.secret)) { $0.count } > 0)
        #expect(try await peer.requests("POST").count == 2)
        // Nothing found may be what anybody finds.
        try await peer.order(["expire": true])
        var query = LibraryQuery()
        try query.look(for: "secret")
        #expect(try await server.items(query).items.map(\.job) == [BookPeer.secret])
        // Without a password the session has ended.
        let other = try peer.server()
        #expect(try await other.items(query).items.count == 1)
        try await peer.order(["expire": true])
        let error = await #expect(throws: LibraryError.self) { try await other.items(query) }
        #expect(error == .signedOut(server: peer.address, words: "Not authenticated"))
        // Nor is it taken up again.
        let third = try peer.server()
        #expect(try await third.items(LibraryQuery()).items.map(\.job) == [BookPeer.book])
    }

    @Test("RN1 a kept login that is dead at the start is noticed before anything is listed")
    func deadAtStart() async throws {
        let peer = try await BookPeer()
        _ = try await peer.server(user: "reader1").items(LibraryQuery())
        try await peer.order(["expire": true])
        let later = try peer.server()
        let error = await #expect(throws: LibraryError.self) { try await later.items(LibraryQuery()) }
        #expect(error == .signedOut(server: peer.address, words: "Not authenticated"))
    }

    @Test("a refusal in the middle of a list is met by one new login")
    func refusedInTheMiddle() async throws {
        let peer = try await BookPeer()
        try await peer.order(["items": 250])
        let server = try peer.server(user: "reader1")
        _ = try await server.ask(.librarySession) { $0.count }
        try await peer.order(["expire": true])
        try await peer.order(["fault": "status", "status": 401, "path": "/api/library/items", "times": 1])
        #expect(try await server.items(LibraryQuery()).items.count == 250)
        #expect(try await peer.requests("POST") == ["/api/auth/login", "/api/auth/login"])
    }

    @Test(
        "a refusal that is meant is told, and what to do about it where nobody is logged in", arguments: [true, false])
    func denied(isLoggedIn: Bool) async throws {
        let peer = try await BookPeer()
        try await peer.order(["fault": "status", "status": 403, "path": "/api/library/media", "detail": "Not yours"])
        let server = try peer.server(user: isLoggedIn ? "reader1" : nil)
        let error = await #expect(throws: LibraryError.self) {
            try await server.ask(.libraryManifest(BookPeer.secret)) { $0.count }
        }
        let place = "GET \(peer.address)/api/library/media/job-private"
        let more = isLoggedIn ? "; reader1 may not see it" : "; to see private books, log in with --login NAME"
        #expect(error?.reason == "\(place): status 403: Not yours\(more)")
    }

    @Test("RN2 a server that cannot say whether a login holds leaves it as it is")
    func checkFails() async throws {
        let peer = try await BookPeer()
        _ = try await peer.server(user: "reader1").items(LibraryQuery())
        try await peer.order(["fault": "status", "status": 502, "path": "/api/auth/session"])
        let server = try peer.server()
        #expect(try await server.items(LibraryQuery()).items.count == 2)
        #expect(peer.folder.exists("state/tokens"))
    }

    @Test("RN12 RN13 a library of 250 items, and one whose items are too large for a page, come whole")
    func paging() async throws {
        let peer = try await BookPeer()
        try await peer.order(["items": 250])
        let server = try peer.server()
        #expect(try await server.items(LibraryQuery()).items.count == 249)
        #expect(try await peer.requests().count == 3)
        try await peer.order(["items": 40, "bulk": 1_700_000])
        let contents = try await server.items(LibraryQuery())
        #expect(contents.items.count == 39 && contents.oddities == [])
    }

    @Test("RN15 a page of another's, and a way to one, is no server with books", arguments: ["page", "redirect"])
    func captive(fault: String) async throws {
        let peer = try await BookPeer()
        try await peer.order(["fault": .string(fault), "to": "https://login.example/?next=1"])
        let error = await #expect(throws: LibraryError.self) {
            try await peer.server(user: nil).items(LibraryQuery())
        }
        let found = fault == "page" ? "a web page" : "a redirection to https://login.example"
        #expect(error?.reason == "GET \(peer.address)/api/library/items: expected a server with books, found \(found)")
        #expect(try await peer.requests().count == 1)
    }

    @Test("RN16 nobody there, no such host and a certificate of nobody are one line each")
    func unreachable() async throws {
        let secure = try await BookPeer(
            "--certificate", Repository.file("Tests/Peers/loopback.pem"), "--key",
            Repository.file("Tests/Peers/loopback.key"))
        let secureAddress = "https://127.0.0.1:\(secure.peer.port)"
        for (address, words) in [
            ("http://127.0.0.1:1", "connection refused"), ("http://[::1]:1", "connection refused"),
            ("http://nowhere.invalid", "cannot resolve the host nowhere.invalid"), (secureAddress, "certificate"),
        ] {
            let server = BookServer(try secure.options(address: address))
            let error = await #expect(throws: LibraryError.self) { try await server.items(LibraryQuery()) }
            let line = error?.reason ?? ""
            #expect(
                line.contains(words) && line.hasPrefix("GET \(address)/api/library/items") && !line.contains("\n"),
                "\(line)")
        }
        var options = try secure.options(address: secureAddress)
        options.isInsecure = true
        #expect(try await BookServer(options).items(LibraryQuery()).items.count == 1)
        options.isInsecure = false
        options.certificateFile = Repository.file("Tests/Peers/loopback.pem")
        #expect(try await BookServer(options).items(LibraryQuery()).items.count == 1)
    }

    @Test("d-proxy: a server of another host is asked through the proxy; one that is no HTTP proxy is named")
    func proxy() async throws {
        var options = LibraryOptions(try BackendAddress("http://books.example"))
        for (proxy, words) in [("127.0.0.1:1", "127.0.0.1:1"), ("socks5://p:1", "is not an HTTP proxy")] {
            options.proxy = { address throws(CommandError) in
                do throws(WireError) {
                    return try HTTPProxy(for: address, in: ["http_proxy": proxy])
                } catch {
                    throw .unusable(error.reason)
                }
            }
            let server = BookServer(options)
            let error = await #expect(throws: LibraryError.self) { try await server.items(LibraryQuery()) }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
            server.close()
        }
    }

    @Test("RN11 a server below a path of its own")
    func prefix() async throws {
        let peer = try await BookPeer("--prefix", "/books")
        let server = BookServer(try peer.options(address: "\(peer.address)/books/api/"))
        #expect(try await server.items(LibraryQuery()).items.map(\.job) == [BookPeer.book])
    }

    @Test("places, marks, words and hits are kept and found")
    func keeping() async throws {
        let peer = try await BookPeer()
        let server = try peer.server(user: "reader1")
        let entry = ResumeEntry(BookPeer.book, sentence: 12, position: .milliseconds(1_370), track: .translation)
        #expect(try await server.save(ResumeEntry(BookPeer.book, sentence: 1)) == nil)
        let kept = try #require(try await server.save(entry))
        #expect(kept.sentence == 12 && kept.track == .translation)
        // One that is older than what is there is not sent: the server would take it. Its clock counts, which is years behind.
        let now = WallClock.seconds
        var other = entry
        other.sentence = 5
        #expect(try await server.save(other, left: now - 60)?.sentence == 12)
        #expect(try await server.resume(BookPeer.book)?.sentence == 12)
        #expect(try await server.save(other, left: now + 60)?.sentence == 5)
        #expect(try await server.save(entry)?.sentence == 12)
        #expect(try await server.resume([BookPeer.book, BookPeer.live])[BookPeer.book]?.sentence == 12)
        try await server.forgetResume(BookPeer.book)
        #expect(try await server.resume(BookPeer.book) == nil)

        let mark = try await server.add(ServerBookmark("The lamp", sentence: 12), to: BookPeer.book)
        #expect(try await server.bookmarks(BookPeer.book) == [mark])
        try await server.deleteBookmark(try #require(mark.id), of: BookPeer.book)
        #expect(try await server.bookmarks(BookPeer.book) == [])

        #expect(try await server.lookupSummary(BookPeer.book).isAvailable)
        #expect(try await server.lookup("«Лампа»", in: BookPeer.book)?.definition == "lamp")
        #expect(try await server.lookup("zzz", in: BookPeer.book) == nil)
        #expect(try await server.search("came", in: BookPeer.book).first?.sentence == 11)
    }
}
