import Events
import Support
import Testing

@testable import Rewriting

@Suite struct RewriteRuleTests {
    @Test(
        "every form of the grammar is read",
        arguments: [
            "drop", "drop where chunk=1", "delay 400ms where name=receive_audio chunk=1", "delay -1.5s", "move 3s",
            "duplicate", "duplicate where p=0.5", "duplicate 20ms", "duplicate 20s 99 times where message=1", "swap",
            "reverse where chunk=2..4|7", "shuffle where nth=2..|last", "corrupt noise", "corrupt bits 8 where chunk=0",
            "corrupt audio_data keep 50% where chunk=0", "corrupt image_data skip 44", "form wrapped where sequence=3",
            "set a.b[0].c[].d[-1]=12", "set a={\"b c\":[1, 2]} where chunk=1", "set a=\"x y\" where chunk=1",
            "set a+=-3",
            "set a as text where chunk=1", "set a as float", "set animations[\"x.y\"].frames=0",
            "remove frames[3].char",
            "rename play_animation where name=play_base_animation", "insert audio_end", "insert audio_end after 3s",
            "insert linkLost {\"reason\":\"gone away\"} after -20ms where name=audio_end nth=last",
            "insert two {\"a\": 1} [2] after 0s", "  drop   where  chunk=1   time=3s..4500ms  ",
            "drop where name=\"odd name\" clip=idle_*|*_e",
        ])
    func accepted(text: String) throws {
        #expect(try RewriteRule(text).text == text)
    }

    @Test("a rule means what it says")
    func meaning() throws {
        let rule = try RewriteRule("duplicate 1.5s 3 times where name=a*|b chunk=2..4 time=..3s nth=last p=0.25")
        #expect(rule.action == .duplicate(TimeSpan(microseconds: 1_500_000), times: 3))
        var filter = RewriteFilter()
        filter.names = [Pattern("a*"), Pattern("b")]
        filter.chunks = [RewriteRange(low: 2, high: 4)]
        filter.times = [RewriteRange(low: .min, high: 3_000_000)]
        filter.nth = [.last]
        filter.chance = 0.25
        #expect(rule.filter == filter)
        let steps: [RewritePath.Step] = [.member("frames"), .element(3), .member("x")]
        #expect(try RewriteRule("set frames[3].x=word").action == .change(RewritePath(steps), .set("word")))
        #expect(try RewriteRule("set x=12.0").action == .change(RewritePath([.member("x")]), .set(.double(12))))
    }

    @Test(
        "a rule that makes no sense is named with the column, what was expected and what was found",
        arguments: [
            ("", 1, "one of drop, delay", "the end"), ("drp", 1, "one of drop, delay", "'drp'"),
            ("delay where chunk=1", 7, "a time such as 400ms", "'where'"), ("delay 400", 7, "a time", "'400'"),
            ("delay 1e300s", 7, "a time", "'1e300s'"), ("move -3s", 1, "a time from the start", "'move'"),
            ("drop where", 11, "one of name=", "the end"), ("drop where chnk=1", 12, "one of name=", "'chnk=1'"),
            ("drop where chunk", 17, "= behind chunk", "the end"), ("drop where chunk=x", 18, "a number", "'x'"),
            ("drop where chunk=5..2", 18, "a number", "'5..2'"), ("drop where chunk=..", 18, "a number", "'..'"),
            ("drop where chunk=last", 18, "a number", "'last'"), ("drop where p=1.5", 14, "a probability", "'1.5'"),
            ("drop where time=3..4", 17, "times such as", "'3..4'"), ("drop chunk=1", 6, "\"where\"", "'chunk=1'"),
            ("duplicate 3s x", 14, "a number of copies", "'x'"), ("duplicate 3s 0 times", 14, "a number", "'0'"),
            ("duplicate 3s 5", 15, "\"times\"", "the end"), ("corrupt", 8, "noise, bits N", "the end"),
            ("corrupt audio_data", 19, "noise, bits N", "the end"), ("corrupt bits 0", 14, "a number of bits", "'0'"),
            ("corrupt keep 101%", 14, "a number of bytes", "'101%'"), ("form jpeg", 6, "binary, base64", "'jpeg'"),
            ("set =3", 5, "a field", "'=3'"), ("set a", 6, "=, += or", "the end"), ("set a=", 7, "a value", "the end"),
            ("set a={\"b\":", 7, "JSON", "'{\"b\":'"), ("set a[x]=1", 7, "[], [3]", "'x]=1'"),
            ("set a.=1", 7, "a field's name", "'=1'"), ("set a as number", 10, "text or float", "'number'"),
            ("rename", 7, "an event's name", "the end"), ("insert x after", 15, "a time", "the end"),
        ])
    func refused(text: String, column: Int, expected: String, found: String) throws {
        do {
            _ = try RewriteRule(text)
            Issue.record("'\(text)' was accepted")
        } catch .badRule(_, let place, let wanted, let there) {
            // Columns behind blanks and commas differ by what is skipped; the word that is named counts.
            #expect(
                abs(place - column) <= 1 && wanted.hasPrefix(expected) && there == found, "\(place) \(wanted) \(there)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("any text is either a rule or refused: nothing traps")
    func anyText() {
        var numbers = SplitMix64(seed: 7)
        let words = [
            "drop", "delay", "where", "chunk=", "1", "..", "|", "400ms", "-", "set", "a", "[", "]", "\"", "{", "}", "=",
            "+=",
            "\\", "\u{0}", "é", "name=", "*", "nth=last", "insert", "after", "9223372036854775808", "%", "keep",
            "corrupt",
            " ", " ", " ", "p=", "times",
        ]
        for _ in 0..<20_000 {
            let count = Int(numbers.next() % 12)
            let text = (0..<count).map { _ in words[Int(numbers.next() % UInt64(words.count))] }.joined()
            if let rule = try? RewriteRule(text) { #expect(rule.text == text) }
        }
    }
}
