import BookAPI
import Events
import Transport

/// Why a server with books does not give what it was asked for.
package enum LibraryError: ReasonedError, Hashable {
    /// No connection, no answer, or not all of one.
    case transport(TransportFailure)
    /// A status that is none of those that were expected; `words` are the server's, on one line.
    case refused(place: String, status: Int, words: String)
    /// 401 or 403, where the one who asks is known to the server (`user`), or nobody.
    case denied(place: String, status: Int, words: String, user: String?)
    /// What was a login is none any more.
    case signedOut(server: String, words: String)
    /// A page of somebody else, such as of a network that wants its own login.
    case noServer(place: String, found: String)
    case badAnswer(place: String, BookError)
    case noJob(server: String, job: String)
    /// A chunk of which neither the text nor a file with it is named.
    case noText(chunk: String, job: String)
    /// A path in a list that leads nowhere.
    case noPlace(path: String)
    case unusable(String)

    package var isOfInput: Bool { true }

    package var reason: String {
        switch self {
        case .transport(let failure): failure.reason
        case .refused(let place, let status, let words):
            "\(place): expected status 200, found \(Self.status(status, words))"
        case .denied(let place, let status, let words, nil):
            "\(place): \(Self.status(status, words)); to see private books, log in with --login NAME"
        case .denied(let place, let status, let words, let user?):
            "\(place): \(Self.status(status, words)); \(user.kept) may not see it"
        case .signedOut(let server, let words):
            "\(server): the session has ended" + (words.isEmpty ? "" : " (\(words))")
                + "; log in again with --login NAME"
        case .noServer(let place, let found):
            "\(place): expected a server with books, found \(found)"
        case .badAnswer(let place, let error): "\(place): \(error.reason)"
        case .noJob(let server, let job):
            "\(server): no book \(job.kept), or no access to it; list the books with: cameo library \(server)"
        case .noText(let chunk, let job):
            "\(job.kept): neither sentences nor a sentence file for \(chunk.kept)"
        case .noPlace(let path): "\(path.kept): path leads outside the book"
        case .unusable(let reason): reason
        }
    }

    private static func status(_ status: Int, _ words: String) -> String {
        "status \(status)" + (words.isEmpty ? "" : ": \(words)")
    }

    /// What was asked for is not there.
    var isMissing: Bool {
        if case .refused(_, 404, _) = self { true } else { false }
    }

    /// The server cannot be asked at this time: what is kept may serve instead.
    var isOfConnection: Bool {
        switch self {
        case .transport(let failure): !failure.isTooLarge
        case .refused(_, let status, _): status >= 500
        case .noServer: true
        default: false
        }
    }

    /// Asked again, it may be another one: half of a file that is being written (RN5).
    var isOfContent: Bool { if case .badAnswer = self { true } else { false } }

    var isTooLarge: Bool {
        switch self {
        case .transport(let failure): failure.isTooLarge
        case .badAnswer(_, .unreadable(.tooLarge)): true
        default: false
        }
    }
}

/// An answer that did not come, or not all of it.
package struct TransportFailure: Hashable, Sendable {
    let error: TransportError
    /// How often it was asked, each time for as long as the reason says.
    let tries: Int

    init(_ error: TransportError, tries: Int = 1) { (self.error, self.tries) = (error, tries) }

    var reason: String {
        if tries > 1, case .timedOut = error { "\(error.reason), asked \(tries) times" } else { error.reason }
    }
    /// It came, and was more than may be read.
    var isTooLarge: Bool { if case .unexpectedAnswer = error { true } else { false } }
}
