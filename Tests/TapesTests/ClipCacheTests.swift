import Events
import Foundation
import Testing

@testable import Tapes

@Suite struct ClipCacheTests {
    let clips: Clips

    init() throws { clips = try Clips() }

    private func reason(_ clip: String = "idle", version: String = "1", frames: Int = 3) -> ClipCacheError? {
        do throws(ClipCacheError) {
            _ = try clips.cache.clip(named: ClipName(clip), version: version, frames: frames)
            return nil
        } catch {
            return error
        }
    }

    @Test("K51 what is saved is loaded, under four digits and the ending of what the bytes are")
    func roundTrip() throws {
        let pictures: [[UInt8]] = [
            Array("RIFF....WEBPx".utf8), [0x89] + Array("PNG\r\n\u{1A}\n".utf8), [0xFF, 0xD8, 0xFF, 2], [7],
        ]
        let writer = try clips.cache.writer(for: "idle_1_s_idle_1_e", version: "v 1", frames: 4)
        for (index, picture) in pictures.enumerated() { try writer.write(picture, frame: index) }
        let stored = try writer.finish()
        let found = try clips.cache.clip(named: "idle_1_s_idle_1_e", version: "v 1", frames: 4)
        for clip in [stored, found] {
            #expect(clip.frameCount == 4 && clip.version == "v 1" && clip.name == "idle_1_s_idle_1_e")
            for (index, picture) in pictures.enumerated() { #expect(try clip.bytes(ofFrame: index) == picture) }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: stored.path).sorted()
        #expect(names == ["0000.webp", "0001.png", "0002.jpg", "0003.bin", "clip.json"])
        #expect(stored.path == clips.root + "/http%3a%2f%2fhost%3a5003/1/idle_1_s_idle_1_e")
        #expect(throws: ClipCacheError.self) { try found.bytes(ofFrame: 4) }
        #expect(throws: ClipCacheError.self) { try found.bytes(ofFrame: -1) }
    }

    @Test("K45, N34 frames come in any order and again, and keep their indexes")
    func order() throws {
        let writer = try clips.cache.writer(for: "idle", version: "1", frames: 3)
        try writer.write([0x89, 0x50, 0x4E, 0x47], frame: 2)
        try writer.write(Clips.frame(0), frame: 0)
        #expect(writer.missing == [1])
        try writer.write(Clips.frame(2), frame: 2)
        try writer.write(Clips.frame(2), frame: 2)
        try writer.write(Clips.frame(1), frame: 1)
        _ = try writer.finish()
        #expect(clips.holds())
    }

    @Test("K47 a clip with holes is not finished, says which frames are missing, and goes on")
    func holes() throws {
        let writer = try clips.cache.writer(for: "idle", version: "1", frames: 3)
        try writer.write(Clips.frame(1), frame: 1)
        #expect(throws: ClipCacheError.incomplete(path: clips.path(), expected: 3, missing: [0, 2])) {
            try writer.finish()
        }
        #expect(reason() == .notCached(path: clips.path()))
        for index in [0, 2] { try writer.write(Clips.frame(index), frame: index) }
        _ = try writer.finish()
        #expect(clips.holds())
    }

    @Test("N35 of two counts the second one holds, and frames beyond it go")
    func counts() throws {
        let writer = try clips.cache.writer(for: "idle", version: "1", frames: 2)
        for index in 0..<4 { try writer.write(Clips.frame(index), frame: index) }
        writer.frames = 3
        _ = try writer.finish()
        #expect(clips.holds(frames: 3))
        writer.abandon()
        #expect(clips.holds(frames: 3))
    }

    @Test("N33 another version or another count is another clip, which takes the place of the old one")
    func versions() throws {
        try clips.store(version: "1")
        #expect(reason(version: "2") == .otherVersion(path: clips.path(), expected: "2", found: "1"))
        #expect(reason(frames: 4) == .otherCount(path: clips.path(), expected: 4, found: 3))
        try clips.store(version: "2", frames: 2)
        #expect(clips.holds(version: "2", frames: 2) && !clips.holds())
        #expect(clips.names == ["idle"])
    }

    @Test("N33 a clip that is on screen is read to its end, while another version takes its place")
    func replacedInUse() throws {
        let shown = try clips.store(version: "1")
        try clips.store(version: "2")
        for index in 0..<3 { #expect(try shown.bytes(ofFrame: index) == Clips.frame(index)) }
        #expect(clips.holds(version: "2"))
        #expect(clips.temporaryFiles.count == 1)
        _ = try withExtendedLifetime(shown) { try clips.store("talking") }
        #expect(clips.temporaryFiles.count == 1)
    }

    @Test("what was in use when it was replaced goes once nobody uses it")
    func replacedLater() throws {
        do {
            let shown = try clips.store(version: "1")
            try clips.store(version: "2")
            #expect(shown.version == "1" && clips.temporaryFiles.count == 1)
        }
        try clips.store("talking")
        #expect(clips.names == ["idle", "talking"])
    }

    @Test("a clip that was never stored is absent, and nothing is made by looking")
    func absent() {
        #expect(reason() == .notCached(path: clips.path()))
        #expect(!FileManager.default.fileExists(atPath: clips.root))
        #expect(throws: ClipCacheError.self) { try clips.cache.lastKnown(named: "idle") }
    }

    @Test("the last known clip has whatever version it has, and of its pictures none is looked at before it is read")
    func lastKnown() throws {
        try clips.store(version: "7")
        try FileManager.default.removeItem(atPath: clips.path("idle", "0001.webp"))
        let clip = try clips.cache.lastKnown(named: "idle")
        #expect(clip.version == "7")
        #expect(try clip.bytes(ofFrame: 0) == Clips.frame(0, version: "7"))
        #expect(throws: ClipCacheError.damaged(path: clips.path("idle", "0001.webp"), reason: "missing")) {
            try clip.bytes(ofFrame: 1)
        }
    }

    @Test("names are strangers' text: each has a clip of its own, inside the cache")
    func names() throws {
        let names = ["..", ".", "", "/", "../../x", "Idle", "idle", "IDLE", "é", "e\u{301}", "a\u{0}b", "clip.json"]
        for (number, name) in names.enumerated() { try clips.store(name, frames: number + 1) }
        for (number, name) in names.enumerated() { #expect(clips.holds(name, frames: number + 1)) }
        #expect(clips.folder.names == ["cache"])
        let other = clips.with { ($0.backend, $0.agent) = ("..", "../1") }
        try other.store()
        #expect(clips.folder.names == ["cache"] && other.holds())
    }

    @Test("N37 damage of any kind makes the one clip absent, says where, and the others stay")
    func damage() throws {
        let files = FileManager.default
        let kinds: [(String, String, (String) throws -> Void)] = [
            ("truncated", "has 500 bytes, expected 1000", { _ = truncate($0 + "/0001.webp", 500) }),
            ("empty", "has 0 bytes, expected 1000", { _ = truncate($0 + "/0001.webp", 0) }),
            ("grown", "has 2000 bytes, expected 1000", { _ = truncate($0 + "/0001.webp", 2_000) }),
            ("missing", ": missing", { try files.removeItem(atPath: $0 + "/0001.webp") }),
            ("foreign", "does not belong there", { _ = files.createFile(atPath: $0 + "/notes.txt", contents: nil) }),
            ("fifth", "does not belong there", { _ = files.createFile(atPath: $0 + "/0003.webp", contents: nil) }),
            (
                "folder", "missing or not a regular file",
                {
                    try files.removeItem(atPath: $0 + "/0001.webp")
                    try files.createDirectory(atPath: $0 + "/0001.webp", withIntermediateDirectories: false)
                }
            ),
            (
                "link", "missing or not a regular file",
                {
                    try files.moveItem(atPath: $0 + "/0001.webp", toPath: clips.folder.path + "/elsewhere")
                    try files.createSymbolicLink(
                        atPath: $0 + "/0001.webp", withDestinationPath: clips.folder.path + "/elsewhere")
                }
            ),
            (
                "pipe", "missing or not a regular file",
                {
                    try files.removeItem(atPath: $0 + "/0001.webp")
                    mkfifo($0 + "/0001.webp", 0o600)
                }
            ),
            ("undescribed", "clip.json: missing", { try files.removeItem(atPath: $0 + "/clip.json") }),
            ("cutdescription", "clip.json: ", { _ = truncate($0 + "/clip.json", 100) }),
            ("nodescription", "clip.json: ", { _ = truncate($0 + "/clip.json", 0) }),
            ("longdescription", "expected at most", { _ = truncate($0 + "/clip.json", 5 << 20) }),
            (
                "pipedescription", "not a regular file",
                {
                    try files.removeItem(atPath: $0 + "/clip.json")
                    mkfifo($0 + "/clip.json", 0o600)
                }
            ),
            (
                "file", "not a folder",
                {
                    try files.removeItem(atPath: $0)
                    _ = files.createFile(atPath: $0, contents: nil)
                }
            ),
            (
                "linked", "linked: ",
                {
                    try files.moveItem(atPath: $0, toPath: clips.folder.path + "/away")
                    try files.createSymbolicLink(atPath: $0, withDestinationPath: clips.folder.path + "/away")
                }
            ),
            (
                "renamed", "holds another clip",
                {
                    try files.removeItem(atPath: $0)
                    try files.copyItem(atPath: clips.path("good"), toPath: $0)
                }
            ),
        ]
        try clips.store("good")
        for (name, words, harm) in kinds {
            try clips.store(name)
            try harm(clips.path(name))
            let found = reason(name)
            let why = try #require(found, "\(name)").reason
            #expect(why.contains(words), "\(name): \(why)")
            #expect(clips.holds("good"))
            // It is downloaded again, and then it is there.
            try clips.store(name)
            #expect(clips.holds(name), "\(name)")
        }
        #expect(clips.temporaryFiles == [])
        #expect(clips.holds("good"))
        // Nothing behind a link was touched.
        #expect(FileManager.default.fileExists(atPath: clips.folder.path + "/elsewhere"))
        #expect(FileManager.default.fileExists(atPath: clips.folder.path + "/away/clip.json"))
    }

    @Test("N37 bytes that changed without changing their number are found when they are read")
    func changed() throws {
        try clips.store()
        try Data(Clips.frame(9)).write(to: URL(fileURLWithPath: clips.path("idle", "0001.webp")))
        let clip = try clips.cache.clip(named: "idle", version: "1", frames: 3)
        #expect(throws: ClipCacheError.self) { try clip.bytes(ofFrame: 1) }
        #expect(try clip.bytes(ofFrame: 2) == Clips.frame(2))
    }

    @Test("hidden files of file managers do no harm")
    func hidden() throws {
        try clips.store()
        #expect(FileManager.default.createFile(atPath: clips.path("idle", ".DS_Store"), contents: nil))
        #expect(clips.holds())
    }

    @Test(
        "no description makes a reader trap or allocate without bound",
        arguments: [
            "", "[]", "null", "{}", #"{"format":2}"#, #"{"format":1}"#, #"{"format":99999999999999999999}"#,
            #"{"format":1,"backend":"b","agent":"a","clip":"c","version":"1","frames":[]}"#,
            #"{"format":1,"backend":"b","agent":"a","clip":"c","version":1,"frames":[1]}"#,
            #"{"format":1,"backend":"b","agent":"a","clip":"c","version":"1","frames":[{"type":"webp","bytes":-1,"hash":""}]}"#,
            #"{"format":1,"backend":"b","agent":"a","clip":"c","version":"1","frames":[{"type":"../x","bytes":1,"hash":""}]}"#,
        ])
    func descriptions(text: String) {
        #expect(throws: ClipDescription.Malformed.self) { try ClipDescription(Array(text.utf8)) }
    }

    @Test("a description read is the one that was written")
    func description() throws {
        let frames = (0..<20).map {
            ClipDescription.Frame(kind: .webp, payload: Payload(hash: contentHash(of: [UInt8($0)]), byteCount: $0 + 1))
        }
        let one = ClipDescription(backend: "\u{1B}b", agent: "é", clip: "\"", version: "", frames: frames)
        #expect(try ClipDescription(one.json.utf8) == one)
    }

    @Test("what is beyond the limits is refused")
    func limits() throws {
        for count in [0, -1, Limits.clipFrames + 1, Int.min, Int.max] {
            #expect(throws: ClipCacheError.self) { try clips.cache.writer(for: "idle", version: "1", frames: count) }
        }
        let long = String(repeating: "1", count: 5_000)
        #expect(throws: ClipCacheError.self) { try clips.cache.writer(for: "idle", version: long, frames: 1) }
        let writer = try clips.cache.writer(for: "idle", version: "1", frames: 1)
        for index in [-1, Limits.clipFrames, Int.min, Int.max] {
            #expect(throws: ClipCacheError.self) { try writer.write([1], frame: index) }
        }
        #expect(throws: ClipCacheError.self) { try writer.write([], frame: 0) }
        writer.frames = Int.max
        #expect(writer.missing.count == Limits.clipFrames)
        #expect(throws: ClipCacheError.self) { try writer.finish() }
    }

    @Test("a clip given up leaves nothing, also when the writer is only let go")
    func abandoned() throws {
        do {
            let writer = try clips.cache.writer(for: "idle", version: "1", frames: 2)
            try writer.write(Clips.frame(0), frame: 0)
            #expect(clips.temporaryFiles.count == 1)
        }
        #expect(clips.names == [])
        let writer = try clips.cache.writer(for: "idle", version: "1", frames: 1)
        try writer.write(Clips.frame(0), frame: 0)
        writer.abandon()
        #expect(clips.names == [])
        #expect(throws: ClipCacheError.closed(path: clips.path())) { try writer.write(Clips.frame(0), frame: 0) }
        #expect(throws: ClipCacheError.closed(path: clips.path())) { try writer.finish() }
    }

    @Test("so many clips can be open that sockets are left")
    func open() throws {
        #expect(OpenClips.all.most == 256 && ClipCacheFolder(clips.root).opened === OpenClips.all)
        // Those of other tests are open at the same time.
        let few = OpenClips(most: 20)
        let clips = clips.with { $0.opened = few }
        try clips.store()
        var held: [CachedClip] = []
        var failure: ClipCacheError?
        while failure == nil, held.count <= few.most {
            do throws(ClipCacheError) {
                held.append(try clips.cache.clip(named: "idle", version: "1", frames: 3))
            } catch {
                failure = error
            }
        }
        guard case .tooManyOpen = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        held = []
        #expect(clips.holds())
    }
}
