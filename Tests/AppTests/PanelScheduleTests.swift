import Events
import Testing

@testable import App

@Suite("When panels are drawn")
struct PanelScheduleTests {
    private typealias Schedule = PanelSchedule<String, Int>

    private static func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    private static func drawn(rate: Int = 0) -> Schedule {
        var schedule = Schedule()
        schedule.draw("a", 1, rate: rate, now: at(1_000))
        return schedule
    }

    @Test("before the first drawing, and whenever they would show something else, they are due at once")
    func atOnce() {
        var schedule = Schedule()
        #expect(!schedule.isDue(at: Self.at(0)))
        schedule.look(at: "a", 1, moves: false, isLogBeside: false, now: Self.at(5))
        #expect(schedule.isDue(at: Self.at(5)) && !schedule.isDue(at: Self.at(4)))
        schedule = Self.drawn()
        schedule.look(at: "b", 1, moves: false, isLogBeside: false, now: Self.at(1_001))
        #expect(schedule.dueAt == Self.at(1_001))
        schedule = Self.drawn()
        schedule.forget()
        schedule.look(at: "a", 1, moves: false, isLogBeside: false, now: Self.at(1_002))
        #expect(schedule.dueAt == Self.at(1_002))
    }

    @Test("what moves by itself wakes them after each drawing, where nothing else happens")
    func alone() {
        var schedule = Schedule()
        schedule.look(at: "a", 1, moves: true, isLogBeside: false, now: Self.at(1_000))
        schedule.draw("a", 1, rate: 0, now: Self.at(1_000))
        #expect(schedule.dueAt == Self.at(1_250))
        schedule.look(at: "a", 1, moves: false, isLogBeside: false, now: Self.at(1_250))
        schedule.draw("a", 1, rate: 0, now: Self.at(1_250))
        #expect(schedule.dueAt == nil)
    }

    @Test("while nothing moves they are not drawn again, but for a rate that falls")
    func still() {
        var schedule = Self.drawn()
        schedule.look(at: "a", 1, moves: false, isLogBeside: true, now: Self.at(9_000))
        #expect(schedule.dueAt == nil)
        schedule = Self.drawn(rate: 30)
        #expect(schedule.dueAt == Self.at(2_000))
        schedule.look(at: "a", 1, moves: false, isLogBeside: false, now: Self.at(1_500))
        #expect(schedule.dueAt == Self.at(2_000))
    }

    @Test(
        "what moves by itself is followed at some distance, a log beside the picture closer", arguments: [true, false])
    func moving(movesByItself: Bool) {
        for (isLogBeside, interval) in [(true, Int64(100)), (false, 250)] {
            var schedule = Self.drawn(rate: 30)
            schedule.look(
                at: "a", movesByItself ? 1 : 2, moves: movesByItself, isLogBeside: isLogBeside, now: Self.at(1_033))
            #expect(schedule.dueAt == Self.at(1_000 + interval))
        }
    }

    @Test("while a recording is heard ahead they follow twice a second, and what somebody does at once")
    func busy() {
        var schedule = Self.drawn()
        schedule.look(at: "a", 2, moves: true, isLogBeside: true, isBusy: true, now: Self.at(1_033))
        #expect(schedule.dueAt == Self.at(1_500))
        schedule.look(at: "b", 2, moves: true, isLogBeside: true, isBusy: true, now: Self.at(1_040))
        #expect(schedule.dueAt == Self.at(1_040))
    }
}
