import Testing

@testable import Hosting

@Suite("Output that waits")
struct OutputBufferTests {
    private func append(_ bytes: [UInt8], to buffer: inout OutputBuffer) -> Bool {
        bytes.withUnsafeBytes { buffer.append($0) }
    }

    @Test("what was added comes out once; the first bytes since then are news")
    func once() {
        var buffer = OutputBuffer()
        let isEmpty = buffer.take() == nil
        let news = [append([1, 2], to: &buffer), append([3], to: &buffer)]
        #expect(isEmpty && news == [true, false])
        var taken = buffer.take()
        #expect(taken.map { Array($0.memory[..<$0.count]) } == [1, 2, 3])
        let isNews = append([4], to: &buffer)
        let isRefused = buffer.take() == nil
        #expect(isNews && isRefused)
        taken.map { buffer.giveBack($0.memory) }
        taken = buffer.take()
        #expect(taken.map { Array($0.memory[..<$0.count]) } == [4])
    }

    @Test("there is room for a piece until the limit, also while the other memory is read")
    func room() {
        let piece = [UInt8](repeating: 9, count: OutputBuffer.pieceBytes)
        var buffer = OutputBuffer()
        func fill() -> Int {
            var count = 0
            while buffer.hasRoom {
                _ = append(piece, to: &buffer)
                count += piece.count
            }
            return count
        }
        #expect(fill() == OutputBuffer.limit)
        #expect(buffer.take()?.count == OutputBuffer.limit)
        #expect(fill() == OutputBuffer.limit && !buffer.hasRoom)
    }
}
