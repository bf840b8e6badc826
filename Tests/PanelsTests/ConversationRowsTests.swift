import Cells
import Events
import Testing

@testable import Panels

@Suite("What was said, beside the face")
struct ConversationRowsTests {
    private static func line(
        _ author: ConversationLine.Author, _ text: String, _ state: ConversationLine.State = .done
    ) -> ConversationLine {
        ConversationLine(number: 0, time: .zero, author: author, text: text, state: state)
    }

    private static func rows(
        _ lines: [ConversationLine], columns: Int = 20, rows: Int = 6, isAwaited: Bool = false
    ) -> [String] {
        let rect = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        let panel = ConversationPanel.panel(lines, with: "Mira", isAwaited: isAwaited, in: rect)
        return panel.lines.map { $0.spans.map(\.text).joined() }
    }

    @Test("the newest is at the bottom, a blank row between speakers, sentences of one answer in one paragraph")
    func paragraphs() {
        let lines = [
            Self.line(.user, "Hello"), Self.line(.avatar, "One two three."), Self.line(.avatar, "Four."),
        ]
        #expect(Self.rows(lines) == ["", "", " you: Hello", "", " Mira: One two", " three. Four."])
        #expect(Self.rows(lines, rows: 2) == [" Mira: One two", " three. Four."])
    }

    @Test(
        "headings, items, code and what leads to them are rows of their own; sentences between them follow each other")
    func parts() {
        let parts = [
            "Title", "Hello bold and code.", "And a link.", "item one", "item two", "1. first.", "2. second.",
            "print(x) for i in x: pass", "These are all:", "“Quoted.”", "Cut behind a comma,", "it goes on.", "终。",
            "Why…",
            "The end.",
        ]
        let lines = parts.map { Self.line(.avatar, $0) }
        let expected = [
            "Mira: Title", "Hello bold and code. And a link.", "item one", "item two", "1. first.", "2. second.",
            "print(x) for i in x: pass", "These are all:",
            "“Quoted.” Cut behind a comma, it goes on. 终。 Why… The end.",
        ]
        #expect(Self.rows(lines, columns: 80, rows: 20).map(\.trimmed) == Array(repeating: "", count: 11) + expected)
        // Where there is no room for all, the newest are seen.
        let narrow = Self.rows(Array(lines.prefix(5)), columns: 12, rows: 3)
        #expect(narrow == [" a link.", " item one", " item two"])
    }

    @Test("paragraphs of an answer are rows of their own")
    func answerParagraphs() {
        var lines = [Self.line(.avatar, "One."), Self.line(.avatar, "Two."), Self.line(.avatar, "Three.")]
        lines[2].beginsParagraph = true
        #expect(Self.rows(lines, rows: 3) == ["", " Mira: One. Two.", " Three."])
    }

    @Test("a sentence that goes the other way begins a row of its own")
    func directions() {
        let parts = ["שלום עולם.", "This is English.", "And more.", "سلام."]
        let lines = parts.map { Self.line(.avatar, $0) }
        let rows = Self.rows(lines, columns: 60, rows: 4).map(\.trimmed)
        #expect(
            rows == [
                "", "Mira:" + String(repeating: " ", count: 42) + " שלום עולם.", "This is English. And more.", "سلام.",
            ])
    }

    @Test("a number goes the way of what is around it")
    func numbers() {
        let lines = ["שלום.", "1948.", "עולם."].map { Self.line(.avatar, $0) }
        #expect(Self.rows(lines, columns: 60, rows: 3).filter { !$0.trimmed.isEmpty }.count == 1)
    }

    @Test("where what was said has a place beside the face its list lies there, and nowhere on the face")
    func besideTheFace() throws {
        let lines = [Self.line(.user, "Hello"), Self.line(.avatar, "Good morning.")]
        for (columns, rows, isBeside) in [(200, 60, true), (120, 40, true), (60, 40, true), (80, 24, false)] {
            let layout = ScreenLayout(
                CellSize(columns: columns, rows: rows),
                ScreenLayout.Request(PlayerPanels(hasConversation: true), caption: true))
            let place = try #require(layout.conversation)
            let panel = ConversationPanel.popup(
                lines, with: "Mira", selected: 1, isLive: true, closing: "h", in: layout)
            #expect((panel.rect.intersection(place) == panel.rect) == isBeside, "\(columns)x\(rows): \(panel.rect)")
            let text = panel.lines.map { $0.spans.map(\.text).joined() }.joined(separator: " ")
            #expect(text.contains("Good morning.") && faults(panel, on: layout.size) == [])
        }
    }

    @Test("what was said can be read whole in the list, also where that leaves one row of it")
    func wholeSentence() {
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        let lines = [Self.line(.user, "Hello"), Self.line(.avatar, words + " end")]
        for (columns, rows) in [(40, 12), (80, 24)] {
            let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
            let panel = ConversationPanel.popup(
                lines, with: "Mira", selected: 1, isLive: true, closing: "h", in: layout)
            let text = panel.lines.map { $0.spans.map(\.text).joined() }.joined(separator: " ")
            #expect(text.contains("word29") && text.contains(" end"), "\(columns): \(text)")
        }
    }

    @Test("the list's times are those of coming where it is live, of hearing on a tape")
    func times() {
        func heading(isLive: Bool) -> String {
            let layout = ScreenLayout(CellSize(columns: 80, rows: 24), .debugging)
            let popup = ConversationPanel.popup(
                [Self.line(.avatar, "Hello.")], with: nil, selected: 0, isLive: isLive, closing: "h", in: layout)
            return popup.lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
        }
        #expect(heading(isLive: true).contains("received   who     text"))
        #expect(heading(isLive: false).contains("spoken     who     text"))
    }

    @Test("what goes from right to left is turned, and begins at the right behind who says it; other rows stay")
    func rightToLeft() {
        let rect = CellRect(column: 0, row: 0, columns: 20, rows: 4)
        let lines = [Self.line(.user, "hi"), Self.line(.avatar, "שלום עולם אחד."), Self.line(.avatar, "אב (end).")]
        let panel = ConversationPanel.panel(lines, with: "Mira", isAwaited: false, in: rect)
        let shown = panel.lines.map { $0.inVisualOrder.spans.map(\.text).joined() }
        #expect(shown == [" you: hi", "", " Mira:    םלוע םולש", "     .(end) בא .דחא"], "\(shown)")
        #expect(panel.lines[2].spans.map(\.text).joined() == " Mira:    שלום עולם")
        #expect(panel.lines[2].spans.first { $0.text == "Mira: " }?.style.isBold == true)
    }

    @Test("line breaks within what a backend sends are kept, empty lines are not")
    func lineBreaks() {
        #expect(
            Self.rows([Self.line(.avatar, "One\n\n- two\r\n- three", .done)], rows: 4)
                == ["", " Mira: One", " - two", " - three"])
    }

    @Test("an answer that is awaited, and a line that was not taken, are told")
    func states() {
        #expect(Self.rows([Self.line(.user, "Hello")], rows: 3, isAwaited: true) == [" you: Hello", "", " …"])
        let failed = Self.rows([Self.line(.user, "Hello", .failed("status 500"))], columns: 60, rows: 1)
        #expect(failed == [" you: Hello (rejected: status 500)"])
    }

    @Test("controls are seen as such, and of a long answer the end is in view")
    func strangers() {
        #expect(
            Self.rows([Self.line(.avatar, "a\u{1B}[2J\u{202E}b")], columns: 40, rows: 1) == [" Mira: a^[[2J\\u{202E}b"])
        let long = Self.line(.avatar, String(repeating: "word ", count: 2_000) + "last.")
        #expect(Self.rows([long]).last?.hasSuffix("last.") == true && Self.rows([long]).count == 6)
    }
}
