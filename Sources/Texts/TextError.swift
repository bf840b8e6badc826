import Events

/// Why a text cannot be read at all. It does not know its file; whoever read that names it.
package enum TextError: ReasonedError, Hashable {
    /// Only the program of whoever sold it opens it.
    case protected(place: String)
    /// A place inside the file, what was expected there, and what was found.
    case broken(place: String, expected: String, found: String)
    case tooLarge(what: String, limit: String)
    /// Something else: a document of another kind, or bytes of a picture, a sound, a program.
    case noText(found: String)
    /// There is nothing that could be read aloud.
    case empty

    package var reason: String {
        switch self {
        case .protected(let place):
            "the book is copy-protected (\(place)); only the program it was bought for can open it"
        case .broken(let place, let expected, let found): "\(place): expected \(expected), found \(found)"
        case .tooLarge(let what, let limit): "\(what): expected at most \(limit), found more"
        case .noText(ForeignDocument.database):
            "expected text, found \(ForeignDocument.database); to play a tape, use `cameo play`"
        case .noText(let found):
            "expected text (EPUB, HTML, Markdown, plain text or subtitles), found \(found)"
        case .empty: "expected text, found nothing readable"
        }
    }

    package var isOfInput: Bool { true }
}
