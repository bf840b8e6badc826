import Cells
import Events
import Testing

@testable import Panels

/// Chapters and bookmarks of a book.
@Suite struct BookListsTests {
    private static let layout = ScreenLayout(CellSize(columns: 80, rows: 24))

    @Test("an empty list promises only the key that closes it")
    func empty() {
        let place = BookPlace(sentence: 3, .original, word: 0)
        let marks = { BookmarksPanel.popup($0, selected: nil, in: Self.layout) }
        #expect(text(marks([])).map(\.trimmed).filter { !$0.isEmpty } == ["No bookmarks", "q close"])
        #expect(text(marks([Bookmark(place, name: "Lamp")])).last?.trimmed == "Enter go  n name  d delete  q close")
        let chapters = { ChaptersPanel.popup($0, current: nil, selected: nil, in: Self.layout) }
        #expect(text(chapters([])).map(\.trimmed).filter { !$0.isEmpty } == ["The book has no chapters", "q close"])
        #expect(text(chapters([BookChapter("First", start: 1)])).last?.trimmed == "Enter go  q close")
    }

    @Test("what goes from right to left is turned, and its number stays where it is")
    func rightToLeft() throws {
        let chapters = ChaptersPanel.popup(
            [BookChapter("שלום", start: 1), BookChapter("First", start: 9)], current: nil, selected: nil,
            in: Self.layout)
        let place = BookPlace(sentence: 3, .original, word: 0)
        let marks = BookmarksPanel.popup([Bookmark(place, name: "שלום")], selected: nil, in: Self.layout)
        for (panel, number) in [(chapters, "1"), (marks, "3")] {
            let line = try #require(panel.lines.first { $0.spans.contains { $0.text == "שלום" } })
            let words = line.inVisualOrder.spans.map(\.text).joined().split(separator: " ")
            #expect(words == [Substring(number), "םולש"])
        }
    }
}
