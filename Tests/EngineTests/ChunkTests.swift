import Events
import Testing

@testable import Engine

@Suite struct ChunkTests {
    private static func file(_ section: Int, _ sequence: Int, in chunk: inout Chunk) {
        let frame = OverlayFrame(section: section, sequence: sequence)
        _ = chunk.file(frame, picture: .absent, at: .zero)
        chunk.settle(at: .zero)
    }

    @Test("what a complete chunk lacks goes when it comes after all, and moves with what is put before it")
    func lost() {
        var chunk = Chunk(index: 0, at: .zero)
        for section in [0, 2] { for sequence in [0, 2, 4] { Self.file(section, sequence, in: &chunk) } }
        _ = chunk.complete(room: 100)
        #expect(chunk.lost == [1, 3, 6, 8])
        Self.file(1, 0, in: &chunk)
        #expect(chunk.frames.count == 11 && chunk.lost == [1, 3, 7, 9])
        Self.file(0, 3, in: &chunk)
        #expect(chunk.lost == [1, 7, 9])
        Self.file(2, 3, in: &chunk)
        #expect(chunk.lost == [1, 7])
        Self.file(2, 4, in: &chunk)
        #expect(chunk.lost == [1, 7] && chunk.received == 9)
    }

    @Test("frames in whose place no chunk can have them cost no more than others", .timeLimit(.minutes(1)))
    func sections() {
        var chunk = Chunk(index: 0, at: .zero)
        Self.file(0, Limits.chunkFrames - 1, in: &chunk)
        let hasRefused = (0..<8 * Limits.chunkFrames).allSatisfy { number in
            let frame = OverlayFrame(section: 1 + number % Limits.chunkFrames, sequence: Limits.chunkFrames - 1)
            return chunk.file(frame, picture: .absent, at: .zero) == .refused
        }
        #expect(hasRefused)
        chunk.settle(at: .zero)
        #expect(chunk.frames.count == Limits.chunkFrames && chunk.received == 1)
    }
}
