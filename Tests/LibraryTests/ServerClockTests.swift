import Testing

@testable import Library

@Suite struct ServerClockTests {
    @Test("an answer that comes late changes nothing of what a quick one has told")
    func late() {
        var clock = ServerClock()
        clock.receive(date: 1_000, asked: 500, answered: 500.1)
        #expect(clock.skew == 499.9)
        // Made at once, here after nine seconds; and made after nine.
        clock.receive(date: 1_010, asked: 510, answered: 519)
        #expect(clock.skew == 499.9)
        clock.receive(date: 1_029, asked: 520, answered: 529.2)
        #expect(clock.skew == 499.9)
    }

    @Test("a clock that was set is followed, as far as answers tell; what is late at first is mended by the next one")
    func set() {
        var clock = ServerClock()
        clock.receive(date: 1_000, asked: 500, answered: 508)
        #expect(clock.skew == 492)
        clock.receive(date: 1_010, asked: 510, answered: 510.5)
        #expect(clock.skew == 499.5)
        clock.receive(date: 400, asked: 520, answered: 520.5)
        #expect(clock.skew == -119)
        clock.receive(date: 9_000, asked: 530, answered: 500)
        #expect(clock.skew == 8_470)
    }
}
