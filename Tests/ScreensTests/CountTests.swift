import Debugger
import Events
import Keys
import Panels
import Testing

@testable import Screens

@Suite("Digits before a key")
struct CountTests {
    private static func screening(_ set: (inout ScreenModel.Opening) -> Void = { _ in }) -> Screening {
        var screening = Screening(Screening.heard, set)
        screening.change { ($0.now, $0.breakpoints) = (Instant(seconds: 10), [Breakpoint(.late)]) }
        return screening
    }

    private static func said(_ screening: Screening) -> String? {
        screening.model.status(screening.model.layout(screening.played), screening.played, rate: 0).notice
    }

    /// Types digits, then a key.
    private static func type(_ keys: String, _ last: Key, in screening: inout Screening) -> [ScreenAction] {
        for key in keys { #expect(screening.press(.character(key)) == []) }
        return screening.press(last)
    }

    @Test(
        "a step is done so many times, as one",
        arguments: [
            ("5", .character("."), .go(to: .frames(5))), ("20", .character(","), .go(to: .frames(-20))),
            ("3", .character("n"), .go(to: .chunks(3))), ("2", .character("N"), .go(to: .chunks(-2))),
            ("12", .character("}"), .go(to: .events(12))), ("4", .named(.right), .skip(.seconds(20))),
            ("4", .named(.left), .skip(.seconds(-20))), ("10", .character(">"), .run(.forward, times: 10)),
            ("2", .character("<"), .run(.backward, times: 2)), ("1", .character("."), .go(to: .frames(1))),
            ("0", .character("."), .go(to: .frames(1))), ("05", .character("."), .go(to: .frames(5))),
            ("999999999999999999999999", .character("."), .go(to: .frames(100_000))),
        ] as [(String, Key, ScreenAction)])
    func steps(digits: String, key: Key, action: ScreenAction) {
        var screening = Self.screening()
        #expect(Self.type(digits, key, in: &screening) == [action])
        #expect(screening.model.count == nil && screening.model.countEnd == nil)
        // The next one counts for itself.
        if key == .character(".") { #expect(screening.press(key) == [.go(to: .frames(1))]) }
    }

    @Test("the status line says it while it waits")
    func shown() {
        var screening = Self.screening()
        screening.hear(.notice("something"))
        _ = Self.type("1", .character("2"), in: &screening)
        #expect(Self.said(screening) == "count 12")
        screening.press(.character("."))
        #expect(Self.said(screening) == nil)
    }

    @Test("one digit alone goes to its tenth after half a second, or at once with Enter")
    func tenth() {
        for waits in [true, false] {
            var screening = Self.screening()
            #expect(screening.press(.character("5")) == [])
            #expect(screening.model.countEnd == Instant(seconds: 10.5))
            screening.hear(.countDue)
            #expect(screening.model.count != nil)
            screening.change { $0.now = Instant(seconds: 10.5) }
            let actions = waits ? screening.hear(.countDue) : screening.press(.named(.enter))
            #expect(actions == [.seek(to: Instant(seconds: 6))] && screening.model.count == nil)
        }
    }

    @Test("several digits alone do nothing, with Enter as well, and are forgotten")
    func several() {
        var screening = Self.screening()
        #expect(Self.type("5", .character("0"), in: &screening) == [])
        let end = screening.model.countEnd
        #expect(end == Instant(seconds: 13))
        screening.change { $0.now = Instant(seconds: 13) }
        #expect(screening.hear(.countDue) == [] && screening.model.count == nil)
        #expect(Self.type("50", .named(.enter), in: &screening) == [] && screening.model.count == nil)
        #expect(screening.model.notice == nil)
    }

    @Test("Esc forgets a count and closes nothing, any key that goes nowhere does what it does")
    func forgotten() {
        var screening = Self.screening { $0.steps = true }
        screening.press(.toggleStatistics)
        #expect(Self.type("5", .named(.escape), in: &screening) == [])
        #expect(screening.model.count == nil && screening.model.picture.showsStatistics)
        _ = Self.type("5", .character("o"), in: &screening)
        #expect(screening.model.count == nil && screening.model.picture.isOutlined)
        _ = Self.type("5", .control("g"), in: &screening)
        #expect(screening.model.count == nil)
        #expect(Self.type("5", .named(.home), in: &screening) == [.go(to: .start)])
        _ = Self.type("5", .character("g"), in: &screening)
        #expect(screening.model.count == nil && screening.model.prompt?.purpose == .place)
        screening.press(.named(.escape))
        #expect(screening.press(.character(".")) == [.go(to: .frames(1))])
        screening.press(.character("7"))
        screening.press(.mouse(MouseEvent(.pressed(1), at: CellPoint(column: 0, row: 0))))
        #expect(screening.model.count == nil)
    }

    @Test("a count of matches goes to that match, and of too few to the last one")
    func matches() {
        var screening = Screening()
        screening.say(5)
        let places = Array(screening.timeline.log.entries.indices.suffix(5))
        screening.press(.search)
        screening.type("line")
        screening.timeline.move(to: screening.timeline.log.entries[places[0] - 1].heard)
        func heard(_ number: Int) -> [ScreenAction] {
            [.go(to: .heard(screening.timeline.log.entries[places[number]].heard))]
        }
        #expect(Self.type("3", .character("j"), in: &screening) == heard(2))
        #expect(Self.type("99", .character("j"), in: &screening) == heard(4))
        #expect(Self.type("1", .character("j"), in: &screening) == heard(0))
    }

    @Test("with the probe the arrows move it so many pixels")
    func probe() {
        var screening = Self.screening()
        screening.press(.toggleProbe)
        let before = screening.model.stepping.probe
        _ = Self.type("12", .named(.right), in: &screening)
        #expect(screening.model.stepping.probe?.x == before.map { $0.x + 12 })
    }

    @Test("a run that waits for pixels keeps its count")
    func waitingRun() {
        var screening = Screening { $0.steps = true }
        screening.change { ($0.breakpoints, $0.isExhausted) = ([Breakpoint(.fault)], true) }
        screening.hear(.began)
        #expect(Self.type("3", .character(">"), in: &screening) == [.togglePause, .runAhead])
        screening.hear(.found([], Coverage(seams: true, sound: true)))
        #expect(screening.turn() == [.run(.forward, times: 3)])
    }

    @Test("a condition on the status waits for pixels as a run for faults does, one on chunks does not")
    func pixels() throws {
        for (text, waits) in [("status == SEAM", true), ("chunk == 0", false)] {
            var screening = Screening { $0.steps = true }
            let condition = try Breakpoint.Condition(typed: text)
            screening.change { $0.breakpoints = [Breakpoint(condition)] }
            screening.hear(.began)
            #expect(screening.press(.runForward) == (waits ? [.togglePause, .runAhead] : [.run(.forward)]))
        }
    }
}
