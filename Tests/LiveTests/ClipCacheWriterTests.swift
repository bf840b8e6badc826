import Events
import Support
import Testing

@testable import Live
@testable import Tapes

@Suite("Clips on their way into the cache")
struct ClipCacheWriterTests {
    private let folder: Folder
    private let disk = StandingDisk()
    private let cache: ClipCache
    private static let long = Duration.seconds(86_400)

    init() throws {
        folder = try Folder()
        cache = disk.clips(in: folder.file("clips"), backend: "http://host")
    }

    private func picture(_ number: Int) -> [UInt8] {
        Array("RIFF0000WEBP".utf8) + [UInt8](repeating: UInt8(number), count: 3_000)
    }

    private func holds(_ name: String, frames: Int, version: String = "1") -> Bool {
        (try? cache.clip(named: ClipName(name), version: version, frames: frames)) != nil
    }

    private func waitingBytes(_ cacheWriter: ClipCacheWriter) -> Int { cacheWriter.state.withLock { $0.waitingBytes } }

    @Test("a clip that the disk cannot take in time is left out, and nobody waits; another one still gets in")
    func fullQueue() async throws {
        let cacheWriter = ClipCacheWriter(ClipStore(cache), room: 9_000)
        let (one, two) = (ClipName("one"), ClipName("two"))
        cacheWriter.begin(one, version: "1", frames: 3)
        for index in 0..<3 { cacheWriter.write(picture(index), frame: index, of: one) }
        cacheWriter.finish(one)
        // Of its beginning, two pictures and its end, which is an abandonment now.
        #expect(waitingBytes(cacheWriter) == 2 * 3_012 + 4 * ClipCacheWriter.jobBytes)
        cacheWriter.begin(two, version: "1", frames: 1)
        cacheWriter.write([1, 2, 3], frame: 0, of: two)
        cacheWriter.finish(two)
        disk.goOn()
        await cacheWriter.close(within: Self.long)
        #expect(!holds("one", frames: 3) && holds("two", frames: 1))
        #expect(waitingBytes(cacheWriter) == 0)
    }

    @Test(
        "whatever is announced and begun again and again, no more waits for a disk that stands than there is room for")
    func repeated() async throws {
        let cacheWriter = ClipCacheWriter(ClipStore(cache), room: 9_000)
        let (one, two) = (ClipName("one"), ClipName("two"))
        cacheWriter.begin(one, version: "1", frames: 1)
        for _ in 0..<1_000 {
            cacheWriter.announce(1, of: one)
            #expect(waitingBytes(cacheWriter) <= 9_000)
        }
        cacheWriter.finish(one)
        for _ in 0..<1_000 {
            cacheWriter.begin(two, version: "1", frames: 1)
            #expect(waitingBytes(cacheWriter) <= 9_000)
        }
        disk.goOn()
        await cacheWriter.close(within: Self.long)
        #expect(!holds("one", frames: 1) && !holds("two", frames: 1))
        #expect(waitingBytes(cacheWriter) == 0)
    }

    @Test(
        "a clip that has come is kept although the link is lost before the disk has it; one that is half there is not")
    func lostLink() async throws {
        let cacheWriter = ClipCacheWriter(ClipStore(cache))
        for (name, frames) in [("whole", 2), ("half", 1)] {
            cacheWriter.begin(ClipName(name), version: "1", frames: 2)
            for index in 0..<frames { cacheWriter.write(picture(index), frame: index, of: ClipName(name)) }
        }
        cacheWriter.finish(ClipName("whole"))
        cacheWriter.abandonAll()
        cacheWriter.finish(ClipName("half"))
        disk.goOn()
        await cacheWriter.close(within: Self.long)
        #expect(holds("whole", frames: 2) && !holds("half", frames: 2))
    }

    @Test("a clip that comes again before the disk has what came of it first is kept as it came last")
    func again() async throws {
        let cacheWriter = ClipCacheWriter(ClipStore(cache))
        let name = ClipName("clip")
        cacheWriter.begin(name, version: "1", frames: 2)
        cacheWriter.write(picture(0), frame: 0, of: name)
        cacheWriter.begin(name, version: "2", frames: 2)
        cacheWriter.announce(1, of: name)
        cacheWriter.write(picture(7), frame: 0, of: name)
        cacheWriter.finish(name)
        disk.goOn()
        await cacheWriter.close(within: Self.long)
        let clip = try cache.clip(named: name, version: "2", frames: 1)
        #expect(try clip.bytes(ofFrame: 0) == picture(7))
    }

    @Test("whoever leaves does not wait for a disk that stands", .timeLimit(.minutes(30)))
    func leaving() async throws {
        let cacheWriter = ClipCacheWriter(ClipStore(cache))
        cacheWriter.begin(ClipName("clip"), version: "1", frames: 1)
        await cacheWriter.close(within: .milliseconds(1))
        disk.goOn()
    }
}
