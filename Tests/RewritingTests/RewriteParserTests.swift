import Events
import JSON
import Support
import Testing
import Wire

@testable import Rewriting

@Suite struct RewriteParserTests {
    private func parsed(_ text: String) throws -> (action: RewriteAction, filter: RewriteFilter?) {
        var parser = RewriteParser(text)
        return try parser.rule()
    }

    private func failure(_ text: String) -> (column: Int, expected: String, found: String)? {
        do {
            _ = try RewriteRule(text)
        } catch .badRule(_, let column, let expected, let found) {
            return (column, expected, found)
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test(
        "a number is taken up to its limit and not beyond",
        arguments: [
            ("duplicate 0s 10000 times", "duplicate 0s 10001 times"),
            ("corrupt bits 33554432", "corrupt bits 33554433"),
            ("corrupt keep 100%", "corrupt keep 100.01%"), ("corrupt skip 0%", "corrupt skip -0.01%"),
            ("corrupt keep 0", "corrupt keep -1"), ("drop where p=0", "drop where p=-0.001"),
            ("drop where p=1", "drop where p=1.001"), ("delay 1000000000s", "delay 1000000000.1s"),
            ("delay -1000000000s", "delay -1000000000.1s"), ("move 0s", "move -1ms"),
            ("drop where chunk=7..7", "drop where chunk=7..6"),
            ("drop where chunk=9223372036854775807", "drop where chunk=9223372036854775808"),
            ("set a[9223372036854775807]=1", "set a[9223372036854775808]=1"),
            ("drop where nth=last", "drop where index=last"), ("drop where nth=1", "drop where nth=0"),
            ("drop where nth=1..3|last", "drop where nth=0..3|last"), ("drop where nth=..1", "drop where nth=..0"),
            ("drop where nth=last|2", "drop where nth=-1"),
        ])
    func limits(taken: String, refused: String) {
        #expect(failure(taken) == nil)
        #expect(failure(refused) != nil)
    }

    @Test("a rule is as long as a megabyte at the most, and a longer one is named by its beginning")
    func length() throws {
        let text = "set a=\"" + String(repeating: "é", count: (RewriteParser.textLimit - 8) / 2) + "\""
        #expect(text.utf8.count == RewriteParser.textLimit)
        guard case .change(_, .set(.string(let value))) = try parsed(text).action else {
            Issue.record("it is a change")
            return
        }
        #expect(value.utf8.count == RewriteParser.textLimit - 8)
        let found = try #require(failure(text + " "))
        #expect(found.column == 1 && found.expected == "at most 1048576 bytes" && found.found == "'set'")
        #expect(throws: RewriteError.self) { try parsed(text + " ") }
    }

    @Test(
        "the column is that of the byte at which the fault begins",
        arguments: [
            ("", 1), ("  drp", 3), ("delay   400", 9), ("drop where chunk=1  chnk=2", 21), ("drop where chunk", 17),
            ("drop where time=1s|2", 17), ("set é=1", 5), ("rename é x", 11), ("set a[0].b[x]=1", 12),
            ("set a[0]..b=1", 10), ("insert x 1 {\"a\" 2}", 12), ("form  jpeg", 7), ("duplicate 1s 2 tims", 16),
        ])
    func columns(text: String, column: Int) {
        #expect(failure(text)?.column == column)
    }

    @Test("of a word that is too long the error names forty bytes")
    func longWord() {
        #expect(failure(String(repeating: "x", count: 40))?.found == "'" + String(repeating: "x", count: 40) + "'")
        #expect(failure(String(repeating: "x", count: 41))?.found == "'" + String(repeating: "x", count: 40) + "'")
    }

    @Test("what stands in quotes and brackets is a value, whatever words are in it")
    func quoted() throws {
        let rule = try parsed(#"set a={"where": ["x \" ] } where chunk=1", [2]]} where chunk=3"#)
        #expect(
            rule.action
                == .change(RewritePath([.member("a")]), .set(["where": ["x \" ] } where chunk=1", [2]]])))
        #expect(rule.filter?.chunks == [RewriteRange(low: 3, high: 3)])
        let insert = try parsed(#"insert a "where" "after" after 1s"#)
        #expect(insert.action == .insert(.event("a", ["where", "after"]), after: .seconds(1)) && insert.filter == nil)
    }

    @Test(
        "an input that is inserted is what a tape gives back of it",
        arguments: [
            ("sent", .sent), ("refused", .refused(1)), ("refused {\"generation\":7}", .refused(7)),
            ("refused {} after 1s", .refused(1)), ("linkLost", .linkLost(reason: "rewritten")),
            ("linkLost {\"reason\":\"io client disconnect\"}", .linkClosed),
            ("linkRestored where nth=1", .linkRestored),
        ] as [(String, LocalInput)])
    func inputs(text: String, input: LocalInput) throws {
        guard case .insert(.input(let name, let found), _) = try parsed("insert " + text).action else {
            Issue.record("\(text) is no input")
            return
        }
        #expect(found == input)
        let (written, data) = LocalInputCoding.encode(found)
        #expect(written == name.rawValue)
        #expect(try LocalInputCoding.decode(name: written, data: data) == input)
    }

    @Test(
        "an input that no tape can hold is refused when the rule is read",
        arguments: [
            ("refused {\"generation\":-1}", 16, "\"generation\" is not a whole number from 0 to 2147483647"),
            (
                "refused {\"generation\":\"x\"} after 1s", 16,
                "\"generation\" is not a whole number from 0 to 2147483647"
            ),
            ("linkLost  {\"reason\":[]}", 18, "\"reason\" is not text"),
        ])
    func badInputs(text: String, column: Int, reason: String) throws {
        let found = try #require(failure("insert " + text))
        #expect(found.column == column && found.expected.contains(reason), "\(found)")
    }

    @Test("a name in quotes is meant as it is, a word's star is any text")
    func names() throws {
        let filter = try parsed(#"drop where name="a|b *"|c* clip="\"" chunk=1"#).filter
        #expect(filter?.names == [Pattern(literal: "a|b *"), Pattern("c*")])
        #expect(filter?.clips == [Pattern(literal: "\"")])
        #expect(filter?.chunks == [RewriteRange(low: 1, high: 1)])
        #expect(failure("drop where name=a||b") != nil && failure("drop where name=a|") != nil)
        #expect(failure("drop where name=") != nil && failure(#"drop where name="a"#) != nil)
    }

    @Test(
        "a name that a stranger chose is the only one that its rule means",
        arguments: [
            "talk", "a b", "*", "talk*", "a|b", "\"", "\\", "", " ", "é\n\u{1B}", "where chunk=1", "\u{0}", "..", "a=b",
        ])
    func strangers(name: String) throws {
        let filter = try parsed("drop where clip=\(name.ruleText) name=\(name.ruleText) nth=1").filter
        for found in [filter?.clips, filter?.names] {
            #expect(found.allows(name) && !found.allows(name + "x") && !found.allows("other"))
        }
        #expect(filter?.nth == [.range(RewriteRange(low: 1, high: 1))])
    }

    @Test("of a word without quotes it is told whether it is JSON; else it is text")
    func words() throws {
        func value(_ word: String) throws -> JSON? {
            guard case .change(_, .set(let value)) = try parsed("set a=" + word).action else { return nil }
            return value
        }
        #expect(try value("-7") == .int(-7))
        #expect(try value("1e3") == .double(1_000))
        #expect(try value("true") == .bool(true))
        #expect(try value("null") == .null)
        #expect(try value("01") == "01")
        #expect(try value("a{b}") == "a{b}")
    }

    @Test("nobody can name stored bytes: such a key gets another underscore, in paths and in values at any depth")
    func escaped() throws {
        let steps: [RewritePath.Step] = [.member("__blob"), .member("__blob"), .member("blob")]
        #expect(
            try parsed(#"set _blob["_blob"].blob={"_blob": [{"__blob": 1}]}"#).action
                == .change(RewritePath(steps), .set(["__blob": [["___blob": 1]]])))
    }

    @Test("brackets without end, and more of them than anybody nests, are refused")
    func deep() {
        for text in [String(repeating: "[", count: 100_000), "{\"a\":\"]}", "\"\\", "[\"]\""] {
            #expect(failure("set a=" + text)?.expected == "JSON")
        }
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(failure("set a=" + nested)?.expected == "JSON")
    }
}
