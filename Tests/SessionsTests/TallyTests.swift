import Engine
import Events
import Sessions
import Testing

@Suite struct TallyTests {
    @Test("a tally names what it counts and no more")
    func text() {
        #expect(Tally(lost: 3, late: 1).text == "3 lost, 1 late")
        #expect(Tally(frozen: .milliseconds(120)).text == "frozen for 120 ms")
        #expect(Tally(frozen: TimeSpan(microseconds: 53_620)).text == "frozen for 53.6 ms")
        #expect(Tally().isEmpty)
    }
}
