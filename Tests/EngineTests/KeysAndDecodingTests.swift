import Events
import Support
import Testing

@testable import Engine

@Suite("Known bugs 4.1: keys, caches, decoding")
struct KeysAndDecodingTests {
    @Test("K1: a message never shows a picture of the message before it, whatever their positions")
    func oldPictures() {
        var session = Play.session()
        for (message, time) in [(0, 1.0), (1, 4.0)] {
            session.at(time - 0.1, .sent)
            session.at(time, Stream.audio(0, frames: 12, sound: message))
            session.at(time, Stream.batch(0, Play.positional(0..<12, pictures: 1_000 * (message + 1)), of: 1))
            session.at(time, .audioEnded)
        }
        var pictures: [Generation: Set<Payload>] = [:]
        var keys: [Generation: Set<PictureKey>] = [:]
        while session.now < Instant(seconds: 7) {
            session.run(to: session.now.seconds + 0.01)
            guard let overlay = session.engine.framePlan.composite?.overlay else { continue }
            pictures[session.engine.generation, default: []].insert(overlay.picture)
            keys[session.engine.generation, default: []].insert(overlay.key)
        }
        #expect(pictures[1] == Set((0..<12).map { Stream.payload(1_000 + $0) }))
        #expect(pictures[2] == Set((0..<12).map { Stream.payload(2_000 + $0) }))
        // Decoded pictures are kept by their keys: those of two messages never share one.
        #expect(keys.values.map(\.count) == [12, 12] && keys[1]?.isDisjoint(with: keys[2] ?? []) == true)
    }

    @Test("a frame that never comes, or without a picture, keeps nobody waiting and is not counted as buffered")
    func undrawable() {
        var session = Play.session()
        var frames = Stream.frames(0..<8)
        frames[3].picture = nil
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, frames, number: 0, of: 1), Stream.sent(0, 12))
        session.run(to: 1.05)
        #expect(session.engine.modeName == .overlay)
        let (ready, known) = session.engine.buffer
        // At its first or second frame: of 8 that came one has no picture, and 4 did not come.
        #expect(known >= 11 && ready == known - 5, "\(ready) of \(known)")
    }

    @Test("K3: a frame whose picture is still being decoded is not counted as buffered")
    func slowDecode() throws {
        var session = Play.session()
        session.decoding = { _ in .after(.milliseconds(300)) }
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.25)
        #expect(session.engine.buffer.ready == 0)
        #expect(session.engine.modeName == .idle)
        session.run(to: 3)
        let first = try #require(Play.shown(session, 0).first)
        #expect(first.shown >= Instant(seconds: 1.3))
        #expect(first.status == .sync)
    }

    @Test("K4: pictures are drawn by the very keys under which they were decoded")
    func oneKeyFunction() {
        var session = Play.session()
        var frames = Stream.frames(0..<4) + Play.positional(4..<8, pictures: 70)
        frames += Stream.frames(8..<12).map { frame in
            var frame = frame
            frame.overlayID = nil
            return frame
        }
        session.at(1, Stream.audio(0, frames: 12))
        session.at(1, Stream.batch(0, frames, of: 1))
        session.run(to: 3)
        #expect(Play.decodes(session).map(\.key) == Play.shown(session, 0).compactMap(\.overlayKey))
        #expect(Play.shown(session, 0).map(\.status) == Array(repeating: .sync, count: 12))
    }

    @Test("K5: frames that come one by one are as ready as a batch")
    func singleFrames() {
        func play(_ events: [WireEvent]) -> [FrameRecord] {
            var session = Play.session()
            session.at(1, Stream.audio(0, frames: 12))
            session.at(1, events)
            session.at(1, Stream.sent(0, 12))
            session.run(to: 3)
            return Play.shown(session, 0)
        }
        let batch = play([Stream.batch(0, Stream.frames(0..<12), of: 1)])
        let single = play(
            Stream.frames(0..<12).map { .overlaysArrived(OverlayBatch(chunk: 0, frames: [$0])) })
        #expect(batch == single)
        #expect(single.count == 12)
    }

    @Test("K7: without an id, frames that differ only in the base index have different keys")
    func baseIndexInKey() {
        func key(_ base: Int, clip: ClipName? = Stream.talking, id: String? = nil, sheet: String? = "J1_X1_M1.webp")
            -> PictureKey
        {
            PictureKey(
                of: OverlayFrame(sequence: 3, clip: clip, baseIndex: base, overlayID: id, sheet: sheet), chunk: 1,
                generation: 2)
        }
        #expect(key(7) != key(8))
        #expect(key(7) == PictureKey("talking_1_s_talking_1_e/7/J1_X1_M1.webp"))
        #expect(key(7, id: "a/b") == PictureKey("a/b"))
        #expect(key(7, sheet: nil) == PictureKey("2_1_0_3"))
        #expect(key(7, clip: nil) == PictureKey("2_1_0_3"))
    }

    @Test("K8: an empty id is no key")
    func emptyID() {
        let frame = OverlayFrame(sequence: 0, clip: "a", baseIndex: 4, overlayID: "", sheet: "s.webp")
        #expect(PictureKey(of: frame, chunk: 0, generation: 0) == PictureKey("a/4/s.webp"))
    }

    @Test("K9: a picture that a later chunk uses too stays when its first chunk has gone")
    func sharedPicture() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 12, from: 0))
        session.at(1, Stream.chunk(1, frames: 12, from: 0))
        session.run(to: 4)
        #expect(Play.places(session, 1) == Array(0..<12))
        #expect(Play.shown(session, 1).allSatisfy { $0.status == .sync })
        #expect(!session.records.contains { $0.status == .held && $0.position?.chunk == 1 && $0.position?.frame != 11 })
        #expect(Play.decodes(session).count == 12)
    }

    @Test("K10: 2,000 pictures in one message stay under the byte limit, and all are shown")
    func byteLimit() {
        var session = Play.session(settings: Play.settings { $0.decodedBytesLimit = 4 << 20 })
        session.decoding = { _ in .after(.milliseconds(5)) }
        for chunk in 0..<20 {
            session.at(1, Stream.audio(chunk, frames: 100))
            let frames = (0..<100).map { Stream.frame($0, base: $0 % 90, id: "\(chunk)/\($0)") }
            session.at(1, Stream.batch(chunk, frames, of: 1))
        }
        var most = 0
        while session.now < Instant(seconds: 75) {
            session.run(to: session.now.seconds + 0.02)
            most = max(most, session.engine.decodedBytes)
        }
        #expect(most > 1 << 20)
        #expect(most <= 4 << 20)
        for chunk in 0..<20 { #expect(Play.shown(session, chunk).filter { $0.status != .sync } == []) }
        #expect(session.records.filter { $0.position != nil && $0.status == .sync }.count == 2_000)
        #expect(session.engine.decodedBytes == 0)
    }

    @Test("K10: pictures that many frames share give way, too, where they are needed later", arguments: [false, true])
    func sharedPictures(isLaterChunkFirst: Bool) {
        var session = Play.session(settings: Play.settings { $0.decodedBytesLimit = 24 * 100 * 80 * 4 })
        func frames(_ chunk: Int, _ count: Int) -> [OverlayFrame] {
            // Thirty pictures, each of them in every second of speech.
            (0..<count).map { Stream.frame($0, base: $0 % 90, id: "\(isLaterChunkFirst ? chunk : 0)/\($0 % 30)") }
        }
        let chunks = isLaterChunkFirst ? [1, 0] : [0, 1]
        for (place, chunk) in chunks.enumerated() {
            let time = 1 + Double(place) / 2
            session.at(time, Stream.audio(chunk, frames: 60), Stream.batch(chunk, frames(chunk, 60), of: 1))
        }
        session.at(2, .audioEnded)
        var most = 0
        while session.now < Instant(seconds: 10) {
            session.run(to: session.now.seconds + 0.02)
            most = max(most, session.engine.decodedBytes)
        }
        for chunk in 0..<2 { #expect(Play.places(session, chunk) == Array(0..<60)) }
        let shown = session.records.filter { $0.position != nil }
        #expect(shown.count == 120 && shown.allSatisfy { $0.status == .sync && ($0.decoded ?? $0.shown) < $0.due })
        #expect(most <= 24 * 100 * 80 * 4 && most > 20 * 100 * 80 * 4)
        // No picture is decoded more often than it is shown.
        #expect(Play.decodes(session).count <= 120 + 24)
        #expect(session.engine.decodedBytes == 0)
    }

    @Test("K10: pictures needed later never keep those needed now from being decoded", arguments: [false, true])
    func laterPicturesFirst(isOneChunk: Bool) {
        var session = Play.session(settings: Play.settings { $0.decodedBytesLimit = 40 * 100 * 80 * 4 })
        session.decoding = { _ in .after(.milliseconds(5)) }
        if isOneChunk {
            session.at(1, Stream.audio(0, frames: 150))
            session.at(1.0, Stream.batch(0, (75..<150).map { Stream.frame($0, base: $0 % 90) }, number: 1, of: 2))
            session.at(1.5, Stream.batch(0, (0..<75).map { Stream.frame($0, base: $0 % 90, id: "0/\($0)") }, of: 2))
        } else {
            session.at(1, Stream.audio(0, frames: 30))
            session.at(1, Stream.chunk(1, frames: 80))
            session.at(1.5, Stream.batch(0, (0..<30).map { Stream.frame($0, id: "0/\($0)") }, of: 1))
        }
        session.at(2, .audioEnded)
        session.run(to: 12)
        #expect(Play.places(session, 0) == Array(0..<(isOneChunk ? 150 : 30)))
        if !isOneChunk { #expect(Play.places(session, 1) == Array(0..<80)) }
        #expect(session.engine.decodedBytes == 0)
        #expect(!session.has(.skipDrawTimeout))
    }

    @Test("K11: a decode that ends after force idle changes nothing")
    func staleDecode() throws {
        var session = Play.session()
        session.decoding = { _ in .never }
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.1)
        let old = try #require(Play.decodes(session).first)
        session.receive(Event(session.now, .local(.sent)))
        session.receive(Event(session.now, .wire(Stream.audio(0, frames: 12, sound: 9))))
        session.receive(Event(session.now, .wire(Stream.batch(0, Stream.frames(0..<12), of: 1))))
        let before = session.engine
        session.receive(Event(session.now, .local(.pictureDecoded(old.key, old.generation, session.decodedSize))))
        session.receive(Event(session.now, .local(.pictureFailed(old.key, old.generation, reason: "late"))))
        let isSame = session.engine == before
        #expect(isSame && !session.engine.isBroken(old.key))
        #expect(session.engine.buffer.ready == 0)
    }

    @Test("K12: a chunk whose pictures are all corrupt has none, and says so frame by frame")
    func allCorrupt() throws {
        var session = Play.session()
        session.decoding = { _ in .fails(after: .milliseconds(2)) }
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.2)
        #expect(Play.shown(session, 0).last?.overlayKey.map(session.engine.isBroken) == true)
        session.run(to: 3)
        #expect(session.engine.counters.decoded == 0)
        #expect(session.count(.decodeFailed) == 12)
        #expect(session.engine.decodedBytes == 0)
        #expect(Play.shown(session, 0).map(\.status) == Array(repeating: .noOverlay, count: 12))
        #expect(session.reports.first?.noOverlay == 12)
    }

    /// Before a message that is to be looked at: a message that is interrupted by it, or nothing.
    private static func session(sends: Int) -> EngineRun {
        var session = Play.session()
        for send in 0..<sends {
            session.at(0.2, Stream.chunk(0, frames: 30 + send, from: 30))
            session.at(0.5, .sent)
        }
        return session
    }

    @Test("K13: less memory for pictures in mid-sentence does not stop playback", arguments: [0, 1])
    func memoryPressure(sends: Int) {
        var session = Self.session(sends: sends)
        session.at(1, Stream.chunk(0, frames: 60))
        session.at(1, .audioEnded)
        session.at(1.5, .settingsChanged(Play.settings { $0.decodedBytesLimit = 1 }))
        session.run(to: 6)
        let shown = Play.shown(session, 0, generation: sends)
        #expect(shown.map(\.position?.sequence) == Array(0..<60))
        #expect(shown.filter { $0.status != .sync } == [])
        // What was said before the answer came had no end signal: the one that came may be its.
        #expect(sends == 1 || session.engine.modeName == .idle)
    }

    @Test("K14: one decode a distinct picture")
    func oneDecode() {
        var session = Play.session()
        let frames = (0..<60).map { Stream.frame($0, base: $0 % 7, id: "mouth/\($0 % 7)") }
        session.at(1, Stream.audio(0, frames: 60))
        session.at(1, Stream.batch(0, frames, of: 1))
        session.at(1.2, Stream.batch(0, frames, of: 1))
        session.run(to: 4)
        #expect(Play.decodes(session).map(\.key.rawValue).sorted() == (0..<7).map { "mouth/\($0)" })
        #expect(Play.places(session, 0) == Array(0..<60))
    }

    @Test("K15: sound that takes 700 ms to decode delays no frame, of an answer either", arguments: [0, 1])
    func slowSound(sends: Int) {
        func play(_ decoded: Double) -> [FrameRecord] {
            var session = Self.session(sends: sends)
            session.at(1, Stream.chunk(0, frames: 60))
            session.at(1 + decoded, .soundDecoded(chunk: 0, sends, duration: .seconds(2)))
            session.run(to: 5)
            return Play.shown(session, 0, generation: sends)
        }
        #expect(play(0.7) == play(0.001))
        #expect(play(0.7).count == 60)
    }
}
