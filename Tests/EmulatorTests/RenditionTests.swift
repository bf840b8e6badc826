import Testing

@testable import Emulator

@Suite("SGR")
struct RenditionTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let parameters: String
        let foreground: String
        let background: String
        let attributes: String

        init(_ parameters: String, _ foreground: String, _ background: String = "default", _ attributes: String = "") {
            (self.parameters, self.foreground) = (parameters, foreground)
            (self.background, self.attributes) = (background, attributes)
        }

        var testDescription: String { parameters }
    }

    static let examples = [
        Example("31", "1"), Example("91", "9"), Example("41", "default", "1"), Example("107", "default", "15"),
        Example("38;5;200", "200"), Example("38:5:200", "200"), Example("48;5;255", "default", "255"),
        Example("38;2;1;2;3", "#010203"), Example("38:2:1:2:3", "#010203"), Example("38:2::1:2:3", "#010203"),
        Example("38:2::1:2:3:9:9", "#010203"), Example("38;2;1;2;3;48;5;4", "#010203", "4"),
        // What is no color leaves the one there was, and its numbers are nothing else.
        Example("38;2;300;2;3", "default"), Example("38;5;256", "default"), Example("31;38;5;999", "1"),
        Example("38;5", "default"), Example("38;2;1;2", "default"), Example("38", "default"),
        Example("1;2;3", "default", "default", "bold faint italic"), Example("1;2;22", "default"),
        Example("5;7;8;9", "default", "default", "blink conceal reverse strike"),
        Example("5;7;8;9;25;27;28;29", "default"), Example("53", "default", "default", "overline"),
        Example("4", "default", "default", "underline"), Example("4:0", "default"),
        Example("4:2", "default", "default", "underline underline-double"),
        Example("4:3", "default", "default", "underline underline-curly"),
        Example("4:4", "default", "default", "underline underline-dotted"),
        Example("4:5", "default", "default", "underline underline-dashed"), Example("4:9", "default"),
        Example("21", "default", "default", "underline underline-double"), Example("21;24", "default"),
        Example("4;58;5;9", "default", "default", "underline underline-color:9"),
        Example("4;58:2::1:2:3", "default", "default", "underline underline-color:#010203"),
        Example("4;58;5;9;59", "default", "default", "underline"), Example("31;1;0", "default"),
        Example("31;1;", "default"),
        Example("", "default"), Example("1:2", "default", "default", "bold"),
    ]

    @Test("numbers and their parts become colors and attributes", arguments: examples)
    func attributes(example: Example) {
        let terminal = VirtualTerminal("^[\(example.parameters)mx")
        let cell = terminal.seen(0, 0)
        #expect(cell.foreground == example.foreground && cell.background == example.background)
        #expect(cell.attributes.joined(separator: " ") == example.attributes)
    }

    @Test("of more than 32 parameters the first 32 count")
    func limit() {
        let many = String(repeating: "1;", count: 31)
        #expect(VirtualTerminal("^[\(many)31mx").seen(0, 0).foreground == "1")
        #expect(VirtualTerminal("^[1;\(many)31mx").seen(0, 0).foreground == "default")
    }

    @Test("what is erased has the background of now and nothing else")
    func erasing() {
        for erasing in ["^[K", "^[J", "^[2J", "^[3X", "^[@", "^[P", "^[L", "^[M", "^[S", "^[T"] {
            let terminal = VirtualTerminal("abcdefghij^[4;42;31m\(erasing)^[m", columns: 10, rows: 1)
            #expect(terminal.row(0).contains { $0.background == .palette(2) && $0.look == [] }, "\(erasing)")
        }
    }
}
