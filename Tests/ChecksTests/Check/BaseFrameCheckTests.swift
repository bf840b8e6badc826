import Events
import Testing

@testable import Checks
@testable import Engine

@Suite struct BaseFrameCheckTests {
    private static func hash(_ number: UInt64) -> ContentHash { ContentHash(words: (number, 0, 0, 0)) }

    private static func record(_ ordinal: Int, clip: ClipName = "a", base: Int = 0) -> FrameRecord {
        FrameRecord(
            ordinal: ordinal, mode: .idle, generation: 0, position: nil, clip: clip, baseIndex: base, demandedClip: nil,
            demandedIndex: 0, overlayKey: nil, status: .sync, due: .zero, shown: .zero, arrived: nil, decoded: nil,
            soundPosition: nil, character: nil, note: nil)
    }

    /// `ordinal clip index: reason`, and a star for the first frame on it.
    private static func words(_ broken: [BaseFrameCheck.Broken]) -> [String] {
        broken.map { "\($0.isFirst ? "*" : "")\($0.record.ordinal) \($0.clip.rawValue) \($0.index): \($0.reason)" }
    }

    /// Each drawn once, and of the size that the first number says.
    private static func drawn(_ frames: [(size: Int, clip: ClipName)], changed: ClipName? = nil) -> BaseFrameCheck {
        var check = BaseFrameCheck()
        var sizes: [ContentHash: PixelSize] = [:]
        for (ordinal, frame) in frames.enumerated() {
            let base = hash(UInt64(ordinal))
            check.receive(base, record(ordinal, clip: frame.clip, base: ordinal))
            sizes[base] = PixelSize(width: frame.size, height: frame.size)
        }
        if let changed { check.change(changed) }
        check.settle(check.takeUntested(), [:], sizes)
        return check
    }

    @Test("each base frame is to be decoded once, however often it is drawn")
    func untested() {
        var check = BaseFrameCheck()
        for ordinal in 0..<4 { check.receive(Self.hash(UInt64(ordinal % 2)), Self.record(ordinal)) }
        #expect(check.takeUntested() == [Self.hash(0), Self.hash(1)])
        check.receive(Self.hash(0), Self.record(4))
        #expect(check.takeUntested() == [])
    }

    @Test("one that is no picture is told for every frame drawn on it, before it was known and after")
    func broken() {
        var check = BaseFrameCheck()
        // The later base frame has the smaller hash: frames are told in their order all the same.
        check.receive(Self.hash(9), Self.record(0, base: 5))
        check.receive(Self.hash(1), Self.record(1, base: 6))
        check.receive(Self.hash(9), Self.record(2, base: 5))
        check.receive(Self.hash(4), Self.record(3, base: 7))
        #expect(check.takeBroken().isEmpty)
        check.settle(
            check.takeUntested(), [Self.hash(9): "empty", Self.hash(1): "cut off"],
            [Self.hash(4): PixelSize(width: 8, height: 8)])
        #expect(Self.words(check.takeBroken()) == ["*0 a 5: empty", "2 a 5: empty", "*1 a 6: cut off"])
        check.receive(Self.hash(9), Self.record(4, base: 5))
        check.receive(Self.hash(4), Self.record(5, base: 7))
        #expect(Self.words(check.takeBroken()) == ["4 a 5: empty"])
        #expect(check.takeBroken().isEmpty)
    }

    @Test("one that is of another size than most of its clip is told at the end, once")
    func sizes() {
        var check = Self.drawn([(8, "a"), (9, "a"), (9, "a"), (7, "b"), (7, "b")])
        #expect(check.takeBroken().isEmpty)
        check.judgeSizes()
        #expect(Self.words(check.takeBroken()) == ["*0 a 0: 8x8 in a clip of 9x9"])
        check.judgeSizes()
        #expect(check.takeBroken().isEmpty)
    }

    @Test("of as many of two sizes those are right that were drawn first")
    func tie() {
        var check = Self.drawn([(8, "a"), (9, "a"), (9, "a"), (8, "a")])
        check.judgeSizes()
        #expect(Self.words(check.takeBroken()) == ["*1 a 1: 9x9 in a clip of 8x8", "*2 a 2: 9x9 in a clip of 8x8"])
    }

    @Test("a clip of which another version came may have frames of two sizes")
    func changed() {
        var check = Self.drawn([(8, "a"), (9, "a"), (9, "a"), (8, "b"), (7, "b"), (7, "b")], changed: "a")
        check.judgeSizes()
        #expect(Self.words(check.takeBroken()) == ["*3 b 3: 8x8 in a clip of 7x7"])
    }
}
