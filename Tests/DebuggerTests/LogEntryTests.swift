import Debugger
import Engine
import Events
import Testing

@Suite struct LogEntryTests {
    @Test("an entry has the time of what it says")
    func time() {
        let note = Note(time: Instant(microseconds: 7), code: .odd, text: "x")
        #expect(LogEntry(heard: 1, .note(note)).time == Instant(microseconds: 7))
    }
}
