import Events
import Testing

@testable import Tapes

@Suite struct ClipStoreTests {
    let clips: Clips
    let store: ClipStore

    init() throws {
        clips = try Clips()
        store = ClipStore(clips.cache)
    }

    @Test("N36 clips that come interleaved are stored each under its name")
    func interleaved() async throws {
        for name in ["a", "b"] { try await store.begin(ClipName(name), version: "1", frames: 2) }
        for index in [1, 0] {
            for name in ["a", "b"] {
                try await store.write(Clips.frame(index, of: name), frame: index, of: ClipName(name))
            }
        }
        for name in ["a", "b"] {
            let clip = try await store.finish(ClipName(name))
            #expect(try await store.bytes(ofFrame: 1, of: clip) == Clips.frame(1, of: name))
            #expect(try await store.clip(named: ClipName(name), version: "1", frames: 2).frameCount == 2)
        }
        #expect(try await store.clip(named: "a", version: "1", frames: 2).version == "1")
    }

    @Test("what was half there when the connection was lost is absent, and begins anew")
    func lost() async throws {
        try await store.begin("a", version: "1", frames: 3)
        try await store.write(Clips.frame(0, of: "a"), frame: 0, of: "a")
        await store.abandon("a")
        #expect(clips.names == [])
        await #expect(throws: ClipCacheError.closed(path: clips.path("a"))) {
            try await store.write([1], frame: 1, of: "a")
        }
        try await store.begin("a", version: "1", frames: 9)
        await store.announce(3, of: "a")
        for index in 0..<2 { try await store.write(Clips.frame(index, of: "a"), frame: index, of: "a") }
        await #expect(throws: ClipCacheError.incomplete(path: clips.path("a"), expected: 3, missing: [2])) {
            try await store.finish("a")
        }
        try await store.write(Clips.frame(2, of: "a"), frame: 2, of: "a")
        _ = try await store.finish("a")
        #expect(clips.holds("a"))
        await #expect(throws: ClipCacheError.self) { try await store.finish("a") }
    }
}
