import Books
import Events
import Narration

/// Which kind of book a user has named.
package enum BookOpening {
    /// - Parameter options: for what is read by a voice.
    /// - Throws: why it is no book.
    package static func open(
        _ source: String, _ options: NarrationOptions = NarrationOptions()
    ) async throws -> any BookSource {
        if OpenedText.isText(source) { return try await SpokenBook.open(source, options) }
        guard options.isUsual else {
            throw CommandError.unusable(
                "\(source.kept): has a voice already; voices and translations are for texts (docs/read.md)")
        }
        return try JobFolder.open(source)
    }
}
