import Events
import SocketIO
import Testing

@Suite("Reconnect schedule")
struct ReconnectScheduleTests {
    private static func waits(_ schedule: inout ReconnectSchedule) -> [TimeSpan] {
        var waits: [TimeSpan] = []
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

    @Test("another try of the user's begins the schedule anew")
    func reset() {
        var schedule = ReconnectSchedule()
        for _ in 1...7 { _ = schedule.next() }
        schedule.reset()
        #expect(Self.waits(&schedule).count == 10)
    }

    @Test("d-dropped-at-once: only a link that held for 10 s begins the schedule anew")
    func steady() {
        var schedule = ReconnectSchedule()
        let short = ReconnectSchedule.EndedLink(held: .milliseconds(9_999))
        #expect((1...4).map { _ in schedule.next(after: short) } == [1, 2, 4, 8].map { .seconds($0) })
        #expect(schedule.next(after: .init(held: .seconds(10))) == .seconds(1))
        #expect(schedule.next(after: short) == .seconds(2))
    }

    @Test("d-websocket-cut: after two cut WebSockets in a row sessions stay on polling, until the user tries again")
    func cut() {
        let cut = ReconnectSchedule.EndedLink(held: .milliseconds(300), isCutWebSocket: true)
        var schedule = ReconnectSchedule()
        _ = schedule.next(after: cut)
        #expect(schedule.mayMove)
        _ = schedule.next(after: cut)
        #expect(!schedule.mayMove)
        // Polling that ends says nothing of WebSockets.
        _ = schedule.next(after: .init(held: .seconds(100)))
        #expect(!schedule.mayMove)
        schedule.reset()
        #expect(schedule.mayMove)
    }

    @Test("a WebSocket that held for long, one that the server ended, or a server that was gone is no cut one")
    func notCut() {
        let cut = ReconnectSchedule.EndedLink(held: .milliseconds(64_999), isCutWebSocket: true)
        for other in [
            ReconnectSchedule.EndedLink(held: .seconds(65), isCutWebSocket: true), .init(held: .seconds(1)), nil,
        ] {
            var schedule = ReconnectSchedule()
            _ = schedule.next(after: cut)
            _ = schedule.next(after: other)
            _ = schedule.next(after: cut)
            #expect(schedule.mayMove)
        }
    }
}
