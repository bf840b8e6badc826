import Platform
import Support
import Testing

@testable import TileLink

/// Clients that send anything, too much of it, or read nothing.
@Suite struct TileStrangerTests {
    @Test("lines that are none end their connection with a reason, and nobody else's", arguments: 0..<20)
    func garbage(_ seed: Int) async throws {
        let owner = try TestOwner()
        try await offPool {
            var random = SplitMix64(seed: UInt64(seed))
            let witness = try RawTile(owner.path)
            #expect(try witness.word() == "hello")
            for _ in 0..<10 {
                let client = try RawTile(owner.path)
                let parts = ["{\"do\":\"begin\"}", "{\"do\":\"end\"}", "{\"do\":\"text\",\"text\":\"x", "\"}", "\n"]
                for _ in 0..<40 {
                    let noise = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
                    let piece = random.isOneIn(2) ? noise : Array(random.pick(parts).utf8)
                    // It may have been shown out already.
                    do { try client.send(piece) } catch { break }
                }
                client.finish()
                var last: String?
                while let word = try? client.word() { last = word }
                #expect(last == "refused" || last == "said" || last == "hello", "seed \(seed)")
            }
            try witness.send("{\"do\":\"ping\"}\n")
            #expect(try witness.word() == "pong")
        }
    }

    @Test("a line that is too long is refused before its end has come")
    func tooLong() async throws {
        let owner = try TestOwner()
        try await offPool {
            let client = try RawTile(owner.path)
            try client.send([UInt8](repeating: 0x61, count: TileLimits.lineBytes + 1))
            #expect(try client.word() == "hello")
            let line = try client.line()
            #expect(line == #"{"tile":"refused","reason":"not understood: a line has at most 65536 bytes"}"#)
            #expect(try client.line() == nil)
        }
    }

    @Test("of a text of 3 MiB no more is taken than is spoken, others are answered meanwhile, and nothing is lost")
    func backPressure() async throws {
        let owner = try TestOwner(takes: false, says: false)
        let long = (0..<420_000).map { "\($0 % 1_000) ä. " }.joined()
        #expect(long.utf8.count > 3 << 20)
        async let outcome = offPool { try owner.client().speak(.words(long), waits: true) }
        let limit = TileLimits.utteranceBytes
        #expect(await eventually { owner.now.texts.values.reduce(0) { $0 + $1.utf8.count } >= limit })
        try await offPool {
            let client = try RawTile(owner.path)
            #expect(try client.word() == "hello")
            // Each time the server has been round once.
            for _ in 0..<200 {
                try client.send("{\"do\":\"ping\"}\n")
                #expect(try client.word() == "pong")
            }
        }
        #expect(owner.now.texts.values.reduce(0) { $0 + $1.utf8.count } < limit + TileLimits.lineBytes)
        owner.goOn()
        #expect(try await outcome == .said)
        #expect(owner.texts == [long])
    }

    @Test("a client that never reads is read no further, and nothing waits for it")
    func deaf() async throws {
        let owner = try TestOwner()
        try await offPool {
            let client = try RawTile(owner.path)
            Descriptor.setNonBlocking(client.descriptor)
            let pings = Array(String(repeating: "{\"do\":\"ping\"}\n", count: 1_000).utf8)
            // Many times what the system keeps for both of them.
            let most = 4 << 20
            var (sent, isFull) = (0, false)
            while !isFull, sent < most {
                let rest = pings[(sent % pings.count)...]
                let count = try #require(rest.withUnsafeBytes { Descriptor.write(client.descriptor, $0) })
                sent += count
                isFull = count == 0 && Descriptor.wait(client.descriptor, Int32(POLLOUT), milliseconds: 1_000) == 0
            }
            #expect(sent < most)
            #expect(try owner.client().speak(.words("heard"), waits: true) == .said)
        }
    }

    @Test("more beginnings than can be open wait for their turn, whoever sends them")
    func manyBeginnings() async throws {
        let owner = try TestOwner(says: false)
        let lines = String(repeating: "{\"do\":\"say\",\"text\":\"x\"}\n", count: 500)
        let words = try await offPool {
            let client = try RawTile(owner.path)
            try client.send(lines)
            client.finish()
            var (refused, said) = (0, 0)
            owner.goOn()
            while let word = try client.word() {
                if word == "refused" { refused += 1 }
                if word == "said" { said += 1 }
            }
            return refused + said
        }
        #expect(words == 500)
    }

    @Test("an owner that does not answer is not given more than may be open")
    func deafOwner() async throws {
        let owner = try TestOwner()
        let events = Counter()
        let folder = try Folder()
        let server = try TileServer(name: "Ada", folder: folder.file("tiles"), patience: 600_000) { event in
            if case .opened = event { events.add() }
        }
        try await offPool {
            let client = try RawTile(server.path)
            try client.send(String(repeating: "{\"do\":\"say\",\"text\":\"x\"}\n", count: 500))
            #expect(try client.word() == "hello")
        }
        #expect(await eventually { events.count == TileLimits.open })
        // The server has been round again since.
        guard case .alive(let other) = TileClient.find([Environment.tileName: server.path]) else {
            Issue.record("not there")
            return
        }
        #expect(other.isAlive(within: 120_000) && events.count == TileLimits.open)
        owner.close()
        server.close()
    }
}
