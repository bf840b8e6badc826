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
        #expect(error?.reason.hasPrefix("a.toml:\(line): expected ") == true, "\(error?.reason ?? "")")
    }

    @Test(
        "the library's sentences have the words of our own",
        arguments: [
            ("[play\n", "a.toml:1:6: expected ']', found '\\n'"),
            ("[play]\nvolume = 3\nvolume = 4\n", "a.toml:3:10: cannot redefine existing integer 'volume'"),
            ("= 1", "a.toml:1:1: expected keys, tables, whitespace or comments, found '='"),
            ("a", "a.toml:1:2: encountered end-of-file"),
        ])
    func sentences(text: String, reason: String) {
        let error = #expect(throws: CommandError.self) { _ = try TOMLText.table(text, of: "a.toml") }
        #expect(error?.reason == reason)
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
