import NIOCore
import NIOHTTP1
import SocketIO

/// Why a client gets no session.
enum SessionRefusal: Error {
    case answer(HTTPAnswer)
    /// The connection ends without a word.
    case cut
}

/// The answer that a request waits for: given once, at any later time.
///
/// Owner: whoever answers; used on the server's event loop only.
final class HTTPExchange {
    private weak var connection: HTTPConnection?
    private(set) var isOver = false
    /// Called when the client goes away before it is answered.
    var lost: (() -> Void)?

    init(_ connection: HTTPConnection) { self.connection = connection }

    func answer(_ answer: HTTPAnswer) {
        guard !isOver else { return }
        isOver = true
        connection?.write(answer)
    }

    /// - Parameter answer: its head; the body comes in pieces.
    func answer(_ answer: HTTPAnswer, _ body: AnswerBody, _ sending: BodySending) {
        guard !isOver else { return }
        isOver = true
        connection?.write(answer, body, sending)
    }

    func refuse(_ refusal: SessionRefusal) {
        switch refusal {
        case .answer(let answer): self.answer(answer)
        case .cut: cut()
        }
    }

    func connectionLost() {
        guard !isOver else { return }
        isOver = true
        lost?()
    }

    /// Closes the connection without a word.
    func cut() {
        guard !isOver else { return }
        isOver = true
        connection?.cut()
    }
}
