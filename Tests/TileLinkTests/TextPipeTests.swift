import Platform
import Support
import Testing

@testable import TileLink

@Suite struct TextPipeTests {
    @Test("what is appended is read in its order, counted as there is room for it, and ends")
    func passes() async throws {
        let taken = Counter()
        let pipe = try TextPipe { taken.add($0) }
        let text = (0..<100_000).map { "\($0) ö. " }.joined()
        pipe.append(text)
        // Nobody reads: a pipe's worth is taken, and no more.
        #expect(await eventually { taken.count > 0 })
        #expect(taken.count < text.utf8.count)
        let reading = BackgroundResult {
            var read: [UInt8] = []
            while let piece = Descriptor.read(pipe.reading, limit: 4_096), !piece.isEmpty { read += piece }
            return read
        }
        pipe.append("and more")
        pipe.finish()
        let read = try await offPool { reading.wait() }
        #expect(read == Array((text + "and more").utf8) && taken.count == read.count)
        close(pipe.reading)
    }

    @Test("stopped it ends, and what nobody reads counts as taken")
    func stops() async throws {
        let taken = Counter()
        let text = String(repeating: "word ", count: 100_000)
        let stopped = try TextPipe { taken.add($0) }
        stopped.append(text)
        stopped.stop()
        #expect(await eventually { taken.count == text.utf8.count })
        let isOver = try await offPool {
            while let piece = Descriptor.read(stopped.reading, limit: 4_096) { if piece.isEmpty { return true } }
            return false
        }
        #expect(isOver)
        close(stopped.reading)
        let unread = try TextPipe { taken.add($0) }
        close(unread.reading)
        unread.append(text)
        #expect(await eventually { taken.count == 2 * text.utf8.count })
        unread.append("late")
        #expect(await eventually { taken.count == 2 * text.utf8.count + 4 })
    }
}
