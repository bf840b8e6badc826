import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A whole answer, as long as it is small.
///
/// `@unchecked Sendable`: called only on the event loop of its request.
final class AnswerCollector: HTTPClientResponseDelegate, @unchecked Sendable {
    private var answer = WholeAnswer()
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func didReceiveHead(task: HTTPClient.Task<WholeAnswer>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        answer.status = Int(head.status.code)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<WholeAnswer>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        guard answer.body.count + buffer.readableBytes <= limit else {
            return task.eventLoop.makeFailedFuture(AnswerTooLarge(limit: limit))
        }
        answer.body += buffer.readableBytesView
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<WholeAnswer>) throws -> WholeAnswer { answer }
}
