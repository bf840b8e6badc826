import Engine
import Events
import Support
import Testing

/// What is said of a frame apart from its picture, and when (specification 1.6.1, 1.6.7).
@Suite("Descriptions of frames")
struct DescriptionTests {
    private static func described(_ range: Range<Int>, from base: Int) -> [OverlayFrame] {
        Stream.frames(range, from: base).map { frame in
            var bare = frame
            bare.picture = nil
            return bare
        }
    }

    @Test("1.6.7: pictures that come without clip, base and id keep what sections said of them")
    func flatPictures() {
        var session = Play.session()
        let frames = Self.described(0..<3, from: 7)
        session.at(1, .audioArrived(AudioChunk(chunk: 0, frames: frames, zone: .zero, totalFrames: 3)))
        for place in 0..<3 {
            let bare = OverlayFrame(sequence: place, picture: Stream.payload(place))
            session.at(1.1, .overlaysArrived(OverlayBatch(chunk: 0, frames: [bare])))
        }
        session.run(to: 4)
        let lines = Play.shown(session, 0)
        #expect(lines.map(\.baseIndex) == [7, 8, 9])
        #expect(lines.allSatisfy { $0.clip == Stream.talking && $0.status == .sync })
        #expect(lines.map { $0.overlayKey?.rawValue } == frames.map(\.overlayID))
    }

    @Test("of frames that come in other places than they were described in, a loss tells both numbers")
    func otherPlaces() {
        var session = Play.session()
        session.at(1, .audioArrived(AudioChunk(chunk: 0, frames: Self.described(0..<12, from: 0), totalFrames: 12)))
        let second = (0..<6).map { Stream.frame($0, base: 6 + $0, section: 1) }
        session.at(1.1, Stream.batch(0, Stream.frames(0..<6) + second, of: 1), Stream.sent(0, 12))
        session.run(to: 6)
        #expect(
            session.notes.filter { $0.code == .frameLoss }.map(\.text) == [
                "chunk 0: sent 12, received 12, 6 in unannounced positions, lost 6: 6–11"
            ])
    }

    private static func ahead(base: Int?) -> WireEvent {
        .audioArrived(
            AudioChunk(
                chunk: 0, sound: Stream.payload(1), firstClip: Stream.talking, zone: .zero, totalFrames: 3,
                firstPicture: Stream.payload(5), firstSheet: "J1.webp", firstBaseIndex: base))
    }

    @Test("1.6.1: a first picture ahead of its batch lies on the base index that its message names")
    func firstBase() {
        var session = Play.session()
        session.at(1, Self.ahead(base: 7))
        session.run(to: 1.7)
        #expect(Play.shown(session, 0).map(\.baseIndex) == [7])
        #expect(Play.shown(session, 0).map(\.status) == [.sync])
    }

    @Test("1.6.1: the frame itself replaces what was guessed from the first picture", arguments: [true, false])
    func replacedGuess(isDescribed: Bool) {
        var session = Play.session()
        session.at(1, Self.ahead(base: nil))
        let frames = Stream.frames(0..<3, from: 7)
        if isDescribed {
            let known = Self.described(0..<3, from: 7)
            session.at(1.1, .chunkDescribed(ChunkDescription(chunk: 0, frames: known)))
            session.at(1.2, Stream.batch(0, Array(frames.dropFirst())))
        } else {
            session.at(1.1, Stream.batch(0, frames, of: 1))
        }
        session.run(to: 4)
        let lines = Play.shown(session, 0)
        #expect(lines.map(\.baseIndex) == [7, 8, 9])
        #expect(lines.allSatisfy { $0.status == .sync })
        #expect(lines.map { $0.overlayKey?.rawValue } == frames.map(\.overlayID))
        #expect(session.reports.map(\.received) == [3])
        #expect(session.engine.counters.duplicates == 0)
        #expect(session.engine.decodedBytes == 0)
    }

    @Test("a guess that has been on screen is not replaced")
    func shownGuess() {
        var session = Play.session()
        session.at(1, Self.ahead(base: 7))
        session.at(1.7, Stream.batch(0, Stream.frames(0..<3, from: 7), of: 1))
        session.run(to: 4)
        #expect(Play.shown(session, 0).map(\.baseIndex) == [7, 8, 9])
        #expect(session.engine.counters.duplicates == 1)
    }

    @Test("2.5: a picture for another base than was described does not take the described name")
    func contradiction() {
        var session = Play.session()
        session.at(1, .audioArrived(AudioChunk(chunk: 0, frames: Self.described(0..<1, from: 7), totalFrames: 1)))
        let other = OverlayFrame(sequence: 0, baseIndex: 12, sheet: "J2.webp", picture: Stream.payload(1))
        session.at(1.1, .overlaysArrived(OverlayBatch(chunk: 0, frames: [other])))
        session.run(to: 4)
        let lines = Play.shown(session, 0)
        #expect(lines.map(\.baseIndex) == [12])
        #expect(lines.first?.overlayKey?.rawValue == "\(Stream.talking.rawValue)/12/J2.webp")
    }
}
