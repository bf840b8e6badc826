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

    @Test("the list names clips, the last used first, and what is wrong with one")
    func list() throws {
        try clips.store("a", version: "7")
        try clips.store("b")
        clips.setUse(2_000, of: "a")
        clips.setUse(1_000, of: "b")
        try FileManager.default.removeItem(atPath: clips.path("b", "0001.webp"))
        let entries = ClipCacheFolder(clips.root).entries()
        #expect(entries.map(\.files.lastUse) == [2_000, 1_000])
        let content = try #require(entries.first).content
        let first = try content.get()
        #expect(first.clip == "a" && first.version == "7" && first.backend == clips.backend && first.agent == "1")
        #expect(first.byteCount == 3_000 && (3_000..<4_000).contains(entries.first?.files.byteCount ?? 0))
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
        #expect(folder.clear(backend: "http://nobody").entries == 0)
        let one = folder.clear(backend: clips.backend)
        #expect(one.entries == 1 && one.inUse == 0 && one.byteCount > 3_000)
        #expect(!clips.holds("a") && other.holds("b"))
        let all = withExtendedLifetime(open) { folder.clear() }
        #expect(all.entries == 1 && all.inUse == 1)
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
}
