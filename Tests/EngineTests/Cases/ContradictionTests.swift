import Events
import Support
import Testing

@testable import Engine

/// The same place twice with other content (specification 3.10.6).
@Suite("Contradictions")
struct ContradictionTests {
    /// Frames of chunk 1 as they are meant, and as something else has them.
    private static let own = (0..<12).map { Stream.frame($0, picture: 5_000 + $0, id: "own\($0)") }
    private static let other = (0..<12).map { Stream.frame($0, picture: 6_000 + $0, id: "other\($0)") }

    private static func session(_ first: [OverlayFrame], _ second: [OverlayFrame]) -> EngineRun {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.1, Stream.audio(1, frames: 12))
        session.at(1.2, Stream.batch(1, first, of: 1))
        session.at(1.21, Stream.batch(1, second, of: 1), Stream.sent(1, 12), .audioEnded)
        session.run(to: 8)
        return session
    }

    @Test(
        "one frame of something else 10 ms before, or after, the chunk's own batch does not take its place",
        arguments: [true, false])
    func single(isFirst: Bool) {
        let lone = [Self.other[5]]
        let session = isFirst ? Self.session(lone, Self.own) : Self.session(Self.own, lone)
        let shown = session.drawn(1)
        #expect(shown.map { $0.overlayKey?.rawValue } == Self.own.map(\.overlayID))
        #expect(shown.allSatisfy { $0.status == .sync })
        let text = session.notes.first { $0.code == .contradiction }?.text ?? ""
        #expect(session.count(.contradiction) == 1)
        #expect(
            text.hasPrefix("frame 0.5 has different pictures in batch 1 at 1.20 s and in batch 1 at 1.21 s; using the ")
        )
    }

    @Test("of two batches of which nobody can tell which one is the chunk's the later one is shown, as a guess")
    func equal() {
        let session = Self.session(Self.own, Self.other)
        let shown = session.drawn(1)
        #expect(shown.map { $0.overlayKey?.rawValue } == Self.other.map(\.overlayID))
        #expect(shown.allSatisfy { $0.status == .guess } && session.count(.contradiction) == 1)
    }

    @Test("the same pictures once more contradict nothing")
    func same() {
        let session = Self.session(Self.own, Self.own)
        #expect(!session.has(.contradiction) && session.drawn(1).allSatisfy { $0.status == .sync })
    }

    @Test(
        "audio of a chunk that comes again with another sound, position or length is told of, and the first one counts")
    func audio() {
        let again = [
            Stream.audio(1, frames: 12, sound: 9), Stream.audio(1, frames: 12, zone: PixelPoint(x: 1, y: 2)),
            Stream.audio(1, frames: 20), Stream.audio(1, frames: 12),
        ]
        for (event, words) in zip(
            again,
            [
                "different sounds (", "different positions (486,402, then 1,2; using the first)",
                "(12, then 20; using the larger)", "",
            ])
        {
            var session = EngineRun.loaded()
            session.at(1, Stream.chunk(0, frames: 30))
            session.at(1.1, Stream.chunk(1, frames: 12))
            session.at(1.2, event, .audioEnded)
            session.run(to: 6)
            let found = session.notes.filter { $0.code == .contradiction }
            #expect(
                found.count == (words.isEmpty ? 0 : 1) && found.allSatisfy { $0.text.contains(words) && $0.chunk == 1 })
        }
    }

    @Test(
        "a base frame that comes again with another picture is told of once a clip; the same picture, or a new version, is not"
    )
    func baseFrames() {
        var session = EngineRun()
        session.at(0, Stream.manifest([(Stream.idle, 6)], version: "1"))
        session.at(0.1, Stream.clip(Stream.idle, frames: 6))
        session.at(0.2, Stream.clip(Stream.idle, frames: 6))
        session.run(to: 0.3)
        #expect(!session.has(.contradiction))
        session.at(0.4, Stream.clip(Stream.idle, frames: 6, base: 1_000))
        session.run(to: 0.5)
        #expect(session.count(.contradiction) == 1)
        session.at(0.6, Stream.manifest([(Stream.idle, 6)], version: "2"))
        session.at(0.7, Stream.clip(Stream.idle, frames: 6, base: 2_000))
        session.run(to: 1)
        #expect(session.count(.contradiction) == 1)
    }

    @Test(
        "pictures of a chunk 0 that begin a message from elsewhere contradict nothing; without its sound they do",
        arguments: [true, false])
    func elsewhere(begins: Bool) {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 60))
        session.at(1.5, Stream.batch(0, (0..<60).map { Stream.frame($0, picture: 7_000 + $0, id: "new\($0)") }, of: 1))
        if begins { session.at(1.6, Stream.audio(0, frames: 60, sound: 9)) }
        session.run(to: 10)
        #expect(session.engine.generation == (begins ? 1 : 0))
        #expect(session.count(.contradiction) == (begins ? 0 : 1))
    }
}
