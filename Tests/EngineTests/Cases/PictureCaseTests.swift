import Engine
import Events
import Support
import Testing

/// Cases about pictures that are late, broken, few or many (specification 7.3).
@Suite("Nasty cases of overlay pictures")
struct PictureCaseTests {
    /// Fails the pictures of these base indices, as `Stream.frame` numbers them.
    private static func failing(_ bases: Set<Int>) -> @Sendable (DecodeJob) -> EngineRun.Decoding {
        let broken = Set(bases.map { Stream.payload(1_000_000 + $0 * 100) })
        return { broken.contains($0.picture) ? .fails(after: .zero) : .after(.zero) }
    }

    @Test("N1: frame 0 arrives last: idle goes on, talk starts when it comes, sound with the first draw")
    func firstFrameLast() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(1..<12), number: 0, of: 2))
        session.at(1.3, Stream.batch(0, [Stream.frame(0)], number: 1, of: 2))
        session.run(to: 1.29)
        #expect(session.engine.modeName == .idle)
        #expect(session.records.last.map { $0.shown > Instant(seconds: 1.1) } == true)
        session.run(to: 3)
        #expect(session.places(0) == Array(0..<12))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
        #expect(session.drawn(0).first?.shown == Instant(seconds: 1.3))
        #expect(session.soundStarts(ofChunk: 0).map(\.at) == [Instant(seconds: 1.3)])
    }

    @Test("N1: frame 0 never arrives: talk starts without its overlay as soon as that is known")
    func firstFrameNever() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(1..<12)), Stream.sent(0, 12))
        session.run(to: 3)
        let lines = session.drawn(0)
        #expect(lines.map(\.status) == [.noOverlay] + Array(repeating: .sync, count: 11))
        #expect(lines.first?.shown == Instant(seconds: 1.5))
        #expect(session.soundStarts(ofChunk: 0).map(\.at) == [Instant(seconds: 1.5)])
    }

    @Test("N1: a picture of frame 0 whose decoding never ends does not stop the chunk for ever")
    func firstFrameNeverDecoded() {
        var session = EngineRun.loaded()
        session.decoding = { $0.picture == Stream.payload(1_000_000) ? .never : .after(.zero) }
        session.at(1, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.places(0) == Array(1..<12))
        #expect(session.count(.skipDrawTimeout) == 1)
        #expect(session.soundStarts(ofChunk: 0).count == 1)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N2: frame 0 corrupt: the chunk starts within the limit, only frame 0 lacks its overlay")
    func firstFrameCorrupt() {
        var session = EngineRun.loaded()
        session.decoding = Self.failing([0])
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 3)
        #expect(session.drawn(0).map(\.status) == [.noOverlay] + Array(repeating: .sync, count: 11))
        #expect(session.drawn(0).first.map { $0.shown <= Instant(seconds: 1.5) } == true)
    }

    @Test("N3: a corrupt picture in the middle costs neither time nor more than one line")
    func middleFrameCorrupt() {
        var session = EngineRun.loaded()
        session.decoding = Self.failing([5])
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 3)
        let lines = session.drawn(0)
        #expect(lines.map(\.position?.frame) == Array(0..<12))
        #expect(lines.filter { $0.status == .noOverlay }.map { $0.position?.frame } == [5])
        #expect(session.count(.decodeFailed) == 1)
        #expect(session.lines(ofChunk: 0).filter { $0.status == .held && $0.mode == .overlay }.count <= 1)
        let gaps = zip(lines, lines.dropFirst()).map { $1.shown - $0.shown }
        #expect(gaps.allSatisfy { $0 < .milliseconds(35) })
    }

    @Test("N4: all pictures corrupt: base and sound play, every frame says so, the chunk ends")
    func allCorrupt() {
        var session = EngineRun.loaded()
        session.decoding = { _ in .fails(after: .milliseconds(5)) }
        session.at(1, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.drawn(0).map(\.baseIndex) == Array(0..<12))
        #expect(session.drawn(0).allSatisfy { $0.status == .noOverlay && $0.clip == Stream.talking })
        #expect(session.soundStarts(ofChunk: 0).count == 1)
        #expect(session.report(ofChunk: 0)?.noOverlay == 12)
        #expect(session.engine.modeName == .idle)
    }

    @Test("N19: a chunk shorter than the buffer starts as soon as all of it is decoded")
    func shortChunk() {
        var session = EngineRun.loaded()
        session.decoding = { _ in .after(.milliseconds(40)) }
        session.at(1, Stream.chunk(0, frames: 5))
        session.run(to: 3)
        #expect(session.places(0) == Array(0..<5))
        #expect(session.drawn(0).first?.shown == Instant(seconds: 1.04))
    }

    @Test("N20: 1,000 frames stay under the byte limit and none is let go before it was shown")
    func longChunk() {
        var settings = PlaybackSettings()
        settings.decodedBytesLimit = 30 * 100 * 80 * 4
        var session = EngineRun.loaded([(Stream.idle, 10), (Stream.talking, 1_000)], settings: settings)
        session.decoding = { _ in .after(.milliseconds(3)) }
        session.at(1, Stream.chunk(0, frames: 1_000))
        var most = 0
        for step in 0..<3_600 {
            session.run(to: 1 + Double(step) / 100)
            most = max(most, session.engine.decodedBytes)
        }
        #expect(session.places(0) == Array(0..<1_000))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
        #expect(most <= settings.decodedBytesLimit)
        #expect(most > settings.decodedBytesLimit / 2)
        #expect(session.engine.decodedBytes == 0)
    }

    @Test("N14, N20: pictures of a later chunk that fill the byte limit do not starve the chunk before it")
    func laterChunkFillsTheLimit() {
        var settings = PlaybackSettings()
        settings.decodedBytesLimit = 30 * 100 * 80 * 4
        var session = EngineRun.loaded(settings: settings)
        session.at(1.0, Stream.chunk(1, frames: 40, from: 20))
        session.at(1.1, Stream.chunk(0, frames: 20) + [.audioEnded])
        session.run(to: 20)
        #expect(session.chunkOrder == [0, 1])
        #expect(session.records.filter { $0.status == .sync && $0.mode == .overlay }.count == 60)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N60: pictures of different sizes in one chunk each keep their own size on their base")
    func ownSizes() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 3))
        session.run(to: 1.001)
        let overlay = try #require(session.engine.framePlan.composite?.overlay)
        let small = overlay.placement.destination(of: PixelSize(width: 10, height: 20))
        let large = overlay.placement.destination(of: PixelSize(width: 9_000, height: 8_000))
        #expect(small == PixelRect(x: 486, y: 402, width: 10, height: 20))
        #expect(large == PixelRect(x: 486, y: 402, width: 9_000, height: 8_000))
    }
}
