import Books
import Events
import Reading
import Speaking

/// A book that is to be read on a screen, and how.
package struct ReadBook: Sendable {
    package var source: any BookSource
    package var settings: ReaderSettings
    /// Whose face reads; `nil` for none.
    var face: SpokenAvatar?
    /// Keeps where it was left; `nil` where nothing is kept.
    package var shelf: BookShelf?
    var known: KnownPlace

    /// - Parameter known: as it was found; without it only what is kept here.
    package init(
        _ source: any BookSource, _ settings: ReaderSettings, on shelf: BookShelf? = BookShelf(),
        known: KnownPlace? = nil
    ) {
        (self.source, self.settings, self.shelf) = (source, settings, shelf)
        self.known = known ?? KnownPlace(source, on: shelf)
    }
}
