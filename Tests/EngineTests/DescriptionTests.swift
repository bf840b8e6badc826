import Engine
import Events
import Support
import Testing

/// What is said of a frame apart from its picture, and when (reference 1.6.1, 1.6.7).
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
