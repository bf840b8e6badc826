import Testing

@testable import Events
@testable import Settings

@Suite struct TOMLTextTests {
    /// All but the last two end the library's program: by an assertion, or with the stack.
    @Test(
        "what the TOML library cannot take is refused with its line",
        arguments: [
            ("\u{FEFF}[\u{19}-x", 1), ("a = 1\n[", 2), ("a = [[}", 1), ("a = [1,\u{2028}2]", 1), ("a = {b = }}", 1),
            ("a = 1\nb = 1979-05-27T]", 2), ("a = 1979-05-27 1", 1), ("a = 07:32:x", 1),
            ("a = 1979-05-27T'''x07:32", 1), (String(repeating: "a.", count: 500_000) + "a = 1", 1),
            ("[" + String(repeating: "a.", count: 500_000) + "a]", 1), ("a = \"\"\"\n1979-05-27T]", 1),
            ("# no\na = 1\0]]", 2),
        ])
    func fatal(text: String, line: Int) {
        let error = #expect(throws: CommandError.self) { _ = try TOMLText.table(text, of: "a.toml") }
        let reason = error?.reason ?? ""
        #expect(reason.hasPrefix("a.toml:\(line): ") && reason.contains("expected "), "\(reason.prefix(200))")
    }

    @Test(
        "what is wrong is told in words of the line: its name, what was expected there, and what was found",
        arguments: [
            ("[play\n", "1: expected \"]\" behind the section's name"),
            ("[play", "1: expected \"]\" behind the section's name"),
            ("[play] x", "1: expected a name in brackets and nothing else, found [play] x"),
            ("[play]\n[play]", "2: play: already in line 1; remove one of them"),
            ("[play]\nvolume = 3\nvolume = 4\n", "3: play.volume: already in line 2; remove one of them"),
            ("= 1", "1: expected a name of one word in front of \"=\", found nothing"),
            ("a b = 1", "1: expected a name of one word in front of \"=\", found a b"),
            ("a", "1: expected NAME = VALUE, found no \"=\""),
            ("a: 1", "1: expected NAME = VALUE, found no \"=\""),
            ("[x]\r\na = tru # no\r\nb = 1", "2: x.a: expected \(TOMLText.value), found tru"),
            ("a =\nb = 1", "1: a: expected \(TOMLText.value), found nothing"),
            ("a = #ffffff", "1: a: expected \(TOMLText.value), found #ffffff"),
            ("a = 1979-05-27", "1: a: expected \(TOMLText.value), found 1979-05-27"),
            ("a = 'b' 'c # d'", "1: a: expected \(TOMLText.value), found 'b' 'c # d'"),
            (
                #"a = "\d""#,
                #"1: a: expected \\ for each backslash in double quotes; in single quotes it stands for itself"#
            ),
            ("a = 1 # \u{1}", "1: expected no control characters"),
            ("[[a]]\nb = 1\n[[a]]\nb = x", "4: a[1].b: expected \(TOMLText.value), found x"),
        ])
    func sentences(text: String, reason: String) {
        let error = #expect(throws: CommandError.self) { _ = try TOMLText.table(text, of: "a.toml") }
        #expect(error?.reason == "a.toml:" + reason)
    }

    @Test("what our files are made of is taken, however it is written")
    func taken() throws {
        let lines = [
            "\u{FEFF}# a list: [1979-05-27T]\r", "  max_desync=2 # two\r", "max_late = 'none'", "min.frames = -1.5e+3",
            #"x = "é \" [[ # 1-2""#, "y = []", "[ \"a b\".c ]", "[[d]]", "",
        ]
        let table = try TOMLText.table(lines.joined(separator: "\n"), of: "a.toml")
        #expect(table["max_desync"]?.int == 2 && table["max_late"]?.string == "none")
        #expect(table["min"]?.table?["frames"]?.double == -1500)
        #expect(table["x"]?.string == "é \" [[ # 1-2" && table["y"]?.array?.isEmpty == true)
    }
}
