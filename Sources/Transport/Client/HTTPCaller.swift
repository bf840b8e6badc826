import AsyncHTTPClient
import Events
import NIOCore
import NIOHTTP1
import NIOPosix
import SocketIO
import Synchronization

/// Asks servers over HTTP, one request at a time for each call: no redirects, no second try, no more of an answer than is wanted.
package final class HTTPCaller: Sendable {
    private let client: HTTPClient
    private let trust: TrustSettings
    private let proxy: HTTPProxy?
    private let connectLimit: TimeSpan
    private let idleLimit: TimeSpan?
    /// Of a whole answer; `nil`: as its call says.
    private let answerLimit: TimeSpan?
    /// Factor on how long answers may take; 1 but for tests.
    private let scale: Int

    /// - Parameters:
    ///   - connectLimit: where a connection may take less than usual.
    ///   - answerLimit: counts for the connection, too, and more than its limit.
    init(
        _ trust: TrustSettings, proxy: HTTPProxy? = nil, idleSeconds: Int? = nil, connectLimit: TimeSpan? = nil,
        answerLimit: TimeSpan? = nil,
        scale: Int = 1
    ) {
        (self.trust, self.proxy) = (trust, proxy)
        let usual = TimeSpan.seconds(Int64(Limits.linkSeconds))
        self.connectLimit = answerLimit ?? min(usual, connectLimit ?? usual)
        self.answerLimit = answerLimit
        idleLimit = idleSeconds.map { .seconds(Int64($0 * scale)) }
        var configuration = HTTPClient.Configuration.backend(trust, proxy, connectLimit: self.connectLimit)
        configuration.timeout.read = idleLimit.map { .microseconds($0.microseconds) }
        client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        self.scale = scale
    }

    /// - Parameters:
    ///   - certificateFile: with certificates to trust besides the system's, PEM.
    ///   - idleSeconds: how long nothing of an answer may come; an answer that goes on may take as long as its call says.
    package convenience init(
        isInsecure: Bool, certificateFile: String?, proxy: HTTPProxy? = nil, idleSeconds: Int?
    ) {
        self.init(
            TrustSettings(isInsecure: isInsecure, certificateFile: certificateFile), proxy: proxy,
            idleSeconds: idleSeconds)
    }

    /// - Parameters:
    ///   - base: scheme, host, port and what stands before all paths there.
    ///   - headers: besides those that the call has itself.
    /// - Returns: the answer, whatever its status; and why it is not whole, where it is not.
    package func ask(
        _ call: BackendCall, at base: String, headers: [(name: String, value: String)]
    ) async -> (answer: WholeAnswer, failure: TransportError?) {
        let collector = AnswerCollector(limit: call.answerLimit)
        do {
            try await execute(call, base, headers, collector)
            return (collector.answer, nil)
        } catch {
            let failure = failure(error, call, base, hasBegun: collector.answer.status != 0)
            return (collector.answer, await explained(failure, base))
        }
    }

    private func explained(_ failure: TransportError, _ base: String) async -> TransportError {
        guard case .unreachable(let place, LinkErrorText.unverified) = failure, let address = try? BackendAddress(base)
        else { return failure }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let words = loop.flatSubmit { [trust, proxy] in
            CertificateFault.words(at: address, trust, through: proxy, on: loop)
        }
        return .unreachable(address: place, reason: (try? await words.get()) ?? LinkErrorText.unverified)
    }

    /// - Parameter hasBegun: whether something of the answer has come.
    private func failure(
        _ error: any Error, _ call: BackendCall, _ base: String, hasBegun: Bool
    ) -> TransportError {
        let place = call.place(at: base)
        switch error {
        case let error as AnswerTooLarge:
            return .unexpectedAnswer(
                address: place, expected: "an answer of at most \(error.limit) bytes", found: "more")
        case let error as HTTPClientError where error == .deadlineExceeded:
            return .timedOut(address: place, what: hasBegun ? "whole answer" : "answer", limit: limit(of: call))
        case let error as HTTPClientError where error == .connectTimeout:
            return .timedOut(address: place, what: "connection", limit: connectLimit)
        case let error as HTTPClientError where error == .readTimeout:
            return .timedOut(
                address: place, what: hasBegun ? "more of the answer" : "answer", limit: idleLimit ?? limit(of: call))
        default:
            let text = LinkErrorText.text(error)
            let reason = text == LinkErrorText.unverified ? text : proxy?.named(in: text) ?? text
            return LinkErrorText.isOfNetwork(error)
                ? .noNetwork(address: place, reason: reason) : .unreachable(address: place, reason: reason)
        }
    }

    private func limit(of call: BackendCall) -> TimeSpan {
        answerLimit ?? .seconds(Int64(call.timeoutSeconds * scale))
    }

    private func execute(
        _ call: BackendCall, _ base: String, _ more: [(name: String, value: String)], _ collector: AnswerCollector
    ) async throws {
        var headers: HTTPHeaders = ["User-Agent": "cameo", "Accept": "application/json"]
        // More than one of a name may be there.
        for (name, _) in more { headers.remove(name: name) }
        for (name, value) in more { headers.add(name: name, value: value) }
        for (name, value) in call.headers { headers.replaceOrAdd(name: name, value: value) }
        if call.body != nil { headers.addBody("application/json") }
        let request = try HTTPClient.Request(
            url: base + call.path, method: HTTPMethod(rawValue: call.method.rawValue), headers: headers,
            body: call.body.map { .string($0.text) })
        let task = client.execute(
            request: request, delegate: collector, deadline: .now() + .microseconds(limit(of: call).microseconds))
        try await withTaskCancellationHandler {
            try await task.get()
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels what is under way; nothing can be asked any more.
    package func close() { client.shutdown { _ in } }

    /// The library wants to be told; told twice, it does nothing.
    deinit { client.shutdown { _ in } }
}

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
