import Events
import Support
import Testing

@testable import Engine

@Suite struct FrameSlotsTests {
    private static func frame(_ section: Int, _ sequence: Int) -> OverlayFrame {
        OverlayFrame(section: section, sequence: sequence)
    }

    private static func slot(_ section: Int, _ sequence: Int) -> ChunkFrame {
        ChunkFrame(frame: frame(section, sequence), picture: .absent, arrived: nil, isUnknown: false)
    }

    /// Puts frames into their places as a chunk does, with holes before them; those that have a place are left out.
    private static func filed(_ frames: [(Int, Int)], in slots: FrameSlots = FrameSlots()) -> FrameSlots {
        var slots = slots
        for (section, sequence) in frames {
            let frame = frame(section, sequence)
            let place = slots.index(of: frame)
            if slots.holds(frame, at: place) {
                slots.change(place) { $0 = slot(section, sequence) }
                continue
            }
            let holes = slots.holes(before: frame, at: place)
            slots.insert(
                holes.map { .hole(section: section, sequence: $0) } + [slot(section, sequence)], at: place)
        }
        return slots
    }

    private static func names(_ slots: FrameSlots) -> [String] {
        slots.frames.map { "\($0.frame.section).\($0.frame.sequence)" + ($0.isUnknown ? "?" : "") }
    }

    @Test("a frame's place is its number, and what is missing before it is held free")
    func numbers() {
        var slots = Self.filed([(0, 2), (0, 0)])
        #expect(slots.count == 3 && slots.place(of: Self.frame(0, 2)) == 2)
        slots.settle()
        #expect(Self.names(slots) == ["0.0", "0.1?", "0.2"])
        // The hole is its place, which it has not got into.
        #expect(slots.place(of: Self.frame(0, 1)) == 1 && slots[1].isUnknown)
        #expect(slots.place(of: Self.frame(0, 3)) == nil && slots.index(of: Self.frame(0, 3)) == 3)
    }

    @Test("sections follow each other, whether each counts from 0 or all share one numbering")
    func sections() {
        var slots = Self.filed([(1, 1), (0, 0), (1, 0), (0, 1)])
        slots.settle()
        #expect(Self.names(slots) == ["0.0", "0.1", "1.0", "1.1"])
        slots = Self.filed([(0, 0), (0, 1), (1, 2), (1, 4), (2, 3)])
        slots.settle()
        #expect(Self.names(slots) == ["0.0", "0.1", "1.2", "2.3", "1.4"])
    }

    @Test("what is read while frames are filed is what is there once all are")
    func unsettled() {
        let slots = Self.filed([(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 4)])
        #expect(slots.frames.count < slots.count)
        var settled = slots
        settled.settle()
        #expect(Self.names(settled) == ["0.0", "0.1", "0.2", "0.3?", "0.4", "1.0", "1.1"])
        #expect((0..<slots.count).map { slots[$0] } == settled.frames)
        for section in 0..<3 {
            for sequence in 0..<8 {
                let frame = Self.frame(section, sequence)
                #expect(slots.index(of: frame) == settled.index(of: frame))
                #expect(slots.place(of: frame) == settled.place(of: frame))
            }
        }
    }

    @Test("any order of the same frames of one section ends in the same places", arguments: 0..<20)
    func orders(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let frames = (0..<40).map { (0, $0) }.shuffled(using: &generator)
        var slots = Self.filed(frames)
        slots.settle()
        #expect(Self.names(slots) == (0..<40).map { "0.\($0)" })
    }

    @Test("frames are filed in the order of their places, and equal ones in that of the message")
    func inOrder() {
        let frames = [(1, 0), (0, 1), (0, 0), (0, 1)].map { Self.frame($0.0, $0.1) }
        let numbered = frames.indices.map { place in
            var frame = frames[place]
            frame.originalIndex = place
            return frame
        }
        #expect(FrameSlots.inOrder(numbered).map(\.originalIndex) == [2, 1, 3, 0])
    }

    @Test("the end can grow, be cut, and lose what is to go")
    func end() {
        var slots = Self.filed([(0, 0), (0, 1)])
        slots.settle()
        slots.append([.hole(section: 0, sequence: 2), .hole(section: 0, sequence: 3)])
        #expect(slots.cut(to: 3).map(\.frame.sequence) == [3])
        slots.dropLast { $0.isUnknown }
        #expect(Self.names(slots) == ["0.0", "0.1"])
    }
}
