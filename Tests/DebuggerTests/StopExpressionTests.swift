import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite("Conditions that are typed")
struct StopExpressionTests {
    /// Frame 12, place 5 of 30 in chunk 3, whose sound is 70 ms behind.
    private static let record: FrameRecord = {
        var record = FrameRecord(
            ordinal: 12, mode: .overlay, generation: 2,
            position: FramePosition(chunk: 3, section: 1, sequence: 9, frame: 4, frameCount: 30), clip: "talk_1",
            baseIndex: 40, demandedClip: "talk_1", demandedIndex: 41, overlayKey: PictureKey("talk_1/41/J1_X2.webp"),
            status: .desyncIndex, due: Instant(seconds: 5), shown: Instant(seconds: 5.004),
            arrived: Instant(seconds: 4.2), decoded: Instant(seconds: 4.25))
        record.period = .milliseconds(40)
        record.soundPosition = .milliseconds(90)
        record.character = "ö"
        return record
    }()
    /// Nothing but the base of a clip.
    private static let idle = FrameRecord(
        ordinal: 3, mode: .idle, generation: 0, clip: "idle \"1\"", baseIndex: 3, demandedIndex: 0, status: .sync,
        due: .zero, shown: .zero)

    private static func holds(_ text: String, _ record: FrameRecord = record) throws -> Bool {
        try StopExpression(text).holds(record)
    }

    @Test(
        "every field has the value that the inspector shows",
        arguments: [
            "frame == 12", "status == DESYNC(index)", "mode == talk", "message == 2", "chunk == 3", "section == 1",
            "seq == 9", "place == 5", "frames == 30", "base == 40", "clip == talk_1", "demanded == 41",
            "demanded-clip == talk_1", "overlay == talk_1/41/J1_X2.webp", "sheet == J1_X2.webp", "drift == 70",
            "sound == 90", "late == 4", "arrived == -800", "decoded == -750", "period == 40", "time == 5004",
            "due == 5s", "char == ö",
        ])
    func fields(text: String) throws {
        #expect(try Self.holds(text))
        #expect(try !Self.holds(text.replacingOccurrence("==", by: "!=")))
    }

    @Test("all fields are among those that are tested, but for the note")
    func complete() {
        #expect(StopField.allCases.count == 25)
    }

    @Test(
        "signs, units, words and patterns mean what they say",
        arguments: [
            ("drift > 60 && chunk == 3", true), ("drift>60&&chunk==3", true), ("drift > 70", false),
            ("drift >= 70ms", true), ("drift <= 0.07s", true), ("drift < 69.999", false), ("drift > -5", true),
            ("mode == talking", true), ("mode == overlay", true), ("mode == TALK", true), ("mode ~ t*", true),
            ("status == held", false), ("status ~ desync*", true), ("status ~ \"DESYNC(i*\"", true),
            ("overlay ~ */j1_x?.webp", true), ("clip == Talk_1", false), ("clip ~ Talk_1", true),
            ("clip == 'talk_1'", true), ("!(chunk == 3)", false), ("!chunk == 3", false), ("!!chunk == 3", true),
            ("chunk == 4 || drift > 60", true), ("chunk == 4 || chunk == 3 && drift > 100", false),
            ("demanded != base", true), ("demanded <= base", false), ("demanded-clip == clip", true),
            ("clip != demanded-clip", false), ("clip == \"demanded-clip\"", false), ("late < drift", true),
            ("decoded < arrived", false), ("clip ~ demanded-clip", false),
            ("(chunk == 4 || chunk == 3) && drift > 60", true), ("chunk == 3 && mode == idle || place < 6", true),
        ] as [(String, Bool)])
    func meaning(text: String, holds: Bool) throws { #expect(try Self.holds(text) == holds) }

    @Test("a field without a value makes its comparisons false, whatever they are, and what is not so true")
    func absent() throws {
        for text in [
            "chunk == 3", "chunk != 3", "drift < 60", "overlay ~ *", "overlay != x", "note ~ *", "late > 0",
            "base != demanded", "demanded != base", "clip != demanded-clip",
        ] {
            #expect(try !Self.holds(text, Self.idle), "\(text)")
            #expect(try text == "late > 0" || Self.holds("!(\(text))", Self.idle), "\(text)")
        }
        #expect(try Self.holds("clip == 'idle \"1\"' && late == 0", Self.idle))
    }

    @Test(
        "what is wrong is said with its place, what may have been meant, and what was found",
        arguments: [
            ("", 0, "expected a field, such as drift"),
            ("drfit > 60", 0, "\"drfit\" is not a field; did you mean drift?"),
            ("chunk == 3 && drfit > 60", 14, "\"drfit\" is not a field; did you mean drift?"),
            ("nonsense > 1", 0, "\"nonsense\" is not a field"),
            ("chunk", 5, "expected == != < <= > >= after chunk"),
            ("chunk ~ 3", 6, "expected == != < <= > >= after chunk, found ~"),
            ("clip < a", 5, "expected == != ~ after clip, found <"),
            ("chunk = 3", 6, "expected ==, found ="), ("chunk == 3 & mode == talk", 11, "expected &&, found &"),
            ("chunk == three", 9, "expected a whole number, found \"three\""),
            ("chunk == 3.5", 9, "expected a whole number, found \"3.5\""),
            ("chunk == drift", 9, "drift is a time, and chunk is a whole number"),
            ("late > clip", 7, "clip is text, and late is a time"),
            ("chunk == 3ms", 9, "chunk has no unit: 3"),
            ("chunk == 99999999999999999999", 9, "the number is too large"),
            ("drift > soon", 8, "expected a time such as 60, 60ms or 1.5s, found \"soon\""),
            ("drift > 60m", 8, "expected ms or s, found \"m\""),
            ("drift >", 7, "expected a time such as 60, 60ms or 1.5s"),
            ("drift > \"60\"", 8, "expected a time such as 60, 60ms or 1.5s, found text"),
            ("status == HEDL", 10, "\"HEDL\" is not a status; did you mean HELD?"),
            ("mode == walking", 8, "\"walking\" is not a mode; did you mean talking?"),
            ("mode == x", 8, "\"x\" is not a mode; expected one of idle, bridge, talk, finish, return"),
            ("(chunk == 3", 11, "expected )"), ("chunk == 3)", 10, "expected && or ||, found )"),
            ("chunk == 3 drift > 60", 11, "expected && or ||, found \"drift\""),
            ("clip == \"abc", 8, "text without its closing \""),
            ("clip == a \u{7}", 10, "an unexpected character"),
        ] as [(String, Int, String)])
    func wrong(text: String, place: Int, reason: String) {
        #expect(throws: StopFault(place: place, reason: reason)) { try StopExpression(text) }
    }

    @Test("what pixels change is asked for on either side")
    func pixels() throws {
        #expect(try StopExpression("char == note").asksForPixels && StopExpression("status == held").asksForPixels)
        #expect(try !StopExpression("char == \"note\"").asksForPixels)
    }

    @Test("a text that is too long or too deep is refused, one at the limit is read")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "chunk == 3" + String(repeating: ")", count: depth)
        }
        #expect(try Self.holds(nested(StopExpression.deepest)))
        #expect(throws: StopFault.self) { try StopExpression(nested(StopExpression.deepest + 1)) }
        #expect(throws: StopFault.self) { try StopExpression(String(repeating: "!", count: 900) + "chunk == 3") }
        let one = "chunk == 3 && "
        let long = String(repeating: one, count: 70) + "chunk == 3"
        #expect(try Self.holds(long + String(repeating: " ", count: StopExpression.longest - long.count)))
        #expect(throws: StopFault(place: 1_000, reason: "at most 1000 characters")) {
            try StopExpression(String(repeating: one, count: 72))
        }
        #expect(throws: StopFault.self) { try StopExpression("char == " + String(repeating: "e\u{301}", count: 600)) }
    }

    @Test("no text makes it trap, and what is wrong lies within the text", arguments: 0..<40)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces =
            StopField.allCases.map(\.name) + StopExpression.Sign.allCases.map(\.rawValue) + [
                "&&", "||", "!", "(", ")", "\"", "'", " ", "  ", "3", "-", "-3.5ms", "1e9s", "HELD", "DESYNC(", "é",
                "\u{1B}", "9999999999999999999999", ".", "when", "*", "=", "&", "\u{301}", "\n",
            ]
        for _ in 0..<200 {
            let text = (0..<random.below(24)).map { _ in random.pick(pieces) }.joined()
            do {
                let expression = try StopExpression(text)
                _ = expression.holds(Self.record)
                #expect(try StopExpression(expression.text) == expression)
            } catch {
                #expect((0...text.count).contains(error.place) && !error.reason.isEmpty, "\(text.debugDescription)")
            }
            for end in [text.startIndex, text.endIndex] {
                _ = StopCompletion(String(text[..<end]), at: Self.record, clips: ["a b", "a\"b'"]).common
            }
        }
    }

    @Test("it is typed with its word or without, beside the stops that have words of their own")
    func typed() throws {
        let expression = try StopExpression("drift > 60")
        for text in ["when drift > 60", "drift > 60", "  drift > 60 "] {
            #expect(try Breakpoint.Condition(typed: text) == .when(expression))
        }
        #expect(Breakpoint.Condition("when drift > 60")?.text == "when drift > 60")
        #expect(try Breakpoint.Condition(typed: "drift 60") == .drift(.milliseconds(60)))
        #expect(try Breakpoint.Condition(typed: "overlay ~ x") == .when(StopExpression("overlay ~ x")))
        #expect(try Breakpoint.Condition(typed: "overlay J1*") == .overlay("J1*"))
        #expect(try Breakpoint.Condition(typed: "late") == .late)
        #expect(try Breakpoint.Condition(typed: "late > 20") == .when(StopExpression("late > 20")))
        for (text, place, reason) in [
            ("when drfit > 6", 5, "\"drfit\" is not a field; did you mean drift?"),
            ("fautl", 0, "\"fautl\" is neither a stop nor a field; did you mean fault?"),
            ("held 3", 0, "held is a condition of its own, not a field"),
            ("drift x", 6, "expected == != < <= > >= after drift, found \"x\""),
        ] {
            #expect(throws: StopFault(place: place, reason: reason)) { try Breakpoint.Condition(typed: text) }
        }
    }

    @Test("it stops where it becomes true, forward and backward, and nowhere else")
    func edge() throws {
        let timeline = HeardSession(HeardSession.conversation()).timeline
        let expression = try StopExpression("mode == talk && place > 3 && place < 7 || mode == idle")
        var search = Search(.forward, from: 0, [Breakpoint(.when(expression))])
        var places: [EventCount] = []
        while case .at(let place) = search.next(in: timeline) { places.append(place) }
        let log = timeline.log
        let expected = (0..<log.frameCount).filter { ordinal in
            guard let record = log.record(ordinal), expression.holds(record) else { return false }
            return ordinal == 0 || log.record(ordinal - 1).map(expression.holds) == false
        }.compactMap { log.entry(ofFrame: $0)?.heard }
        #expect(places == expected && places.count > 3)
        var back = Search(.backward, from: timeline.history.count + 1, [Breakpoint(.when(expression))])
        var found: [EventCount] = []
        while case .at(let place) = back.next(in: timeline) { found.append(place) }
        #expect(found == places.reversed())
    }
}

extension String {
    fileprivate func replacingOccurrence(_ word: String, by other: String) -> String {
        split(separator: " ").map { $0 == word ? other : String($0) }.joined(separator: " ")
    }
}
