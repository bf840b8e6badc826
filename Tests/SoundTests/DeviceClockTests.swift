import Events
import Testing

@testable import Sound

@Suite struct DeviceClockTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1_000) }

    @Test("what is heard is behind what was taken by what the device holds")
    func latency() {
        var clock = DeviceClock(rate: 1_000, latency: 10)
        #expect(clock.frame(at: at(0)) == nil)
        clock.receive(0, 10, at: at(100))
        #expect(clock.frame(at: at(105)) == nil)
        #expect(clock.frame(at: at(110)) == 0)
        clock.receive(10, 10, at: at(110))
        #expect(clock.frame(at: at(115)) == 5)
    }

    @Test("it goes on evenly between two pieces, stands when none comes, and never goes back")
    func even() {
        var clock = DeviceClock(rate: 1_000, latency: 10)
        clock.receive(0, 10, at: at(0))
        clock.receive(10, 10, at: at(10))
        #expect(clock.frame(at: at(13)) == 3)
        #expect(clock.frame(at: at(500)) == 10)
        #expect(clock.frame(at: at(9)) == 10)
        // Taken late: what is heard was heard already.
        clock.receive(20, 10, at: at(600))
        #expect(clock.frame(at: at(600)) == 10 && clock.frame(at: at(604)) == 14)
    }
}
