import Cells
import Testing
import Typesetting

@testable import Panels

@Suite struct TextLineTests {
    private static let line = TextLine([TextSpan("ab"), TextSpan("cd漢"), TextSpan("")])

    @Test(
        "a line is cut over its spans, and the cut shows",
        arguments: [
            (0, ""), (1, "…"), (2, "a…"), (3, "ab…"), (4, "abc…"), (5, "abcd…"), (6, "abcd漢"), (7, "abcd漢"),
        ])
    func cut(cells: Int, text: String) {
        let cut = Self.line.fitting(cells)
        #expect(cut.spans.map(\.text).joined() == text)
        #expect(cut.spans.reduce(0) { $0 + TerminalText.cellWidth(of: $1.text) } <= cells)
    }

    @Test("spans keep their styles")
    func styles() {
        let line = TextLine(
            [TextSpan("ab", TextStyle(.good)), TextSpan("cd", TextStyle(.bad))], fill: TextStyle(.info))
        #expect(line.fitting(3).spans == [TextSpan("ab", TextStyle(.good)), TextSpan("…", TextStyle(.bad))])
        #expect(line.fitting(3).fill == TextStyle(.info))
    }
}
