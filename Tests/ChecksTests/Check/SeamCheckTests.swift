import Events
import Frames
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
        for ordinal in 0..<2 { seams.receiveFrame(Self.record(ordinal), Self.composite(overlay: 1), isSync: true) }
        seams.flush(pictures)
        for ordinal in 2..<5 { seams.receiveFrame(Self.record(ordinal), Self.composite(overlay: 1), isSync: true) }
        seams.receiveFrame(Self.record(5), Self.composite(overlay: 2), isSync: true)
        #expect(seams.counts.unclear == 0)
        seams.settle()
        // The bytes are no pictures, so that nothing can be said of them.
        #expect(seams.counts.unclear == 5)
        let broken = seams.baseFrames.takeBroken()
        #expect(
            broken.map(\.record.ordinal) == Array(0..<6)
                && broken.map(\.isFirst) == [true] + Array(repeating: false, count: 5))
        seams.receiveFrame(Self.record(6), Self.composite(overlay: 1), isSync: true)
        seams.receiveFrame(Self.record(7), Self.composite(overlay: 2), isSync: true)
        #expect(seams.counts.unclear == 6)
        seams.flush(pictures)
        seams.settle()
        #expect(seams.counts.unclear == 8)
        let more = seams.baseFrames.takeBroken()
        #expect(more.map(\.record.ordinal) == [6, 7] && !more.contains(where: \.isFirst))
    }

    @Test("of a test that nobody waits for any more no picture is decoded")
    func canceled() {
        let png: [UInt8] = [0x89, 0x50]
        let blobs = TestBlobs([png, png])
        let pictures = SeamPictures(blobs) { true }
        let hash = blobs.payload(0).hash
        #expect(pictures.overlays([hash]).isEmpty)
        #expect(pictures.parts([hash: []]).failures[hash] == PictureError.empty.reason)
        #expect(SeamPictures(blobs).parts([hash: []]).failures[hash] != PictureError.empty.reason)
    }

    @Test("an hour of the same base frame does not wait for another one to be tested")
    func idling() {
        let pictures = SeamPictures(Self.blobs)
        var seams = SeamCheck(records: 20)
        var (tests, most, broken) = (0, 0, 0)
        for ordinal in 0..<100_000 {
            seams.receiveFrame(Self.record(ordinal), Self.composite(overlay: nil), isSync: true)
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

    private static func tinted(_ ordinals: some Sequence<Int>, _ tint: SeamTint) -> [SeamCheck.Tinted] {
        ordinals.map { SeamCheck.Tinted(record: record($0), tint: tint) }
    }

    @Test("a-color-brighter-30: mouths in other colors are one finding for frames that follow one another")
    func mouthColors() {
        let brighter = Self.tinted(10..<40, SeamTint(red: 27, green: 30, blue: 30))
        let darker = Self.tinted(80..<90, SeamTint(red: -20, green: -20, blue: -19))
        let other = Self.tinted(120..<124, SeamTint(red: -12, green: 0, blue: 30))
        let exchanged = Self.tinted(200..<210, SeamTint(red: -60, green: 0, blue: 60, isExchanged: true))
        let findings = MouthColors.findings((exchanged + other + darker + brighter).shuffled())
        #expect(findings.map(\.frame) == [10, 80, 120, 200] && findings.allSatisfy { $0.kind == .color })
        #expect(
            findings.map(\.found) == [
                "the mouth is 30 levels brighter than the face, in 30 of 30 frames",
                "the mouth is 20 levels darker than the face, in 10 of 10 frames",
                "the mouth's color differs from the face: red -12, green 0, blue +30 of 255, in 4 of 4 frames",
                "red and blue of the mouth are exchanged, in 10 of 10 frames",
            ])
        #expect(MouthColors.findings([]).isEmpty)
    }

    @Test("a-color-flicker: every second mouth in another color is a flicker, and one finding")
    func mouthFlicker() {
        let bright = SeamTint(red: 30, green: 30, blue: 30)
        let alone = MouthColors.findings(Self.tinted(stride(from: 0, to: 60, by: 2), bright))
        #expect(
            alone.map(\.found) == ["mouth flickers: in 30 of 59 frames the mouth is 30 levels brighter than the face"])
        let dark = SeamTint(red: -15, green: -15, blue: -15)
        let both =
            Self.tinted(stride(from: 0, to: 60, by: 2), bright) + Self.tinted(stride(from: 1, to: 60, by: 2), dark)
        #expect(MouthColors.findings(both).map(\.found)[0].hasPrefix("mouth flickers: in 60 of 60 frames"))
        // A single gap, where the seam could not be tested, is no flicker.
        let gap = Self.tinted(Array(0..<20) + Array(22..<40), bright)
        #expect(MouthColors.findings(gap).map(\.found)[0].hasPrefix("the mouth is 30 levels"))
    }
}
