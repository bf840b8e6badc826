import Events
import Platform
import Support
import Testing

@testable import TileLink

@Suite struct TileClientTests {
    @Test("two programs are said one after the other, and the second hears how many are before it")
    func inOrder() async throws {
        let owner = try TestOwner(says: false)
        let first = try await offPool { try owner.client().speak(.words("first"), waits: false) }
        #expect(first == .handedOver && owner.texts == ["first"])
        async let second = offPool { try owner.client().speak(.words("second"), waits: true) }
        #expect(await eventually { owner.now.effects.contains(.tell(UtteranceID(2), .heard)) })
        #expect(owner.texts == ["first"])
        #expect(owner.now.effects.contains(.tell(UtteranceID(2), .accepted(before: 1))))
        owner.goOn()
        #expect(try await second == .said)
        #expect(owner.texts == ["first", "second"])
    }

    @Test("an interrupting one is said at once, and those before it hear that")
    func interrupt() async throws {
        let owner = try TestOwner(says: false)
        async let first = offPool { try owner.client().speak(.words("first"), waits: true) }
        #expect(await eventually { owner.now.finished.count == 1 })
        async let second = offPool { try owner.client().speak(.words("second"), waits: true) }
        #expect(await eventually { owner.now.queue.waitingCount == 1 })
        let third = try await offPool { try owner.client().speak(.words("third"), interrupts: true, waits: false) }
        #expect(third == .handedOver)
        #expect(try await (first, second) == (.interrupted, .interrupted))
        #expect(owner.texts == ["first", "third"])
    }

    @Test("what comes over a pipe is spoken while the rest is still coming")
    func pipe() async throws {
        let owner = try TestOwner()
        let ends = try #require(Descriptor.pipe())
        async let outcome = offPool {
            try owner.client().speak(.descriptor(ends.reading), waits: true)
        }
        // No line, and a character in two pieces.
        let letter = Array("ö".utf8)
        #expect(Descriptor.writeAll(Array("Sch".utf8) + letter.prefix(1), to: ends.writing))
        #expect(await eventually { owner.texts == ["Sch"] })
        #expect(Descriptor.writeAll(letter.suffix(1) + Array("n.".utf8) + [0xFF], to: ends.writing))
        #expect(await eventually { owner.texts == ["Schön.ÿ"] })
        close(ends.writing)
        #expect(try await outcome == .said)
        close(ends.reading)
    }

    @Test("interrupted in the middle of a pipe it returns at once, and says nothing more")
    func interruptedPipe() async throws {
        let owner = try TestOwner()
        let ends = try #require(Descriptor.pipe())
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        let client = try owner.client()
        async let outcome = offPool { client.speak(.descriptor(ends.reading), waits: false) }
        #expect(Descriptor.writeAll(Array("On and on".utf8), to: ends.writing))
        #expect(await eventually { owner.texts == ["On and on"] })
        owner.handle(.silenced)
        #expect(try await outcome == .interrupted)
        let next = try await offPool { client.speak(.words("more"), waits: true) }
        #expect(next == .lost && !client.isAlive())
        #expect(try await offPool { try owner.client().speak(.words("other"), waits: true) } == .said)
    }

    @Test("one client says several texts; an empty one keeps nobody from being said")
    func several() async throws {
        let owner = try TestOwner()
        let outcomes = try await offPool {
            let client = try owner.client()
            #expect(client.name == "Ada" && client.isAlive(within: 120_000))
            return ["one", "", "two"].map { client.speak(.words($0), waits: true) }
        }
        #expect(outcomes == [.said, .wordless(.empty), .said] && owner.texts == ["one", "two"])
    }

    @Test(
        "a text in which there is nothing to say is handed over, and who gave it hears that", arguments: [true, false])
    func wordless(waits: Bool) async throws {
        let owner = try TestOwner()
        let outcomes = try await offPool {
            let client = try owner.client()
            return ["...", " ", "✓ 1"].map { client.speak(.words($0), waits: waits) }
        }
        #expect(outcomes == [.wordless(.withoutWord), .wordless(.empty), waits ? .said : .handedOver])
        let ends = try #require(Descriptor.pipe())
        async let outcome = offPool { try owner.client().speak(.descriptor(ends.reading), waits: waits) }
        #expect(Descriptor.writeAll(Array("...\n".utf8), to: ends.writing))
        close(ends.writing)
        #expect(try await outcome == .wordless(.withoutWord))
        close(ends.reading)
    }

    @Test("a tile that cannot speak says why")
    func refused() async throws {
        let owner = try TestOwner(refusal: "this tile shows a tape, which cannot speak")
        let outcome = try await offPool { try owner.client().speak(.words("hello"), waits: false) }
        #expect(outcome == .refused(reason: "this tile shows a tape, which cannot speak"))
    }

    @Test("a tile that goes meanwhile is lost, and raises no signal")
    func lost() async throws {
        let owner = try TestOwner(takes: false, says: false)
        async let outcome = offPool {
            try owner.client().speak(.words(String(repeating: "word ", count: 500_000)), waits: false)
        }
        #expect(await eventually { !owner.texts.isEmpty })
        owner.close()
        #expect(try await outcome == .lost)
    }

    @Test("without the variable there is none")
    func none() {
        for environment in [[:], [Environment.tileName: ""]] {
            guard case .none = TileClient.find(environment) else {
                Issue.record("found in \(environment)")
                continue
            }
        }
    }

    private func death(_ path: String, milliseconds: Int64 = 600_000) -> String {
        switch TileClient.find([Environment.tileName: path], milliseconds: milliseconds) {
        case .dead(path, let reason): reason
        case .refused(_, let reason): "refused: " + reason
        case .none, .alive, .dead: "lives"
        }
    }

    @Test("a socket without a file, without a listener, with a silent one, and with one that speaks something else")
    func dead() async throws {
        let folder = try Folder()
        #expect(death(folder.file("none")) == "the tile is no longer running")
        close(try #require(LocalSocket.listen(at: folder.file("left"), waiting: 1)))
        #expect(death(folder.file("left")) == "the tile is no longer running")
        try folder.write("text", to: "file")
        #expect(death(folder.file("file")) == "the tile is no longer running")
        let silent = QuietSocket(try #require(LocalSocket.listen(at: folder.file("silent"), waiting: 0)))
        // The first waits to be accepted, and then there is no place to wait.
        for _ in 0..<3 {
            let reason = death(folder.file("silent"), milliseconds: 100)
            #expect(reason == "the tile does not respond within 100 ms" || reason == errorWords(EAGAIN))
        }
        withExtendedLifetime(silent) {}
        #expect(try await answer("SSH-2.0\n", folder) == "not a tile of Cameo")
        #expect(
            try await answer(#"{"tile":"hello","version":2,"name":"Eve"}"# + "\n", folder)
                == "refused: expected protocol version 1, found 2")
        #expect(try await answer(#"{"tile":"refused","reason":"full"}"# + "\n", folder) == "refused: full")
    }

    /// Of one who finds somebody that says this and goes.
    private func answer(_ line: String, _ folder: Folder) async throws -> String {
        let path = folder.file("other")
        let listener = QuietSocket(try #require(LocalSocket.listen(at: path, waiting: 1)))
        defer { unlink(path) }
        async let answering: Void = offPool {
            _ = Descriptor.wait(listener.descriptor, Int32(POLLIN), milliseconds: 120_000)
            let caller = QuietSocket(try #require(LocalSocket.accept(from: listener.descriptor)))
            var bytes = Array(line.utf8)
            #expect(caller.write(&bytes))
        }
        let reason = try await offPool { death(path) }
        try await answering
        return reason
    }
}
