import Events
import Files
import Foundation
import Platform
import Testing

@testable import Tapes

@Suite struct ClipCacheRoomTests {
    /// Room for three clips of three frames and their descriptions.
    let clips: Clips

    init() throws { clips = try Clips().with { $0.sizeLimit = 12_000 } }

    @Test("what was used least recently goes first, whatever backend it is from")
    func leastRecent() throws {
        let other = clips.with { $0.backend = "http://other" }
        try clips.store("a")
        try other.store("b")
        try clips.store("c")
        clips.setUse(3_000, of: "a")
        other.setUse(1_000, of: "b")
        clips.setUse(2_000, of: "c")
        try clips.store("d")
        #expect(clips.holds("a") && !other.holds("b") && clips.holds("c") && clips.holds("d"))
    }

    @Test("looking a clip up is using it")
    func use() throws {
        for name in ["a", "b", "c"] { try clips.store(name) }
        for (number, name) in ["a", "b", "c"].enumerated() { clips.setUse(1_000 + number, of: name) }
        _ = try clips.cache.lastKnown(named: "a")
        try clips.store("d")
        #expect(clips.holds("a") && !clips.holds("b"))
        clips.setUse(1_000, of: "c")
        _ = try clips.cache.clip(named: "c", version: "1", frames: 3)
        clips.setUse(2_000, of: "a")
        try clips.store("e")
        #expect(clips.holds("c") && !clips.holds("a"))
    }

    @Test("a clip that somebody has open is not removed; without room a new one is refused")
    func inUse() throws {
        let held = try ["a", "b", "c"].map { try clips.store($0) }
        #expect(throws: ClipCacheError.self) { try clips.store("d") }
        #expect(clips.names == ["a", "b", "c"])
        for clip in held { #expect(try clip.bytes(ofFrame: 2) == Clips.frame(2, of: clip.name.rawValue)) }
    }

    @Test("a clip that is being written counts, and is not removed")
    func beingWritten() throws {
        let writer = try clips.cache.writer(for: "w", version: "1", frames: 3)
        for index in 0..<3 { try writer.write(Clips.frame(index, of: "w"), frame: index) }
        for name in ["a", "b", "c"] { try clips.store(name) }
        #expect(clips.names.filter { !$0.hasPrefix(".") }.count == 2)
        _ = try writer.finish()
        #expect(clips.holds("w"))
    }

    @Test("a version that takes another's place needs no room of its own beside it")
    func replacing() throws {
        for name in ["a", "b", "c"] { try clips.store(name) }
        clips.setUse(1_000, of: "a")
        try clips.store("b", version: "2")
        #expect(clips.holds("a") && clips.holds("b", version: "2") && clips.holds("c"))
    }

    @Test("two processes that store the same clip at once both succeed, and one of them stays")
    func together() throws {
        let (first, second) = (clips.cache, clips.cache)
        let one = try first.writer(for: "idle", version: "1", frames: 2)
        let two = try second.writer(for: "idle", version: "1", frames: 2)
        for index in 0..<2 {
            try one.write(Clips.frame(index), frame: index)
            try two.write(Clips.frame(index), frame: index)
        }
        let clip = try one.finish()
        _ = try two.finish()
        #expect(try clip.bytes(ofFrame: 1) == Clips.frame(1))
        #expect(clips.holds(frames: 2))
    }

    @Test("many at once, storing, reading and clearing, never see half a clip")
    func crowd() async throws {
        let clips = clips
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<30 {
                        let name = "c\((worker + round) % 3)"
                        _ = try? clips.store(name)
                        if let clip = try? clips.cache.clip(named: ClipName(name), version: "1", frames: 3) {
                            for index in 0..<3 {
                                #expect((try? clip.bytes(ofFrame: index)) == Clips.frame(index, of: name))
                            }
                        }
                        if round % 10 == worker { _ = ClipCacheFolder(clips.root).clear() }
                    }
                }
            }
        }
        try clips.store("end")
        #expect(clips.holds("end") && clips.temporaryFiles == [])
    }

    @Test("the list names clips, the last used first, and what is wrong with one")
    func list() throws {
        try clips.store("a", version: "7")
        try clips.store("b")
        clips.setUse(2_000, of: "a")
        clips.setUse(1_000, of: "b")
        try FileManager.default.removeItem(atPath: clips.path("b", "0001.webp"))
        let entries = ClipCacheFolder(clips.root).entries()
        #expect(entries.map(\.lastUse) == [2_000, 1_000])
        let content = try #require(entries.first).content
        let first = try content.get()
        #expect(first.clip == "a" && first.version == "7" && first.backend == clips.backend && first.agent == "1")
        #expect(first.byteCount == 3_000 && (3_000..<4_000).contains(entries.first?.byteCount ?? 0))
        let last = try #require(entries.last).content
        #expect(throws: ClipCacheError.self) { try last.get() }
    }

    @Test("clearing removes one backend's clips, or all, but none that is open")
    func clear() throws {
        let other = clips.with { $0.backend = "http://other" }
        try clips.store("a")
        try other.store("b")
        let open = try other.store("c")
        let folder = ClipCacheFolder(clips.root)
        #expect(folder.clear(backend: "http://nobody").clips == 0)
        let one = folder.clear(backend: clips.backend)
        #expect(one.clips == 1 && one.inUse == 0 && one.byteCount > 3_000)
        #expect(!clips.holds("a") && other.holds("b"))
        let all = withExtendedLifetime(open) { folder.clear() }
        #expect(all.clips == 1 && all.inUse == 1)
    }

    @Test("what cannot be removed is not said to be in use, and why is said")
    func clearRefused() throws {
        try clips.store("a")
        try clips.store("b")
        let place = OpenFolder.realPath(of: clips.path("a"))
        let refused = Refusals(from: 0) { step in
            if case .rename(place, _) = step { .error(EACCES) } else { nil }
        }
        let cleared = ClipCacheFolder(clips.root, refused.disk).clear()
        #expect(cleared.clips == 1 && cleared.failed == 1 && cleared.inUse == 0)
        #expect(cleared.failure?.hasSuffix("/a: \(errorWords(EACCES))") == true)
        #expect(clips.holds("a") && !clips.holds("b"))
    }

    @Test("a clip of which something stays is not said to be removed")
    func clearedInPart() throws {
        try clips.store("a")
        // Deeper than anything is looked into.
        let deep = clips.path("a") + String(repeating: "/x", count: 12)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let cleared = ClipCacheFolder(clips.root).clear()
        #expect(cleared.clips == 0 && cleared.byteCount == 0 && cleared.failed == 1)
        #expect(cleared.failure?.hasSuffix(": \(errorWords(ENOTEMPTY))") == true)
        #expect(!clips.holds("a"))
    }

    @Test("a cache that is not there has no clips, what is no folder is no cache")
    func check() throws {
        try ClipCacheFolder(clips.root + "/none").check()
        try clips.store("a")
        try ClipCacheFolder(clips.root).check()
        let file = clips.folder.path + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let reason = "\(OpenFolder.realPath(of: file)): not a folder"
        let error = #expect(throws: ClipCacheError.self) { try ClipCacheFolder(file).check() }
        #expect(error?.reason == reason)
        let closed = DiskFailure(path: clips.root, code: EACCES).whileReading
        #expect(closed.reason == "\(clips.root): cannot be read: \(errorWords(EACCES))")
    }

    @Test("clearing all leaves no folder behind, and follows no link")
    func clearAll() throws {
        try clips.store("a")
        let outside = clips.folder.path + "/outside"
        try FileManager.default.createDirectory(atPath: outside + "/x/y", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: clips.root + "/link", withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(atPath: clips.path("a", "link"), withDestinationPath: outside)
        _ = ClipCacheFolder(clips.root).clear()
        #expect(try FileManager.default.contentsOfDirectory(atPath: clips.root) == ["link"])
        #expect(FileManager.default.fileExists(atPath: outside + "/x/y"))
    }
}
