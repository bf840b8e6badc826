import Events
import PlaybackSupport
import Testing

@testable import Checks
@testable import Engine

@Suite struct SeamCheckTests {
    private static let blobs = TestBlobs([[1], [2], [3]])

    private static func composite(overlay: Int?) -> Composite {
        Composite(
            clip: "talking_1_s_talking_1_e", baseIndex: 4, base: blobs.payload(0),
            overlay: overlay.map {
                PlacedOverlay(key: PictureKey("a"), picture: blobs.payload($0), placement: .topLeft(.zero))
            })
    }

    private static func record(_ ordinal: Int) -> FrameRecord {
        FrameRecord(
            ordinal: ordinal, mode: .overlay, generation: 1, clip: "talking_1_s_talking_1_e", baseIndex: 4,
            demandedClip: "talking_1_s_talking_1_e", demandedIndex: 4, status: .sync, due: .zero, shown: .zero)
    }

    @Test("a pair that is shown again while it is tested counts with it, and another one waits for the next test")
    func underWay() {
        let pictures = SeamPictures(Self.blobs)
        var seams = SeamCheck(records: 20)
        for ordinal in 0..<2 { seams.receive(Self.record(ordinal), Self.composite(overlay: 1), isSync: true) }
        seams.flush(pictures)
        for ordinal in 2..<5 { seams.receive(Self.record(ordinal), Self.composite(overlay: 1), isSync: true) }
        seams.receive(Self.record(5), Self.composite(overlay: 2), isSync: true)
        #expect(seams.counts.unclear == 0)
        seams.settle()
        // The bytes are no pictures, so that nothing can be said of them.
        #expect(seams.counts.unclear == 5)
        let broken = seams.baseFrames.takeBroken()
        #expect(
            broken.map(\.record.ordinal) == Array(0..<6)
                && broken.map(\.isFirst) == [true] + Array(repeating: false, count: 5))
        seams.receive(Self.record(6), Self.composite(overlay: 1), isSync: true)
        seams.receive(Self.record(7), Self.composite(overlay: 2), isSync: true)
        #expect(seams.counts.unclear == 6)
        seams.flush(pictures)
        seams.settle()
        #expect(seams.counts.unclear == 8)
        let more = seams.baseFrames.takeBroken()
        #expect(more.map(\.record.ordinal) == [6, 7] && !more.contains(where: \.isFirst))
    }

    @Test("an hour of the same base frame does not wait for another one to be tested")
    func idling() {
        let pictures = SeamPictures(Self.blobs)
        var seams = SeamCheck(records: 20)
        var (tests, most, broken) = (0, 0, 0)
        for ordinal in 0..<100_000 {
            seams.receive(Self.record(ordinal), Self.composite(overlay: nil), isSync: true)
            if seams.isFull {
                seams.flush(pictures)
                tests += 1
            }
            most = max(most, seams.baseFrames.waiting)
            #expect(seams.hasFound == (tests > 1))
            broken += seams.baseFrames.takeBroken().count
        }
        // The first test begins when so many wait, the second one waits for it.
        #expect(tests == 2 && most == SeamCheck.framesWaiting && seams.baseFrames.waiting == 0)
        #expect(broken == 100_000)
    }
}
