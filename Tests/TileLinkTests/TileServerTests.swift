import Files
import Foundation
import Platform
import Support
import Testing

@testable import TileLink

@Suite struct TileServerTests {
    @Test("one line says a text, and its client hears what becomes of it")
    func oneLine() async throws {
        let owner = try TestOwner()
        let lines = try await offPool {
            let client = try RawTile(owner.path)
            try client.send(#"{"do":"say","text":"tests passed"}"# + "\n")
            client.finish()
            var lines: [String] = []
            while let line = try client.line() { lines.append(line) }
            return lines
        }
        #expect(
            lines == [
                #"{"tile":"hello","version":1,"name":"Ada"}"#, #"{"tile":"accepted","utterance":1,"before":0}"#,
                #"{"tile":"saying","utterance":1}"#, #"{"tile":"heard","utterance":1}"#,
                #"{"tile":"said","utterance":1}"#,
            ])
        #expect(owner.texts == ["tests passed"])
    }

    @Test("a last line without a newline is a line, also behind an utterance in parts")
    func lastLine() async throws {
        let owner = try TestOwner()
        for text in [#"{"do":"say","text":"whole"}"#, "{\"do\":\"begin\"}\n{\"do\":\"text\",\"text\":\"in parts\"}"] {
            let words = try await offPool {
                let client = try RawTile(owner.path)
                try client.send(text)
                client.finish()
                return try client.words(until: "said")
            }
            #expect(words.first == "hello" && words.last == "said")
        }
        #expect(owner.texts == ["whole", "in parts"])
    }

    @Test("half a line at the end is refused as any other that is none")
    func halfALine() async throws {
        let owner = try TestOwner()
        try await offPool {
            let client = try RawTile(owner.path)
            try client.send(#"{"do":"say","#)
            client.finish()
            #expect(try client.words(until: "refused") == ["hello", "refused"])
            #expect(try client.line() == nil)
        }
    }

    @Test("a program that nobody here wrote says something, and hears that it is said")
    func python() async throws {
        let owner = try TestOwner()
        let end = try await ForeignProgram.python("tile.py", [owner.path, "alle Prüfungen bestanden 😀"])
        #expect(end.status == 0 && end.lines.last == #"{"tile":"said","utterance":1}"#, "\(end.lines)")
        #expect(owner.texts == ["alle Prüfungen bestanden 😀 "])
    }

    @Test("a program of another user is refused, were the folder ever so open", .enabled(if: geteuid() == 0))
    func otherUser() async throws {
        let owner = try TestOwner()
        #expect(chmod(owner.folder.file("tiles"), 0o755) == 0 && chmod(owner.path, 0o666) == 0)
        let end = try await ForeignProgram.python("tile.py", [owner.path, "secret", "65534"])
        #expect(end.status == 1)
        #expect(end.lines == [#"{"tile":"refused","reason":"this tile belongs to another user"}"#])
        #expect(owner.now.events.isEmpty)
    }

    @Test("who is on the other side is known")
    func user() throws {
        let ends = try #require(LocalSocket.pair())
        let (one, other) = (QuietSocket(ends.0), QuietSocket(ends.1))
        #expect(one.isOfOwnUser && other.isOfOwnUser && LocalSocket.user(of: ends.0) == geteuid())
        #expect(LocalSocket.user(of: STDIN_FILENO + 1_000_000) == nil)
    }

    @Test("several texts of one client are said in their order")
    func several() async throws {
        let owner = try TestOwner()
        let words = try await offPool {
            let client = try RawTile(owner.path)
            for text in ["one", "two", "three"] { try client.send(#"{"do":"say","text":"\#(text)"}"# + "\n") }
            return try (0..<3).map { _ in try client.words(until: "said") }
        }
        #expect(words.allSatisfy { $0.last == "said" } && owner.texts == ["one", "two", "three"])
    }

    @Test("the seventeenth client is refused, and has a place once one has gone")
    func tooMany() async throws {
        let owner = try TestOwner()
        try await offPool {
            var clients: [RawTile] = []
            for _ in 0..<TileLimits.clients {
                let client = try RawTile(owner.path)
                #expect(try client.word() == "hello")
                clients.append(client)
            }
            let next = try RawTile(owner.path)
            #expect(
                try next.line() == #"{"tile":"refused","reason":"16 programs are connected to this tile already"}"#)
            #expect(try next.line() == nil)
            clients.removeFirst()
        }
        let hasPlace = await eventually {
            if case .alive = TileClient.find(owner.environment) { true } else { false }
        }
        #expect(hasPlace)
    }

    @Test("one that has wanted nothing for long makes room for another")
    func idle() async throws {
        let owner = try TestOwner(patience: 0)
        try await offPool {
            let clients = try (0...TileLimits.clients).map { _ in
                let client = try RawTile(owner.path)
                #expect(try client.word() == "hello")
                return client
            }
            #expect(try clients[0].word() == "refused")
            #expect(try clients[0].word() == nil)
        }
    }

    @Test("who sends no end and no more makes way for others")
    func stalled() async throws {
        let owner = try TestOwner(patience: 0)
        try await offPool {
            let (slow, quick) = (try RawTile(owner.path), try RawTile(owner.path))
            try slow.send("{\"do\":\"begin\"}\n{\"do\":\"text\",\"text\":\"for ever \"}\n")
            try slow.words(until: "saying")
            try quick.send("{\"do\":\"say\",\"text\":\"done\"}\n")
            try quick.words(until: "said")
            try slow.send("{\"do\":\"text\",\"text\":\"and ever\"}\n{\"do\":\"end\"}\n")
            try slow.words(until: "said")
        }
        let texts = owner.now.texts.values.sorted()
        #expect(texts == ["done", "for ever and ever"])
    }

    @Test("a client that goes in the middle is ended at the point reached, and the next one is said")
    func dies() async throws {
        let owner = try TestOwner(says: false)
        try await offPool {
            var client: RawTile? = try RawTile(owner.path)
            try client?.send("{\"do\":\"begin\"}\n{\"do\":\"text\",\"text\":\"half a\"}\n{\"do\":\"text\",\"te")
            _ = try client?.words(until: "saying")
            client = nil
        }
        #expect(await eventually { owner.now.finished.count == 1 })
        #expect(owner.now.events.last == .abandoned(UtteranceID(1)))
        owner.goOn()
        let outcome = try await offPool { try owner.client().speak(.words("whole"), waits: true) }
        #expect(outcome == .said && owner.texts == ["half a", "whole"])
    }

    @Test("what a client has ended before it went is still said")
    func goes() async throws {
        let owner = try TestOwner(says: false)
        try await offPool {
            let first = try RawTile(owner.path)
            try first.send("{\"do\":\"say\",\"text\":\"first\"}\n")
            try first.words(until: "heard")
            try RawTile(owner.path).send("{\"do\":\"say\",\"text\":\"second\"}\n")
        }
        #expect(await eventually { owner.now.events.contains(.ended(UtteranceID(2))) })
        owner.goOn()
        #expect(await eventually { owner.texts == ["first", "second"] })
    }

    @Test("closing removes the socket and tells everybody")
    func closes() async throws {
        let owner = try TestOwner(says: false)
        let path = owner.path
        let words = try await offPool {
            let client = try RawTile(path)
            try client.send("{\"do\":\"say\",\"text\":\"long\"}\n")
            try client.words(until: "heard")
            owner.close()
            owner.close()
            return [try client.word(), try client.word()]
        }
        #expect(words == ["gone", nil] && !FileNames.isThere(path))
        guard case .dead = TileClient.find([Environment.tileName: path]) else {
            Issue.record("it is there still")
            return
        }
    }

    @Test("a signal that ends the process removes the socket")
    func signaled() async throws {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGTERM, SIG_DFL)
            let folder = "/tmp/cameo-test-tile-\(getppid())"
            let server = try TileServer(name: "Ada", folder: folder, patience: 1_000) { _ in }
            guard FileNames.isThere(server.path) else { exit(1) }
            withExtendedLifetime(server) {
                kill(getpid(), SIGTERM)
                while true { pause() }
            }
        }
        let folder = "/tmp/cameo-test-tile-\(getpid())"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == [])
        try FileManager.default.removeItem(atPath: folder)
    }
}
