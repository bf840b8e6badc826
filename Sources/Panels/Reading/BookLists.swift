import Cells
import Events
import Typesetting

/// The chapters of a book.
package enum ChaptersPanel {
    /// - Parameter current: in which the reader is.
    package static func popup(
        _ chapters: [BookChapter], current: Int?, selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let rows = chapters.enumerated().map { place, chapter in
            BookPlaceLine.line(chapter.start, chapter.title, TextStyle(isBold: place == current))
        }
        let heading = chapters.isEmpty ? "The book has no chapters" : "sentence  chapter"
        return ListPanel.popup(
            title: "chapters", heading: heading, rows: rows, selected: selected,
            hint: chapters.isEmpty ? "q close" : "Enter go  q close", in: layout)
    }
}

/// Bookmarks in the order of their places.
package enum BookmarksPanel {
    package static func popup(_ bookmarks: [Bookmark], selected: Int?, in layout: ScreenLayout) -> Panel {
        let rows = bookmarks.map { bookmark in
            BookPlaceLine.line(bookmark.place.sentence, bookmark.name)
        }
        let heading = bookmarks.isEmpty ? "No bookmarks" : "sentence  name"
        return ListPanel.popup(
            title: "bookmarks", heading: heading, rows: rows, selected: selected,
            hint: bookmarks.isEmpty ? "q close" : "Enter go  n name  d delete  q close", in: layout)
    }
}

/// A place in a book and what it is called, a stranger's words.
private enum BookPlaceLine {
    static func line(_ sentence: Int, _ name: String, _ style: TextStyle = .plain) -> TextLine {
        let name = OutsideText.shown(name, cells: 60)
        var line = TextLine([
            TextSpan(TerminalText.rightAligned("\(sentence)", toCells: 8) + "  ", TextStyle(.faint)),
            TextSpan(name, style),
        ])
        line.sentence = TextLine.Sentence(name, start: 1)
        return line
    }
}
