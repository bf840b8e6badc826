import Events
import Testing

@testable import App

@Suite struct FramePaceTests {
    @Test("frames are due at equal distances")
    func even() {
        let pace = FramePace(framesPerSecond: 30)
        #expect(pace.due(0) == .zero)
        #expect(pace.due(30) == Instant(seconds: 1))
        #expect(pace.due(3_000_001) == Instant(microseconds: 100_000_033_333))
    }

    @Test("nothing becomes due while the process is stopped: it goes on where it was")
    func standing() {
        var pace = FramePace(framesPerSecond: 10)
        pace.stand(from: Instant(seconds: 2.05), to: Instant(seconds: 302.05))
        #expect(pace.due(21) == Instant(seconds: 302.1))
        pace.stand(from: Instant(seconds: 303), to: Instant(seconds: 304))
        #expect(pace.due(40) == Instant(seconds: 305))
    }
}
