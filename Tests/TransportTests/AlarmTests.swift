import NIOCore
import NIOPosix
import Testing

@testable import Transport

@Suite("An alarm")
struct AlarmTests {
    /// Touched only on the loop.
    private final class Rings: @unchecked Sendable { var all: [String] = [] }

    @Test("what is canceled, or set again, in the turn in which it was to ring does not ring")
    func cancelledInItsTurn() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let rings = Rings()
        let (first, second, third) = (Alarm(on: loop), Alarm(on: loop), Alarm(on: loop))
        try await loop.submit {
            first.set(in: .zero) {
                rings.all.append("first")
                second.cancel()
                third.set(in: .zero) { rings.all.append("third again") }
            }
            second.set(in: .zero) { rings.all.append("second") }
            third.set(in: .zero) { rings.all.append("third") }
        }.get()
        // Timers of one moment come in the order in which they were set.
        try await loop.scheduleTask(in: .milliseconds(1)) {}.futureResult.get()
        try await loop.scheduleTask(in: .milliseconds(1)) {}.futureResult.get()
        #expect(try await loop.submit { rings.all }.get() == ["first", "third again"])
    }
}
