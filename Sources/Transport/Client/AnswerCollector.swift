import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// What a server has answered, as far as it has come.
package struct WholeAnswer: Sendable {
    /// 0 where there was no answer.
    package internal(set) var status = 0
    package internal(set) var body: [UInt8] = []
    fileprivate(set) var headers = HTTPHeaders()

    /// The first of that name, whatever its case.
    package func header(_ name: String) -> String? { headers.first(name: name) }
}

struct AnswerTooLarge: Error {
    let limit: Int
}

/// A whole answer, as long as it is not too large.
///
/// The mutex guards the answer: it comes on the event loop of its request, and is taken elsewhere.
final class AnswerCollector: HTTPClientResponseDelegate, Sendable {
    private let state = Mutex(WholeAnswer())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var answer: WholeAnswer { state.withLock { $0 } }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { ($0.status, $0.headers) = (Int(head.status.code), head.headers) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { answer in
            guard answer.body.count + buffer.readableBytes <= limit else { return false }
            answer.body += buffer.readableBytesView
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture()
            : task.eventLoop.makeFailedFuture(AnswerTooLarge(limit: limit))
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {}
}
