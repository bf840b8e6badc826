import Events
import Support
import Testing

@testable import Engine

@Suite("Known bugs 4.3: assembly and clips")
struct AssemblyBugTests {
    @Test("K31: loss in the third message is reported")
    func lossInThirdMessage() {
        var session = Play.session()
        for message in 0..<3 {
            let time = 1 + 6 * Double(message)
            let count = message == 2 ? 9 : 12
            session.at(time, .sent)
            session.at(time + 0.1, Stream.audio(0, frames: 12))
            session.at(time + 0.1, Stream.batch(0, Stream.frames(0..<count)))
            session.at(time + 0.1, Stream.sent(0, 12))
            session.at(time + 0.2, .audioEnded)
        }
        session.run(to: 20)
        #expect(session.reports.map(\.received) == [12, 12, 9])
        #expect(session.reports.map(\.lost) == [[], [], [9, 10, 11]])
        #expect(session.count(.frameLoss) == 1)
        #expect(session.reports.map(\.generation) == [1, 2, 3])
    }

    @Test("K39: ready before the second batch: all frames are shown")
    func readyBetweenBatches() {
        var session = Play.session()
        session.at(1.0, Stream.audio(0, frames: 60))
        session.at(1.1, Stream.batch(0, Stream.frames(0..<50), number: 0, of: 2))
        session.at(1.2, Stream.sent(0, 60))
        session.at(1.5, Stream.batch(0, Stream.frames(50..<60), number: 1, of: 2))
        session.run(to: 5)
        #expect(Play.places(session, 0) == Array(0..<60))
        #expect(session.reports.first?.lost == [])
    }

    @Test("K40: ready first, batches after: the chunk plays and the message ends")
    func readyFirst() {
        var session = Play.session()
        session.at(1.0, Stream.sent(0, 12))
        session.at(1.1, Stream.audio(0, frames: 12))
        session.at(1.3, Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.at(1.4, .audioEnded)
        session.run(to: 6)
        #expect(Play.places(session, 0) == Array(0..<12))
        // A chunk that "ready" had closed would go through its places all the same, without pictures.
        #expect(Play.shown(session, 0).allSatisfy { $0.status == .sync })
        #expect(Play.messageEnds(session).count == 1)
    }

    @Test("K41: a chunk without frames is heard, then the next one plays")
    func zeroFrames() throws {
        var session = Play.session()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.audio(1, frames: 0), Stream.sent(1, 0))
        session.at(1.1, .soundDecoded(chunk: 1, 0, duration: .milliseconds(400)))
        session.at(1.2, Stream.chunk(2, frames: 12))
        session.at(1.2, .audioEnded)
        session.run(to: 6)
        let start = try #require(session.soundStarts(ofChunk: 1).first).at
        let next = try #require(Play.shown(session, 2).first).shown
        #expect(next - start >= .milliseconds(400) && next - start <= .milliseconds(434))
        #expect(session.reports.map(\.chunk) == [0, 1, 2])
        #expect(Play.messageEnds(session).count == 1)
    }

    @Test("K42: pictures that all come 200 ms late are still shown")
    func lateFrames() {
        var session = Play.session()
        session.at(1.0, Stream.audio(0, frames: 30), Stream.sent(0, 30))
        session.at(1.2, Stream.batch(0, Stream.frames(0..<30), of: 1))
        session.run(to: 4)
        #expect(Play.shown(session, 0).map(\.status) == Array(repeating: .sync, count: 30))
    }

    @Test("K43: a batch before its chunk-0 audio is not lost, with and without a send", arguments: [false, true])
    func batchBeforeAudio(isSent: Bool) {
        var session = Play.session()
        if isSent { session.at(0.9, .sent) }
        session.at(1.0, Stream.batch(0, Stream.frames(0..<12), number: 0, of: 2))
        session.at(1.1, Stream.audio(0, frames: 24))
        session.at(1.2, Stream.batch(0, Stream.frames(12..<24), number: 1, of: 2))
        session.run(to: 4)
        #expect(Play.places(session, 0) == Array(0..<24))
        // Until the sound comes nothing says where they lie.
        let statuses = Play.shown(session, 0).map(\.status)
        #expect(
            statuses.allSatisfy { $0 == .sync || $0 == .unplaced } && statuses.suffix(20).allSatisfy { $0 == .sync })
    }

    // MARK: Clips

    private func clipSession(_ events: [WireEvent]) -> EngineRun {
        var session = EngineRun(ticks: .perSecond(60))
        session.at(0, events)
        session.run(to: 0.5)
        return session
    }

    private func frame(_ index: Int) -> WireEvent {
        .baseFrameArrived(Stream.idle, index: index, picture: Stream.payload(index))
    }

    @Test("K44: a base frame before its total is kept")
    func frameBeforeTotal() {
        let session = clipSession([
            frame(0), .clipAnnounced(Stream.idle, totalFrames: 2), frame(1),
            .clipCompleted(Stream.idle, totalFrames: 2),
        ])
        #expect(session.engine.readyClips == [Stream.idle])
        #expect(session.notes.isEmpty)
    }

    @Test("K45: in a clip without frame 7, index 8 shows frame 8")
    func hole() {
        var session = EngineRun(ticks: .perSecond(60))
        session.at(0, .clipAnnounced(Stream.idle, totalFrames: 10))
        session.at(0, (0..<10).filter { $0 != 7 }.map(frame) + [.clipCompleted(Stream.idle, totalFrames: 10)])
        session.run(to: 0.97)
        let lines = session.records
        #expect(lines.map(\.baseIndex) == [0, 1, 2, 3, 4, 5, 6, 6, 8, 9])
        #expect(lines.map(\.demandedIndex) == Array(0..<10))
        #expect(lines.filter { $0.status == .desyncBaseMissing }.map(\.demandedIndex) == [7])
        #expect(session.engine.clips[Stream.idle]?.frame(at: 8) == Stream.payload(8))
    }

    @Test("K46: frames 2, 0, 1 end up at 2, 0, 1")
    func arrivalOrder() {
        let session = clipSession([
            .clipAnnounced(Stream.idle, totalFrames: 3), frame(2), frame(0), frame(1),
        ])
        let frames = (0..<3).map { session.engine.clips[Stream.idle]?.frame(at: $0) }
        #expect(frames == [Stream.payload(0), Stream.payload(1), Stream.payload(2)])
    }

    @Test("K47: holes are listed, and asked for once")
    func holesOnce() {
        var session = clipSession(
            [.clipAnnounced(Stream.idle, totalFrames: 6), frame(0), frame(2), frame(5)]
                + [.clipCompleted(Stream.idle, totalFrames: 6), .clipCompleted(Stream.idle, totalFrames: 6)])
        #expect(session.count(.clipHoles) == 2)
        #expect(session.notes.first?.text.hasSuffix("lacks 3 frames: 1, 3–4") == true)
        #expect(Play.requests(session).filter { !$0.missing.isEmpty }.map(\.missing) == [[1, 3, 4]])
        #expect(session.engine.readyClips.isEmpty)
        for index in [1, 3, 4] { session.receive(Event(session.now, .wire(frame(index)))) }
        #expect(session.engine.readyClips == [Stream.idle])
    }

    @Test("K48: only clips that are loaded from first to last are promised")
    func readyClips() {
        var session = EngineRun(ticks: .perSecond(60))
        session.at(0, Stream.manifest(Play.clips))
        session.at(0, frame(0))
        session.at(0, Stream.clip(Stream.talking, frames: 90))
        session.at(0, Array(Stream.clip(Stream.home, frames: 5).dropLast(2)))
        session.run(to: 0.1)
        #expect(session.engine.readyClips == [Stream.talking])
    }

    @Test("K49: the length of a clip comes from the manifest or its announcement, never from what has come")
    func announcedLength() {
        var session = EngineRun(ticks: .perSecond(60))
        session.at(0, Stream.manifest([(Stream.idle, 61)]))
        session.at(0, frame(0))
        session.run(to: 0.01)
        #expect(session.engine.clipProgress(Stream.idle).map { [$0.loaded, $0.announced] } == [1, 61])
        session.at(0.02, .clipAnnounced(Stream.idle, totalFrames: 40))
        session.run(to: 0.03)
        #expect(session.engine.clipProgress(Stream.idle).map { [$0.loaded, $0.announced] } == [1, 40])
    }

    @Test("K52: each overlay keeps its own rectangle and its own size")
    func ownSizes() {
        var session = Play.session()
        var frames = Stream.frames(0..<12)
        frames[1].destination = PixelRect(x: 1, y: 2, width: 30, height: 40)
        frames[2].destination = PixelRect(x: 3, y: 4, width: 50, height: 60)
        session.at(1, Stream.audio(0, frames: 12, zone: PixelPoint(x: 9, y: 8)))
        session.at(1, Stream.batch(0, frames, of: 1))
        var places: [Int: OverlayPlacement] = [:]
        while session.now < Instant(seconds: 2) {
            session.run(to: session.now.seconds + 0.01)
            if let composite = session.engine.framePlan.composite, let overlay = composite.overlay {
                places[composite.baseIndex] = overlay.placement
            }
        }
        #expect(places[0] == .topLeft(PixelPoint(x: 9, y: 8)))
        #expect(places[1] == .rectangle(PixelRect(x: 1, y: 2, width: 30, height: 40)))
        #expect(places[2] == .rectangle(PixelRect(x: 3, y: 4, width: 50, height: 60)))
        let size = PixelSize(width: 77, height: 66)
        #expect(places[0]?.destination(of: size) == PixelRect(x: 9, y: 8, width: 77, height: 66))
        #expect(places[1]?.destination(of: size) == PixelRect(x: 1, y: 2, width: 30, height: 40))
    }

    // MARK: Strangers' numbers

    @Test("K17: the largest and smallest numbers of a stranger end nothing but their own frames")
    func extremes() {
        for wraps in [false, true] {
            var session = Play.session(settings: Play.settings { $0.wrapsBaseIndex = wraps })
            let zone = PixelPoint(x: .max, y: .min)
            let frames = [Int.max, .min, -1, 91].enumerated().map {
                Stream.frame($0, base: $1, picture: 7 + $0, id: "\($0)")
            }
            let odd = [(Int.max, 0), (.min, 0), (0, Int.max), (0, .min)].map {
                OverlayFrame(section: $1, sequence: $0, clip: Stream.talking, picture: Stream.payload(6))
            }
            let unloaded = [Int.max, .min].enumerated().map {
                Stream.frame($0, clip: "x", base: $1, picture: 9 + $0, id: "x\($0)")
            }
            session.at(1, Stream.audio(0, frames: 4, zone: zone), Stream.batch(0, frames, number: .max, of: .max))
            session.at(1.1, Stream.sent(0, 4))
            session.at(
                1.2, Stream.audio(.max, frames: .min, sound: 3), Stream.batch(.max, unloaded, number: .min, of: .min))
            session.at(1.2, Stream.sent(.max, 2), Stream.audio(.min, frames: 3, sound: 4), Stream.sent(.min, .min))
            session.at(1.3, Stream.batch(1, odd), Stream.sent(1, nil))
            session.at(1.4, .clipAnnounced("y", totalFrames: .max), .clipCompleted("y", totalFrames: .min))
            session.at(1.4, .baseFrameArrived("y", index: .max, picture: Stream.payload(1)))
            session.at(1.4, .baseFrameArrived("y", index: .min, picture: Stream.payload(1)))
            session.at(1.5, .soundDecoded(chunk: 0, 0, duration: TimeSpan(microseconds: .max)))
            session.at(1.5, .soundMoved(chunk: 0, 0, position: TimeSpan(microseconds: .min)))
            for _ in 0..<1_400 {
                session.run(to: session.now.seconds + 0.01)
                _ = session.engine.upcomingBases(8)
                _ = session.engine.buffer
            }
            session.at(15, .audioEnded)
            session.run(to: 30)
            #expect(session.engine.modeName == .idle)
            #expect(session.reports.map(\.chunk) == [0, 1, .max])
            session.at(30, .sent)
            session.at(30, Stream.audio(0, frames: .max), Stream.batch(0, frames), Stream.sent(0, .max))
            session.run(to: 35)
            #expect(session.engine.message.active?.chunk.frames.count == Limits.chunkFrames)
        }
    }

    @Test("K10: a chunk whose last frames never come lets the shown pictures go under pressure")
    func pressureBehindTheLastFrame() {
        var session = Play.session(settings: Play.settings { $0.decodedBytesLimit = 12 * 100 * 80 * 4 })
        session.at(1, Stream.audio(0, frames: 60))
        session.at(1, Stream.batch(0, Stream.frames(0..<20)))
        session.at(1, .audioEnded)
        session.run(to: 12)
        #expect(Array(Play.places(session, 0).prefix(20)) == Array(0..<20))
        #expect(session.reports.first?.lost == Array(20..<60))
        #expect(session.engine.modeName == .idle)
    }

    @Test("K39: a frame of an earlier section that comes late never brings a shown frame back")
    func lateSection() {
        var session = Play.session()
        session.at(1, Stream.audio(0, frames: 26))
        session.at(1, Stream.batch(0, (0..<10).map { Stream.frame($0, base: $0, section: 0) }))
        session.at(1, Stream.batch(0, (0..<10).map { Stream.frame($0, base: 20 + $0, section: 1) }))
        session.at(1.4, Stream.batch(0, [Stream.frame(15, base: 15, section: 0)]))
        session.at(2, Stream.sent(0, 26))
        session.run(to: 5)
        let shown = Play.shown(session, 0).filter { $0.status == .sync }.compactMap { $0.position }
        #expect(shown.map { [$0.section, $0.sequence] } == (0..<20).map { [$0 / 10, $0 % 10] })
        #expect(session.reports.first?.late == 1)
    }
}
