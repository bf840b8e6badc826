import Debugger
import Events
import Panels
import Terminal
import Testing

@testable import App
@testable import Checks
@testable import Keys

@Suite struct ClosingTests {
    private static func everything() -> ScreenState {
        var state = ScreenState()
        state.message = "stopped"
        state.popup = .marks(0)
        state.showsStatistics = true
        state.debug.awaitedRun = .forward
        state.debug.probe = .zero
        state.debug.showsPair = true
        state.debug.landmarks.selection = 1...2
        state.debug.log.search = "x"
        state.debug.log.setFilter(LogFilter(text: "y"), in: SessionLog())
        state.debug.isOpen = true
        return state
    }

    private static func close(_ thing: Closable, in state: inout ScreenState) {
        switch thing {
        case .message: state.message = nil
        case .pendingRun: state.debug.awaitedRun = nil
        case .popup: state.popup = nil
        case .statistics: state.showsStatistics = false
        case .probe: state.debug.probe = nil
        case .pair: state.debug.showsPair = false
        case .range: state.debug.landmarks.selection = nil
        case .search: state.debug.log.search = ""
        case .filter: state.debug.log.setFilter(LogFilter(), in: SessionLog())
        case .debugger: state.debug.isOpen = false
        case .logWork, .hearing, .export, .log: break
        }
    }

    @Test("what is open is closed one at a time, the innermost first and the debugger last")
    func order() {
        var state = Self.everything()
        var closed: [Closable] = []
        while let next = Closable.allCases.first(where: state.closables.contains), closed.count < 20 {
            closed.append(next)
            Self.close(next, in: &state)
        }
        #expect(
            closed == [
                .message, .pendingRun, .popup, .statistics, .probe, .pair, .range, .search, .filter, .debugger,
            ])
    }

    @Test("the log of a player is closed, the one of the debugger only with it")
    func log() {
        var state = ScreenState()
        #expect(state.closables == [])
        state.showsLog = true
        #expect(state.closables == [.log])
        state.debug.isOpen = true
        #expect(state.closables == [.debugger])
    }
}

@Suite struct PromptTests {
    @Test("what is typed first takes the place of an offered text, any other key leaves it to be edited")
    func offer() {
        var prompt = Prompt(.markName, "frame 12")
        #expect(prompt.isOffer)
        _ = prompt.receive(.character("x"))
        #expect(prompt.editor.text == "x" && !prompt.isOffer)
        for key in [Key.named(.end), .named(.left), .named(.backspace)] {
            var prompt = Prompt(.markName, "frame 12")
            _ = prompt.receive(key)
            #expect(!prompt.isOffer)
            #expect(prompt.editor.text.hasPrefix("frame 1"))
        }
        #expect(!Prompt(.place).isOffer)
    }

    @Test("more than a line takes is said, with the next key no longer")
    func tooLong() {
        var prompt = Prompt(.markName)
        _ = prompt.receive(.paste(String(repeating: "a", count: 1_000)))
        #expect(prompt.error == nil)
        _ = prompt.receive(.paste(": a note"))
        #expect(prompt.error == "at most 1000 characters")
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
        #expect(mark.name == name && mark.note == note && mark.problem == nil)
    }

    @Test("a mark that a tape would not keep is refused, and a long name leaves room for the place")
    func longMark() {
        #expect(TypedMark(": note").problem == "a mark needs a name")
        #expect(TypedMark(String(repeating: "a", count: 999)).problem == nil)
        #expect(TypedMark(String(repeating: "a", count: 1_000)).problem == "a name has at most 999 characters")
        // One character of several scalars.
        #expect(TypedMark(String(repeating: "e\u{301}", count: 600)).problem != nil)
        #expect(TypedMark("a:" + String(repeating: "b", count: 10_000)).problem == "the note is too long")
        #expect(TypedMark(String(repeating: "a", count: 900)).shortName.count == 24)
    }

    @Test(
        "places are read strictly",
        arguments: [
            ("12", Goal.frame(12)), ("5.2s", .time(Instant(seconds: 5.2))), ("90:00", .time(Instant(seconds: 5_400))),
            ("1:02:03.5", .time(Instant(seconds: 3_723.5))), ("c3", .chunk(3)),
            ("0:12.4", .time(Instant(seconds: 12.4))),
            ("99:99:99", nil), ("0:60", nil), ("1:60:00", nil), ("1e3s", nil), ("0x10s", nil), ("+5s", nil),
            ("infs", nil),
            ("1.5:00", nil), ("1:", nil), (".s", nil), ("s", nil), ("-1s", nil), ("1:2:3:4", nil),
        ] as [(String, Goal?)])
    func places(typed: String, goal: Goal?) { #expect(TypedPlace.goal(typed, marks: []) == goal) }
}
