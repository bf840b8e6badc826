import Events
import Testing
import Wire

@Suite("Reconnect schedule")
struct ReconnectScheduleTests {
    private static func waits(_ schedule: inout ReconnectSchedule) -> [Span] {
        var waits: [Span] = []
        while let wait = schedule.next() { waits.append(wait) }
        return waits
    }

    @Test("N46 the waits are 1, 2, 4, 8, 16 and five times 30 s, 181 s together, and then no more")
    func tenWaits() {
        var schedule = ReconnectSchedule()
        let waits = Self.waits(&schedule)
        #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map { .seconds($0) })
        #expect(waits.reduce(.zero, +) == .seconds(181))
        #expect(schedule.next() == nil)
        #expect(schedule.attempts == 10)
    }

    @Test("a success begins the schedule anew")
    func reset() {
        var schedule = ReconnectSchedule()
        for _ in 1...7 { _ = schedule.next() }
        schedule.reset()
        #expect(Self.waits(&schedule).count == 10)
    }
}
