import Testing

@testable import Events

@Suite struct PatternTests {
    @Test(
        "* stands for any text",
        arguments: [
            ("receive_*", "receive_audio", true), ("*", "", true), ("a*b*c", "aXbYc", true), ("a*b*c", "acb", false),
            ("*_e", "idle_1_e", true), ("*_e", "_e_s", false), ("aa*aa", "aaa", false), ("plain", "plain", true),
            ("plain", "plain2", false), ("plain", "Plain", false), ("a?c", "abc", false), ("a?c", "a?c", true),
        ])
    func anyText(pattern: String, text: String, matches: Bool) {
        #expect(Pattern(pattern).matches(text) == matches)
    }

    @Test(
        "with both options ? stands for any byte, and case does not count",
        arguments: [
            ("*", "", true), ("a*c", "ABBC", true), ("A?c", "abc", true), ("a?c", "ac", false),
            ("*x*y", "axbxcy", true), ("*x*y", "axbxcyz", false), ("", "a", false), ("a**", "a", true),
            ("é?", "Éx", false), ("é?", "éx", true), ("*a*a*a*b", "aaaaaaaaaaaaaaaa", false),
        ])
    func options(pattern: String, text: String, matches: Bool) {
        #expect(Pattern(pattern, [.anyByte, .anyCase]).matches(text) == matches)
    }

    @Test("each option is one by itself")
    func single() {
        #expect(Pattern("a?", .anyByte).matches("ab") && !Pattern("a?", .anyByte).matches("Ab"))
        #expect(Pattern("a?", .anyCase).matches("A?") && !Pattern("a?", .anyCase).matches("Ab"))
    }

    @Test("a literal means itself alone", arguments: ["*", "a*", "?", "", "a|b \"", "é"])
    func literal(text: String) {
        #expect(Pattern(literal: text).matches(text))
        #expect(!Pattern(literal: text).matches(text + "x") && !Pattern(literal: text).matches("other"))
    }
}
