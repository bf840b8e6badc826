import Cells
import Testing

@testable import Terminal

@Suite("A line with text from right to left")
struct VisualLineTests {
    init() { Locale.choose() }

    private func line(_ words: [(String, Bool)], of sentence: String?) -> TextLine {
        var line = TextLine([TextSpan("   ")] + words.map { TextSpan($0.0, TextStyle(isReverse: $0.1)) })
        line.sentence = sentence.flatMap { TextLine.Sentence($0, start: 1) }
        return line
    }

    private func shown(_ line: TextLine, turns: Bool = true) -> (text: String, marked: String) {
        let cells = PanelCells.cells(line, columns: 20, turns: turns)
        func text(_ cells: [PanelCells.Cell]) -> String {
            cells.map { String(String.UnicodeScalarView($0.scalars)) }.joined()
        }
        return (text(cells), text(cells.filter(\.style.isReverse)))
    }

    @Test("it stands turned behind its indent, and the word that is marked is marked where it stands")
    func turned() {
        let words = [("שלום", false), (" ", false), ("עולם", true), (" 42!", false)]
        #expect(shown(line(words, of: "שלום עולם 42!")) == ("   !42 םלוע םולש    ", "םלוע"))
        #expect(shown(line(words, of: "say שלום עולם 42!")) == ("   42 םלוע םולש!    ", "םלוע"))
    }

    @Test("a terminal that turns it gets the order of the text, and so does whoever says nothing of a direction")
    func unturned() {
        let words = [("שלום", false), (" ", false), ("עולם", true)]
        #expect(shown(line(words, of: "שלום"), turns: false).text == "   שלום עולם        ")
        #expect(shown(line(words, of: "hello")).text == "   שלום עולם        ")
    }

    @Test("a cell keeps the marks of its letter")
    func marks() {
        let marked = PanelCells.cells(line([("ש\u{5C1}ל", false)], of: "של"), columns: 6, turns: true)
        #expect(marked.map(\.scalars).dropFirst(3) == [["ל"], ["ש", "\u{5C1}"], [" "]])
    }

    @Test("what ligatures save is blank behind the sentence's end, and on both sides of one in the middle")
    func ligatures() {
        let (words, joined) = ([("لا", true), (" لا", false)], "\u{FEFB} \u{FEFB}")
        #expect(shown(line(words, of: "لا لا")) == ("     \(joined)            ", "\u{FEFB}"))
        #expect(shown(line(words, of: "say لا لا")) == ("   \(joined)              ", "\u{FEFB}"))
        #expect(shown(line(words, of: "لا لا"), turns: false).text == "   لا لا            ")
        var centered = line(words, of: "لا لا")
        centered.sentence?.isCentered = true
        #expect(shown(centered).text == "    \(joined)             ")
    }
}
