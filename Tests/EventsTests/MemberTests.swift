import Events
import Testing

@Suite("Names of members")
struct MemberTests {
    @Test(
        "a name is 1 to 64 printable characters, and stays as it is",
        arguments: ["a", "Anna 2", "é", "e\u{301}", "莉娜", "🙂", " ", "main", String(repeating: "x", count: 64)])
    func good(name: String) throws {
        let member = try #require(Member(name))
        #expect(member.name.map { Array($0.unicodeScalars) } == Array(name.unicodeScalars))
        #expect(!member.isMain && member != .main && member > .main)
    }

    @Test(
        "a stranger's name is none",
        arguments: [
            "", "a\nb", "a\u{0}", "\u{1B}[2J", "\u{7F}", "\u{9B}", "\u{202E}anna", "a\u{200B}", "\u{2028}", "\u{E000}",
            "\u{FFFF}", String(repeating: "x", count: 65), String(repeating: "e\u{301}", count: 33),
            String(repeating: "x", count: 10_000_000),
        ])
    func hostile(name: String) { #expect(Member(name) == nil) }

    @Test("the one that is not named is the main one, and what is for nobody by name is for it")
    func main() {
        #expect(Member.main.name == nil && Member.main.isMain)
        #expect(Event(.zero, .local(.ticked)).member == .main)
    }
}
