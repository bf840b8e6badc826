import Events
import NIOCore
import NIOPosix
import SocketIO

/// The question whether a server takes WebSockets, as far as its first packet.
enum WebSocketHandshake {
    static func first(_ options: ConnectionOptions) async throws(TransportError) -> EngineIOHandshake {
        let address = options.endpoint.address
        let place = "WebSocket \(address.scheme.isSecure ? "wss" : "ws")://\(address.authority)\(options.endpoint.path)"
        let limit = options.answerLimit ?? .seconds(Int64(BackendCall.handshakeSeconds))
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: Result<EngineIOHandshake, TransportError>.self)
        loop.execute {
            let asked = Question(on: loop, options, place, answer)
            let alarm = loop.scheduleTask(in: .microseconds(limit.microseconds)) {
                asked.finish(.failure(.timedOut(address: place, what: "answer", limit: limit)))
            }
            answer.futureResult.whenComplete { _ in alarm.cancel() }
            asked.open(options.endpoint)
        }
        do {
            return try await answer.futureResult.get().get()
        } catch let error as TransportError {
            throw error
        } catch {
            throw .unreachable(address: place, reason: LinkErrorText.text(error))
        }
    }

    /// `@unchecked Sendable`: touched only on its event loop.
    private final class Question: @unchecked Sendable {
        private let loop: any EventLoop
        private let options: ConnectionOptions
        private let place: String
        private var answer: EventLoopPromise<Result<EngineIOHandshake, TransportError>>?
        private var link: WebSocketLink?
        private var redirections = 0

        init(
            on loop: any EventLoop, _ options: ConnectionOptions, _ place: String,
            _ answer: EventLoopPromise<Result<EngineIOHandshake, TransportError>>
        ) {
            (self.loop, self.options, self.place, self.answer) = (loop, options, place, answer)
        }

        func open(_ endpoint: SocketEndpoint) {
            let link = WebSocketLink(
                on: loop, options, deliver: { [self] in receivePacket($0) },
                report: { [self] in receiveEvent($0, endpoint) })
            self.link = link
            link.open(endpoint)
        }

        private func receivePacket(_ packet: EngineIOPacket) {
            guard case .open(let handshake) = packet else { return finish(.failure(unexpected("another packet"))) }
            finish(.success(handshake))
        }

        private func receiveEvent(_ event: WebSocketLink.Event, _ endpoint: SocketEndpoint) {
            switch event {
            case .opened: break
            case .nonsense(let error): finish(.failure(unexpected(error.reason)))
            case .redirected(let redirection): follow(redirection, endpoint)
            case .ended(let reason): finish(.failure(failure(reason)))
            }
        }

        private func follow(_ redirection: Redirection, _ endpoint: SocketEndpoint) {
            redirections += 1
            guard redirections <= Redirection.limit, let next = try? endpoint.moved(to: redirection) else {
                return finish(.failure(unexpected(redirection.refusal)))
            }
            _ = link?.leave()
            open(next)
        }

        private func failure(_ reason: DisconnectReason) -> TransportError {
            switch reason {
            case .noNetwork(let detail): .noNetwork(address: place, reason: detail)
            case .protocolError(let detail): unexpected(detail)
            case .transportError(let detail) where link?.isRefused == true: unexpected(detail)
            case .transportClose: unexpected("a closed connection")
            default: .unreachable(address: place, reason: reason.words)
            }
        }

        private func unexpected(_ found: String) -> TransportError {
            .unexpectedAnswer(
                address: place, expected: #"a packet beginning 0{"sid""#, found: options.access.masked(found))
        }

        func finish(_ result: Result<EngineIOHandshake, TransportError>) {
            answer?.succeed(result)
            answer = nil
            _ = link?.leave()
            link = nil
        }
    }
}
