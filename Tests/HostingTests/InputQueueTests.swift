import Platform
import Testing

@testable import Hosting

@Suite("Input that waits")
struct InputQueueTests {
    @Test(
        "paste-2-mb, paste-ok-60-kb: all of it comes in order, however little is taken at a time, and what is too much is refused whole"
    )
    func order() throws {
        let pipe = try #require(Descriptor.pipe())
        for end in [pipe.reading, pipe.writing] { Descriptor.setNonBlocking(end) }
        defer { close(pipe.reading) }
        var queue = InputQueue()
        let sent = (0..<InputQueue.limit).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let hasHalf = queue.append(Array(sent[..<500_000]))
        let hasAll = queue.append(Array(sent[500_000...]))
        let hasMore = queue.append([1])
        #expect(hasHalf && hasAll && !hasMore)
        var received: [UInt8] = []
        while received.count < sent.count {
            queue.send(to: pipe.writing)
            guard case .bytes(let piece) = Descriptor.readAvailable(pipe.reading, atMost: 10_000) else { break }
            received += piece
        }
        #expect(received == sent && queue.isEmpty)
        close(pipe.writing)
        // Nobody is there any more.
        let isTaken = queue.append([1])
        queue.send(to: pipe.writing)
        #expect(isTaken && queue.isEmpty)
    }
}
