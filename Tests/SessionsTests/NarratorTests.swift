import Engine
import Events
import Support
import Testing

@testable import Sessions

/// The face that reads a book.
@Suite struct NarratorTests {
    private static let clip = ClipName("talking_1_s_talking_1_e")

    private static let chunk: BookChunk = {
        let lanes = PerLane<LaneText?>(
            original: LaneText("a b", tokens: ["a", "b"]), transliteration: nil, translation: nil)
        let sentence = BookSentence(number: 1, lanes: lanes, originalGate: SentenceGate(.zero, .seconds(2)))
        let sound = BookSound(.original, path: "o", duration: .seconds(2))
        return BookChunk("c", sentences: [sentence], sounds: [sound], isExact: true)
    }()

    private struct Run {
        var session = Session(PlaybackEngine())

        mutating func hear(_ body: Event.Body, at seconds: Double) {
            _ = session.handle(Event(Instant(seconds: seconds), body))
        }

        mutating func read(_ input: ReaderInput, at seconds: Double) { hear(.local(.reading(input)), at: seconds) }

        var generation: SoundGeneration { session.reader?.generation ?? SoundGeneration(0) }
    }

    /// Reads since 0 s; its mouth is told of from 0 to 1 s of the sound.
    private static func reading() -> Run {
        var run = Run()
        for index in 0..<4 {
            run.hear(
                .wire(
                    .baseFrameArrived(
                        clip, index: index,
                        picture: Payload(hash: ContentHash(words: (1, 2, 3, UInt64(index))), byteCount: 9))),
                at: 0)
        }
        if let walk = ClipWalk(bridge: nil, turn: [ClipWalk.Part(clip, frames: 4)]) {
            run.hear(.local(.narration(.began(walk, rest: 0))), at: 0)
        }
        run.read(.began(ReaderSettings(mode: .single(.original))), at: 0)
        run.read(.bookOpened(Book("b", chunks: [ChunkEntry("c", start: 1)])), at: 0)
        run.read(.chunkLoaded(0, chunk), at: 0)
        run.read(.sound(run.generation, .ready(duration: .seconds(2))), at: 0)
        let shapes = (0..<30).map { UInt8($0 < 15 ? 3 : 5) }
        run.hear(.local(.narration(.mouths(run.generation, MouthScript(from: .zero, shapes)))), at: 0)
        run.read(.sound(run.generation, .moved(.milliseconds(100))), at: 0.1)
        return run
    }

    @Test("its mouth is where the sound is, and goes on with it until more is told")
    func mouth() throws {
        let narrator = try #require(Self.reading().session.narrator)
        #expect(narrator.shape(at: Instant(seconds: 0.1)) == 3 && narrator.shape(at: Instant(seconds: 0.49)) == 3)
        #expect(narrator.shape(at: Instant(seconds: 0.51)) == 5)
        // Nothing is told behind the script.
        #expect(narrator.shape(at: Instant(seconds: 1.2)) == 0)
    }

    @Test("at half the speed the mouth takes twice the time")
    func speed() throws {
        var run = Self.reading()
        run.read(.command(.speed(percent: 50)), at: 0.1)
        let narrator = try #require(run.session.narrator)
        #expect(narrator.shape(at: Instant(seconds: 0.8)) == 3 && narrator.shape(at: Instant(seconds: 0.95)) == 5)
    }

    @Test("a sound of before says nothing: the mouth is closed until its own is told")
    func otherSound() throws {
        var run = Self.reading()
        run.read(.command(.jump(sentence: 1)), at: 0.2)
        run.read(.sound(run.generation, .ready(duration: .seconds(2))), at: 0.2)
        run.read(.sound(run.generation, .moved(.milliseconds(10))), at: 0.21)
        #expect(run.session.narrator?.shape(at: Instant(seconds: 0.22)) == 0)
    }

    @Test("it moves while the book is read, and is the engine's own picture while it is not")
    func moving() throws {
        var run = Self.reading()
        let engine = run.session.main
        let first = try #require(run.session.narrator?.composite(by: engine, at: Instant(seconds: 0.1)))
        let second = try #require(run.session.narrator?.composite(by: engine, at: Instant(seconds: 0.14)))
        #expect(first.clip == Self.clip && first.baseIndex != second.baseIndex)
        run.read(.command(.pause), at: 0.2)
        #expect(run.session.narrator?.composite(by: engine, at: Instant(seconds: 0.3)) == nil)
        run.read(.command(.resume), at: 0.4)
        #expect(run.session.narrator?.composite(by: engine, at: Instant(seconds: 0.4))?.baseIndex == 0)
    }

    @Test("the picture of a mouth lies on its base frame; where it is missing the closed one does")
    func pictures() throws {
        var run = Self.reading()
        let step = try #require(run.session.narrator?.step(at: Instant(seconds: 0.1)))
        let picture = { (shape: UInt8) in
            MouthPicture(
                MouthPicture.Key(step, shape), at: PixelPoint(x: 4, y: 5),
                Payload(hash: ContentHash(words: (9, 9, 9, UInt64(shape))), byteCount: 3))
        }
        run.hear(.wire(.mouth(picture(0))), at: 0.1)
        let closed = run.session.narrator?.composite(by: run.session.main, at: Instant(seconds: 0.1))
        #expect(closed?.overlay?.picture == picture(0).picture)
        run.hear(.wire(.mouth(picture(3))), at: 0.1)
        let open = run.session.narrator?.composite(by: run.session.main, at: Instant(seconds: 0.1))
        #expect(
            open?.overlay?.picture == picture(3).picture && open?.overlay?.placement == .topLeft(PixelPoint(x: 4, y: 5))
        )
    }
}
