import Events
import Support
import Testing

@testable import Frames

@Suite struct I420PoolTests {
    private func layout(_ width: Int, _ height: Int) throws -> I420Layout {
        try #require(I420Layout(size(width, height)))
    }

    @Test("PN33 chroma has half the samples on both axes, rounded up")
    func layouts() throws {
        for (frame, chroma, bytes) in [
            (size(640, 480), size(320, 240), 460_800), (size(641, 481), size(321, 241), 463_043),
            (size(3, 3), size(2, 2), 17), (size(1, 1), size(1, 1), 3),
        ] {
            let layout = try #require(I420Layout(frame))
            #expect(layout.chromaSize == chroma && layout.byteCount == bytes)
        }
    }

    @Test("PN41 of six frames wanted the sixth is refused and counted, and there is room again when one is let go")
    func sixFrames() throws {
        let pool = I420Pool()
        let layout = try layout(4, 4)
        var held = (0..<5).compactMap { _ in pool.take(layout)?.frame }
        #expect(held.count == 5 && pool.refused == 0)
        #expect(pool.take(layout) == nil)
        #expect(pool.refused == 1 && pool.inUse(layout) == 5)
        // Another size has room of its own.
        #expect(try pool.take(self.layout(6, 6)) != nil)
        held.removeFirst()
        #expect(pool.inUse(layout) == 4)
        #expect(pool.take(layout) != nil)
        #expect(held.count == 4 && pool.refused == 1)
    }

    @Test("memory goes back with the last holder of its frame, and is used again")
    func reuse() throws {
        let pool = I420Pool()
        let layout = try layout(2, 2)
        do {
            var filling = try #require(pool.take(layout))
            filling.write([1, 2, 3, 4, 5, 6], at: 0)
            let frame = filling.frame
            let copies = [frame, frame]
            #expect(copies[1].bytes == [1, 2, 3, 4, 5, 6])
        }
        #expect(pool.inUse(layout) == 0)
        let again = try #require(pool.take(layout))
        #expect(again.frame.bytes == [1, 2, 3, 4, 5, 6])
    }

    @Test("a frame that is never finished gives its place back")
    func unfinished() throws {
        let pool = I420Pool()
        let layout = try layout(2, 2)
        for _ in 0..<20 { #expect(pool.take(layout) != nil) }
        #expect(pool.inUse(layout) == 0)
    }

    @Test("PN42 of fifty sizes in a row, memory is kept of the last two")
    func fiftySizes() throws {
        let pool = I420Pool()
        var held: [I420Frame] = []
        for side in 1...50 {
            var filling = try #require(pool.take(layout(side, 2)))
            filling.write([UInt8(side)], at: 0)
            held.append(filling.frame)
            #expect(pool.layouts.count <= I420Pool.mostSizes)
        }
        #expect(pool.layouts.map(\.size.width) == [49, 50])
        // Frames outlive their size.
        #expect(held.map { $0.bytes[0] } == Array(1...50))
        // Of two in turn both stay.
        for side in [49, 50, 49] { _ = pool.take(try layout(side, 2)) }
        #expect(pool.layouts.map(\.size.width) == [50, 49])
    }

    @Test("from many threads at once no more frames are in use than may be, and all come back")
    func threads() async throws {
        let pool = I420Pool()
        let layout = try layout(8, 8)
        await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(thread))
                    var held: [I420Frame] = []
                    var most = 0
                    for _ in 0..<2_000 {
                        if random.isOneIn(2), let filling = pool.take(layout) {
                            held.append(filling.frame)
                        } else if !held.isEmpty {
                            held.removeFirst()
                        }
                        most = max(most, pool.inUse(layout))
                    }
                    return most
                }
            }
            for await most in group { #expect(most <= I420Pool.mostInUse) }
        }
        #expect(pool.inUse(layout) == 0)
    }
}
