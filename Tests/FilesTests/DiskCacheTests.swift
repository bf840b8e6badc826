import Foundation
import Platform
import Support
import Testing

@testable import Files

@Suite("A cache on the disk") struct DiskCacheTests {
    private static let kinds = CacheTrial.Kind.allCases

    @Test(
        "what is kept is there in the next run, for nobody else to read; nothing is made by looking", arguments: kinds)
    func roundTrip(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        #expect(trial.bytes(of: "g/h/a") == nil && trial.cache.entries().isEmpty && !trial.folder.exists("cache"))
        #expect(trial.put("g/h/a", count: 100) && trial.put("g/h/a", version: 2, count: 300))
        #expect(trial.put("g/h/b", count: 0))
        #expect(try trial.other().holds("g/h/a", version: 2, count: 300) && trial.holds("g/h/b", count: 0))
        #expect(!trial.put("g/h/c", count: 1_001) && trial.names() == ["a", "b"])
        for place in ["", "g", "g/h"] { #expect(try trial.rights(of: place) == 0o700) }
        let file = kind == .files ? "g/h/a" : "g/h/a/b"
        #expect(try trial.rights(of: file) == 0o600)
    }

    @Test("the list has the bytes of each, the last used first; groups without entries go", arguments: kinds)
    func list(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        for (number, place) in ["g/h/a", "g/i/b", "k/l/c"].enumerated() {
            trial.put(place, count: 10 * (number + 1))
            trial.setUse([2_000, 3_000, 1_000][number], of: place)
        }
        let entries = trial.cache.entries()
        #expect(entries.map(\.place) == ["g/i/b", "g/h/a", "k/l/c"] && entries.map(\.byteCount) == [20, 10, 30])
        #expect(entries.map(\.lastUse) == [3_000, 2_000, 1_000])
        trial.cache.remove("g/i/b")
        #expect(trial.cache.entries().count == 2 && trial.names(in: "g") == ["h", "i"])
        trial.cache.makeRoom()
        #expect(trial.names(in: "g") == ["h"] && trial.names(in: "") == ["g", "k"])
    }

    // MARK: Room

    @Test("what was used least recently goes first, in whatever group; reading is using", arguments: kinds)
    func leastRecent(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind, limit: 300)
        for (number, place) in ["g/h/a", "k/l/b", "g/h/c"].enumerated() {
            trial.put(place)
            trial.setUse(1_000 + number, of: place)
        }
        #expect(trial.holds("g/h/a"))
        #expect(trial.put("g/h/d"))
        #expect(trial.holds("g/h/a") && !trial.holds("k/l/b") && trial.holds("g/h/c") && trial.holds("g/h/d"))
        // A smaller limit holds from the next time on.
        let small = try trial.other(limit: 150)
        small.setUse(1_000, of: "g/h/a")
        small.setUse(1_000, of: "g/h/c")
        #expect(small.put("g/h/e", count: 50) && small.holds("g/h/d") && small.cache.entries().count == 2)
    }

    @Test("what takes another's place needs no room beside it", arguments: kinds)
    func replacing(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind, limit: 300)
        for place in ["g/h/a", "g/h/b", "g/h/c"] { trial.put(place) }
        trial.setUse(1_000, of: "g/h/a")
        #expect(trial.put("g/h/b", version: 2))
        #expect(trial.holds("g/h/a") && trial.holds("g/h/b", version: 2) && trial.holds("g/h/c"))
    }

    @Test("what somebody has open and locked stays, and what has no room then is not kept")
    func inUse() throws {
        let trial = try CacheTrial(.folders, limit: 300)
        for place in ["g/h/a", "g/h/b", "g/h/c"] { trial.put(place) }
        let open = try ["a", "b", "c"].map { try OpenFolder(trial.cache.path(of: "g/h/\($0)")) }
        for folder in open { #expect(folder.lock(.shared) == .taken) }
        #expect(!trial.put("g/h/d") && trial.names() == ["a", "b", "c"])
        #expect(trial.cache.clear() == DiskCache.Cleared(inUse: 3))
        // Replaced, it stays for him who has it, and goes with him.
        #expect(trial.put("g/h/a", version: 2))
        #expect(try open[0].bytes(below: "a", atMost: 100).count == 50)
        #expect(trial.names().count == 4 && trial.holds("g/h/a", version: 2))
    }

    @Test("what is being written counts and stays, what was left over does not", arguments: kinds)
    func beingWritten(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind, limit: 300)
        trial.put("g/h/a")
        trial.setUse(1_000, of: "g/h/a")
        let hidden = trial.cache.path(of: "g/h/.w.1.1.new")
        let file = kind == .files ? hidden : hidden + "/a"
        if kind == .folders {
            try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: false)
        }
        try Data(CacheTrial.bytes("w", 1, 150)).write(to: URL(fileURLWithPath: file))
        do {
            let open = try #require(OpenFile(hidden))
            #expect(OpenFolder.lock(.exclusive, open.descriptor) == .taken)
            // Who has counted all before does so again when that may be too much.
            #expect(try trial.other().put("g/h/b") && trial.names() == [".w.1.1.new", "b"])
            #expect(trial.cache.entries().count == 1 && trial.cache.makeRoom() == 250)
            #expect(trial.cache.clear().entries == 1 && trial.names() == [".w.1.1.new"])
            withExtendedLifetime(open) {}
        }
        #expect(trial.cache.makeRoom() == 0 && trial.names() == [])
    }

    @Test("clearing removes those that are wanted, follows no link and leaves no folder behind", arguments: kinds)
    func clear(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        for place in ["g/h/a", "g/i/b", "k/l/c"] { trial.put(place) }
        let outside = try trial.folder.write("x", to: "outside")
        try FileManager.default.createSymbolicLink(
            atPath: trial.cache.path(of: "link"), withDestinationPath: trial.folder.path)
        if kind == .folders {
            try FileManager.default.createSymbolicLink(
                atPath: trial.cache.path(of: "g/h/a/link"), withDestinationPath: outside)
        }
        let one = trial.cache.clear { $0.hasPrefix("g/") }
        #expect(one.entries == 2 && one.byteCount >= 200 && one.failed + one.inUse == 0)
        #expect(trial.holds("k/l/c") && trial.names(in: "") == ["k", "link"])
        #expect(trial.cache.clear().entries == 1 && trial.names(in: "") == ["link"])
        #expect(try trial.folder.text(of: "outside") == "x")
    }

    @Test("what cannot be removed is not said to be in use, and why is said", arguments: kinds)
    func clearRefused(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        for place in ["g/h/a", "g/h/b"] { trial.put(place) }
        let refused = Refusals(from: 0) { $0.kind == .rename && $0.path.hasSuffix("/a") ? .error(EACCES) : nil }
        let cleared = try trial.other(calls: refused.calls).cache.clear()
        #expect(cleared.entries == 1 && cleared.failed == 1 && cleared.inUse == 0)
        #expect(cleared.failure?.hasSuffix("/a: \(errorWords(EACCES))") == true)
        #expect(trial.holds("g/h/a") && !trial.holds("g/h/b"))
    }

    @Test("an entry of which something stays is not said to be removed")
    func clearedInPart() throws {
        let trial = try CacheTrial(.folders)
        trial.put("g/h/a")
        // Deeper than anything is looked into.
        let deep = trial.cache.path(of: "g/h/a") + String(repeating: "/x", count: 12)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let cleared = trial.cache.clear()
        #expect(cleared.entries == 0 && cleared.byteCount == 0 && cleared.failed == 1)
        #expect(cleared.failure?.hasSuffix(": \(errorWords(ENOTEMPTY))") == true)
        #expect(!trial.holds("g/h/a"))
    }

    // MARK: Files

    @Test("an open file is kept whole, and stands where it stood")
    func copying() throws {
        let trial = try CacheTrial(.files, limit: 5 << 20)
        let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 >> 9) }
        let path = try trial.folder.write(bytes, to: "film")
        let file = try #require(OpenFile(path))
        #expect(lseek(file.descriptor, 7, SEEK_SET) == 7)
        #expect(trial.cache.storeFile(file, at: "g/h/film") && lseek(file.descriptor, 0, SEEK_CUR) == 7)
        #expect(trial.cache.bytes(of: "g/h/film", atMost: 5 << 20) == bytes)
        #expect(try !trial.other(limit: 1 << 20).cache.storeFile(file, at: "g/h/film"))
    }

    @Test("what is only looked at is not used, and who has a file open reads it to its end")
    func looking() throws {
        let trial = try CacheTrial(.files, limit: 300)
        for place in ["g/h/a", "g/h/b", "g/h/c"] { trial.put(place) }
        for (number, place) in ["g/h/a", "g/h/b", "g/h/c"].enumerated() { trial.setUse(1_000 + number, of: place) }
        #expect(trial.cache.bytes(of: "g/h/a", atMost: 100, isUse: false)?.count == 100)
        let open = try #require(trial.cache.open("g/h/a", isUse: false))
        #expect(trial.put("g/h/d") && !trial.cache.has("g/h/a") && trial.cache.has("g/h/b"))
        #expect(Descriptor.read(open.descriptor, at: 0, count: 200) == CacheTrial.bytes("g/h/a", 1, 100))
    }

    @Test("lines of two who add to an entry are all there; no link and no pipe is written to")
    func appending() throws {
        let folder = try Folder()
        let cache = DiskCache(folder.file("cache"), depth: 0, limit: 10)
        let writers = [try #require(cache.openToAppend("lines")), try #require(cache.openToAppend("lines"))]
        for round in 0..<4 { #expect(Descriptor.writeAll(Array("\(round)\n".utf8), to: writers[round % 2].descriptor)) }
        #expect(cache.bytes(of: "lines", atMost: 10) == Array("0\n1\n2\n3\n".utf8))
        let outside = try folder.write("", to: "outside")
        try FileManager.default.createSymbolicLink(atPath: cache.path(of: "link"), withDestinationPath: outside)
        #expect(mkfifo(cache.path(of: "pipe"), 0o600) == 0)
        #expect(cache.openToAppend("link") == nil && cache.openToAppend("pipe") == nil)
        // More than there is room for goes when it is next opened.
        #expect(Descriptor.writeAll(Array("and more\n".utf8), to: writers[0].descriptor))
        #expect(cache.openToAppend("other") != nil && !cache.has("lines"))
    }

    // MARK: Several at once

    @Test("many at once, keeping, reading and clearing, never see half an entry", arguments: kinds)
    func crowd(kind: CacheTrial.Kind) async throws {
        let trial = try CacheTrial(kind)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    guard let own = try? trial.other() else { return }
                    for round in 0..<30 {
                        let place = "g/h/\((worker + round) % 3)"
                        own.put(place, count: 300)
                        if let found = own.bytes(of: place) { #expect(found == CacheTrial.bytes(place, 1, 300)) }
                        if round % 10 == worker { _ = own.cache.clear() }
                    }
                }
            }
        }
        #expect(try trial.other().put("g/h/end") && trial.holds("g/h/end"))
        #expect(trial.names().filter { $0.hasPrefix(".") } == [])
    }
}
