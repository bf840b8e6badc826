import BookAPI
import SocketIO

/// Books that are served. Called on threads beside the server's own, which may wait for a disk.
package protocol LibraryBackend: Sendable {
    /// - Parameter token: letters and digits that nobody guesses, for whoever logs in with this request.
    func answer(_ request: LibraryRequest, token: String) -> LibraryReply
    /// Nobody is logged in any more.
    func forgetLogins()
}

package enum LibraryReply: Sendable {
    case answer(HTTPAnswer)
    /// What is too large to be held: the answer without its body, and the body.
    case file(HTTPAnswer, AnswerBody)
}

/// What is behind the head of an answer, read while it is sent.
package struct AnswerBody: Sendable {
    package let byteCount: Int
    /// Bytes from a place on; fewer than are wanted where it ends before, `nil` where it cannot be read. May wait for a disk.
    package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

    package init(byteCount: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?) {
        (self.byteCount, self.read) = (byteCount, read)
    }

    init(_ bytes: [UInt8]) {
        self.init(byteCount: bytes.count) { offset, count in Array(bytes[offset...].prefix(count)) }
    }
}
