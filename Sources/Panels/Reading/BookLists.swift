import Cells
import Events

/// The chapters of a book.
package enum ChaptersPanel {
    /// - Parameter current: in which the reader is.
    package static func popup(
        _ chapters: [BookChapter], current: Int?, selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let rows = chapters.enumerated().map { place, chapter in
            let title = OutsideText.shown(chapter.title, cells: 60)
            let style = TextStyle(isBold: place == current)
            return TextLine([
                TextSpan(TextCells.rightAligned("\(chapter.start)", toCells: 8) + "  ", TextStyle(.faint)),
                TextSpan(title, style),
            ])
        }
        let heading = chapters.isEmpty ? "the book has no chapters" : "sentence  chapter"
        return ListPanel.popup(
            title: "chapters", heading: heading, rows: rows, selected: selected,
            hint: chapters.isEmpty ? "Esc" : "Enter go  Esc", in: layout)
    }
}

/// Bookmarks in the order of their places.
package enum BookmarksPanel {
    package static func popup(_ bookmarks: [Bookmark], selected: Int?, in layout: ScreenLayout) -> Panel {
        let rows = bookmarks.map { bookmark in
            TextLine([
                TextSpan(TextCells.rightAligned("\(bookmark.place.sentence)", toCells: 8) + "  ", TextStyle(.faint)),
                TextSpan(OutsideText.shown(bookmark.name, cells: 60)),
            ])
        }
        let heading = bookmarks.isEmpty ? "no bookmarks" : "sentence  name"
        return ListPanel.popup(
            title: "bookmarks", heading: heading, rows: rows, selected: selected,
            hint: bookmarks.isEmpty ? "Esc" : "Enter go  n name  d delete  Esc", in: layout)
    }
}
