import Events
import Panels

/// A picture of the sentence that is read, or the book's cover, beside the text.
extension ScreenModel {
    /// Whether one would be seen if there were one: what nobody sees is not loaded.
    package var wantsIllustration: Bool {
        guard screen == .reader, reader.showsIllustrations else { return false }
        let panels = ReaderPanels(hasLookup: reader.lookup != nil, hasIllustration: true)
        return ScreenLayout(geometry.cells, ScreenLayout.Wish(panels))[.illustration] != nil
    }

    /// Its cells, which the tile does not cover; `nil` where none is shown.
    func illustrationRect(_ layout: ScreenLayout, _ played: Played) -> CellRect? {
        guard screen == .reader, let rect = layout[.illustration] else { return nil }
        return tileBesideText(layout, played).map { rect.free(beside: $0) } ?? rect
    }
}
