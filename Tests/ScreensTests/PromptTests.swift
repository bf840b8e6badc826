import Debugger
import Events
import Keys
import Panels
import Sessions
import Testing

@testable import Screens

@Suite struct PromptTests {
    @Test("what is typed first takes the place of an offered text, any other key leaves it to be edited")
    func offer() {
        var prompt = Prompt(.markName(at: .zero), "frame 12")
        #expect(prompt.isOffer)
        _ = prompt.receive(.character("x"))
        #expect(prompt.editor.text == "x" && !prompt.isOffer)
        for key in [Key.named(.end), .named(.left)] {
            var prompt = Prompt(.markName(at: .zero), "frame 12")
            _ = prompt.receive(key)
            #expect(!prompt.isOffer)
            #expect(prompt.editor.text.hasPrefix("frame 1"))
        }
        for key in [Key.named(.backspace), .control("h"), .named(.delete)] {
            var prompt = Prompt(.markName(at: .zero), "frame 12")
            _ = prompt.receive(key)
            #expect(prompt.editor.text == "" && !prompt.isOffer)
        }
        #expect(!Prompt(.place).isOffer)
    }

    @Test("more than a line takes is said, with the next key no longer")
    func tooLong() {
        var prompt = Prompt(.markName(at: .zero))
        _ = prompt.receive(.paste(String(repeating: "a", count: 1_000)))
        #expect(prompt.error == nil)
        _ = prompt.receive(.paste(": a note"))
        #expect(prompt.error == "At most 1000 characters")
        #expect(prompt.editor.text.count == 1_000)
        _ = prompt.receive(.named(.backspace))
        #expect(prompt.error == nil)
    }

    @Test(
        "a mark is a name and perhaps a note behind a colon",
        arguments: [
            ("smile", "smile", nil), ("smile: too wide", "smile", "too wide"), ("smile:", "smile", ""),
            (" a : b: c ", "a", "b: c"),
        ] as [(String, String, String?)])
    func mark(typed: String, name: String, note: String?) {
        let mark = TypedMark(typed)
        #expect(mark.name == name && mark.note == note && mark.problem() == nil)
    }

    @Test("Ctrl-K takes away what is behind the cursor, Ctrl-U what is before it")
    func deleting() {
        var prompt = Prompt(.filter)
        for key in "one two".map({ Key.character($0) }) { _ = prompt.receive(key) }
        for _ in 0..<4 { _ = prompt.receive(.named(.left)) }
        _ = prompt.receive(.control("k"))
        #expect(prompt.editor.text == "one")
        _ = prompt.receive(.control("k"))
        _ = prompt.receive(.named(.left))
        _ = prompt.receive(.control("u"))
        #expect(prompt.editor.text == "e")
    }

    @Test("a mark that a tape would not keep is refused")
    func longMark() {
        #expect(TypedMark(": note").problem() == "A mark needs a name")
        for name in ["312", "c4", "12.4s", "4: 0.24"] {
            #expect(TypedMark(name).problem()?.contains("another name") == true, "\(name)")
            #expect(TypedMark(name + ": note").problem(named: TypedMark(name).name) == nil)
        }
        #expect(TypedMark(String(repeating: "a", count: 999)).problem() == nil)
        #expect(TypedMark(String(repeating: "a", count: 1_000)).problem() == "A name has at most 999 characters")
        // One character of several scalars.
        #expect(TypedMark(String(repeating: "e\u{301}", count: 600)).problem() != nil)
        #expect(TypedMark("a:" + String(repeating: "b", count: 10_000)).problem() == "The note is too long")
    }

    @Test(
        "places are read strictly",
        arguments: [
            ("12", Goal.frame(12)), ("5.2s", .time(Instant(seconds: 5.2).throughMillisecond)),
            ("90:00", .time(Instant(seconds: 5_400).throughMillisecond)),
            ("1:02:03.5", .time(Instant(seconds: 3_723.5).throughMillisecond)), ("c3", .chunk(3)),
            ("0:12.4", .time(Instant(seconds: 12.4).throughMillisecond)),
            ("900ms", .time(Instant(seconds: 0.9).throughMillisecond)), ("5.2", nil),
            ("99:99:99", nil), ("0:60", nil), ("1:60:00", nil), ("1e3s", nil), ("0x10s", nil), ("+5s", nil),
            ("infs", nil),
            ("1.5:00", nil), ("1:", nil), (".s", nil), ("s", nil), ("-1s", nil), ("1:2:3:4", nil),
        ] as [(String, Goal?)])
    func places(typed: String, goal: Goal?) { #expect(TypedPlace.goal(typed, marks: [], in: SessionLog()) == goal) }

    @Test("a place is one whatever marks are called")
    func marks() {
        let marks = ["312", "c4", "smile"].map { Mark(time: Instant(seconds: 1), name: $0) }
        func goal(_ text: String) -> Goal? { TypedPlace.goal(text, marks: marks, in: SessionLog()) }
        #expect(goal("312") == .frame(312) && goal("c4") == .chunk(4))
        #expect(goal("smile") == .time(Instant(seconds: 1)) && goal("grin") == nil)
    }
}
