import Events
import Foundation
import Support
import Testing

@testable import Files
@testable import Tapes

@Suite struct ClipCacheRefusalTests {
    /// An old version, another clip, and then the new version under refusals.
    private func afterStoring(under refusals: Refusals) throws -> (clips: Clips, error: ClipCacheError?) {
        let clips = try Clips()
        try clips.store(version: "1")
        try clips.store("other", frames: 2)
        do {
            _ = try clips.with { $0.calls = refusals.calls }.store(version: "2")
            return (clips, nil)
        } catch {
            return (clips, try #require(error as? ClipCacheError))
        }
    }

    private func steps() throws -> [DiskCalls.Step] {
        let refusals = Refusals()
        #expect(try afterStoring(under: refusals).error == nil)
        return refusals.steps
    }

    @Test("K50 a process that ends at any step of writing leaves the old clip, the new one whole, or none")
    func killed() throws {
        let count = try steps().count
        #expect(count > 10)
        var outcomes: Set<String> = []
        for cut in 0..<count {
            for refusal in [DiskCalls.Refusal.error(EINTR), .halfWritten(EINTR)] {
                let (clips, _) = try afterStoring(under: Refusals(from: cut) { _ in refusal })
                let (old, new) = (clips.holds(version: "1"), clips.holds(version: "2"))
                #expect(!(old && new))
                outcomes.insert(old ? "old" : new ? "new" : "none")
                #expect(clips.holds("other", frames: 2))
                if !new {
                    #expect(throws: ClipCacheError.self) {
                        try clips.cache.clip(named: "idle", version: "2", frames: 3)
                    }
                }
                // It is downloaded again, and what the dead process left goes.
                try clips.store(version: "2")
                #expect(clips.holds(version: "2") && clips.holds("other", frames: 2))
                #expect(clips.names == ["idle", "other"])
            }
        }
        #expect(outcomes == ["old", "new", "none"])
    }

    @Test("N37 a disk that is full at any step is said, leaves nothing half done, and the other clips stay")
    func full() throws {
        for cut in 0..<(try steps().count) {
            for refusal in [DiskCalls.Refusal.error(ENOSPC), .halfWritten(ENOSPC)] {
                // Removing works on a full disk, and gives no room here.
                let refusals = Refusals(from: cut) { step in
                    step.kind == .remove ? nil : refusal
                }
                let (clips, error) = try afterStoring(under: refusals)
                if let error {
                    guard case .diskFull = error else {
                        Issue.record("\(error.reason)")
                        continue
                    }
                }
                #expect(clips.holds(version: "2") == (error == nil))
                #expect(clips.holds("other", frames: 2))
                #expect(clips.temporaryFiles == [])
            }
        }
    }

    @Test("N37 a cache that cannot be written to is read, and says why it takes nothing")
    func readOnly() throws {
        let clips = try Clips()
        try clips.store()
        let frozen = clips.with { $0.calls = Refusals(from: 0) { _ in .error(EROFS) }.calls }
        #expect(frozen.holds())
        #expect(throws: ClipCacheError.unwritable(path: clips.root, reason: "")) {
            do throws(ClipCacheError) {
                _ = try frozen.cache.writer(for: "talking", version: "1", frames: 1)
            } catch {
                guard case .unwritable(_, let reason) = error else { throw error }
                #expect(reason == "the file system is read-only")
                throw ClipCacheError.unwritable(path: clips.root, reason: "")
            }
        }
        #expect(clips.holds())
    }

    @Test("N37 a file in the place of the cache, or of a folder above it, is said and left alone")
    func fileInPlace() throws {
        let clips = try Clips()
        #expect(FileManager.default.createFile(atPath: clips.root, contents: Data([1])))
        #expect(!clips.holds())
        #expect(throws: ClipCacheError.self) { try clips.store() }
        #expect(try clips.folder.bytes(of: "cache") == [1])
        #expect(ClipCacheFolder(clips.root).entries().isEmpty)
        #expect(ClipCacheFolder(clips.root).clear() == DiskCache.Cleared())
    }

    @Test("after the first failure every call fails the same way, and the files are gone")
    func failsOnce() throws {
        let clips = try Clips()
        let writer = try clips.with { $0.sizeLimit = 1_500 }.cache.writer(for: "idle", version: "1", frames: 2)
        try writer.write(Clips.frame(0), frame: 0)
        let expected = ClipCacheError.noRoom(path: clips.path(), needed: 2_000, limit: 1_500)
        #expect(throws: expected) { try writer.write(Clips.frame(1), frame: 1) }
        #expect(throws: expected) { try writer.write([1], frame: 1) }
        #expect(throws: expected) { try writer.finish() }
        #expect(clips.names == [])
    }
}
