import AsyncHTTPClient
import Events
import NIOCore
import NIOSSL
import SocketIO
import Synchronization

/// The whole life of a connection: connect, run, lose, wait by the schedule, connect again.
///
/// `@unchecked Sendable`: touched only on its event loop, but for `joined`, which has a lock.
final class ConnectionDriver: @unchecked Sendable {
    private enum Stage {
        case running(SocketSession, joined: NIODeadline?)
        case waiting(attempt: Int)
        /// Refused or abandoned, until `retry`.
        case stopped
        case closed
    }

    /// The session that events can be sent over.
    let joined = Mutex<SocketSession?>(nil)
    private let loop: any EventLoop
    /// Of the next attempt.
    private let alarm: Alarm
    /// Of the time that there is for the first link.
    private let patience: Alarm
    private let options: ConnectionOptions
    private let inbox: ConnectionInbox
    private var schedule = ReconnectSchedule()
    private var stage = Stage.stopped
    /// Certificates that were asked for.
    private var explanations = 0
    /// Why there was no link last.
    private var lastReason: DisconnectReason?
    private var client: HTTPClient?
    /// Links that were left and are not quite gone.
    private var leaving: [EventLoopFuture<Void>] = []

    /// - Parameter inbox: gets what comes and happens; when it has room again, `resumeReading` is called.
    init(on loop: any EventLoop, _ options: ConnectionOptions, into inbox: ConnectionInbox) {
        (self.loop, alarm, patience) = (loop, Alarm(on: loop), Alarm(on: loop))
        self.options = options
        self.inbox = inbox
    }

    func start() {
        loop.preconditionInEventLoop()
        limitConnecting(since: options.connectingSince ?? .now)
        connect(attempt: 0)
    }

    func retry() {
        loop.preconditionInEventLoop()
        switch stage {
        case .waiting(let attempt):
            alarm.cancel()
            connect(attempt: attempt)
        case .stopped:
            schedule.reset()
            limitConnecting(since: .now)
            connect(attempt: 0)
        case .running, .closed: break
        }
    }

    func resumeReading() {
        loop.preconditionInEventLoop()
        if case .running(let session, _) = stage { session.setReading(true) }
    }

    /// Takes leave of the server. The future succeeds within some tens of milliseconds, when no socket is open any more but those that
    /// `BackendConnection.close` names.
    func close() -> EventLoopFuture<Void> {
        loop.preconditionInEventLoop()
        switch stage {
        case .running(let session, _): session.close()
        case .waiting: alarm.cancel()
        case .stopped, .closed: break
        }
        patience.cancel()
        stage = .closed
        let gone = EventLoopFuture.andAllComplete(leaving, on: loop)
        guard let client else { return gone }
        self.client = nil
        return gone.assumeIsolated().flatMap { [self] in shutDown(client) }.nonisolated()
    }

    /// A connection that is still being made is the library's to close, once it is made or has failed. That is not waited for.
    private func shutDown(_ client: HTTPClient) -> EventLoopFuture<Void> {
        let done = loop.makePromise(of: Void.self)
        let limit = loop.scheduleTask(in: options.partingTime) { done.succeed(()) }
        client.shutdown { _ in done.succeed(()) }
        done.futureResult.whenComplete { _ in limit.cancel() }
        return done.futureResult
    }

    // MARK: - Connecting

    private func limitConnecting(since begin: ContinuousClock.Instant) {
        guard let limit = options.connectLimit else { return }
        let left = Duration.microseconds(limit.microseconds) - (.now - begin)
        patience.set(in: max(.zero, TimeAmount(left))) { [weak self] in self?.giveUp(after: limit) }
    }

    private func giveUp(after limit: TimeSpan) {
        switch stage {
        case .running(let session, _): leave(session)
        case .waiting: alarm.cancel()
        case .stopped, .closed: return
        }
        stage = .stopped
        report(.gaveUp(.notInTime(limit, last: lastReason?.words), attempts: schedule.attempts + 1))
    }

    private func connect(attempt: Int) {
        report(.connecting(attempt: attempt))
        let session = SocketSession(
            on: loop, options, mayMove: options.mayMove && schedule.mayMove, client: { [self] in pollingClient() },
            deliver: { [weak self] packet in self?.pass(.packet(packet, arrived: .now)) },
            report: { [weak self] event in self?.receive(event) })
        stage = .running(session, joined: nil)
        session.open()
    }

    private func pollingClient() -> HTTPClient {
        if let client { return client }
        let made = HTTPClient(
            eventLoopGroupProvider: .shared(loop), configuration: .backend(options.trust, options.proxy))
        client = made
        return made
    }

    private func receive(_ event: SocketSession.Event) {
        guard case .running(let session, let joined) = stage else { return }
        switch event {
        case .joined(let transport): joinedBy(session, transport)
        // A move before the namespace is joined is none that anybody has to know of.
        case .moved: if joined != nil { report(.upgraded) }
        case .odd(let error): pass(.event(.odd(error)))
        case .ended(let end): ended(session, end, joined: joined)
        }
    }

    private func joinedBy(_ session: SocketSession, _ transport: SocketTransport) {
        stage = .running(session, joined: .now())
        patience.cancel()
        joined.withLock { $0 = session }
        switch transport {
        case .polling: report(.connected(.polling))
        case .webSocket: report(.connected(.webSocket))
        }
    }

    /// What the peer sends: as much as there is room for.
    private func pass(_ item: ConnectionInbox.Item) {
        guard case .running(let session, _) = stage else { return }
        if !inbox.put(item) { session.setReading(false) }
    }

    private func report(_ event: ConnectionEvent) { _ = inbox.put(.event(event)) }

    // MARK: - Losing

    /// - Parameter since: when the namespace was joined; `nil` where it was not.
    private func ended(_ session: SocketSession, _ end: ClientSession.End, joined since: NIODeadline?) {
        joined.withLock { $0 = nil }
        stage = .stopped
        leave(session)
        switch end {
        case .refused(let message): report(.refused(message: options.access.masked(message)))
        case .lost(let reason):
            let reason = reason.masked(by: options.access)
            if since != nil { report(.lost(reason)) }
            if CertificateFault.isOne(reason) { return explain(session.address) }
            if reason != .clientDisconnect { wait(after: reason, since.map { session.ended(after: .now() - $0) }) }
        }
    }

    /// What is wrong with the certificate comes before the next attempt.
    private func explain(_ address: BackendAddress) {
        explanations += 1
        let number = explanations
        stage = .waiting(attempt: schedule.attempts)
        let words = CertificateFault.words(at: address, options.trust, through: options.proxy, on: loop)
        words.assumeIsolated().whenSuccess { [weak self] words in
            guard let self, case .waiting = stage, number == explanations else { return }
            wait(after: .transportError(words), nil)
        }
    }

    private func leave(_ session: SocketSession) {
        let gone = session.leave()
        leaving.append(gone)
        gone.assumeIsolated().whenComplete { [self] _ in leaving.removeAll { $0 == gone } }
    }

    private func wait(after reason: DisconnectReason, _ link: ReconnectSchedule.EndedLink?) {
        let reason = link == nil ? reason.naming(options.proxy) : reason
        lastReason = reason
        let mightMove = schedule.mayMove
        let next = schedule.next(after: link)
        if mightMove, !schedule.mayMove { report(.keptToPolling) }
        guard let wait = next else {
            patience.cancel()
            return report(.gaveUp(reason, attempts: schedule.attempts))
        }
        let attempt = schedule.attempts
        report(.waiting(attempt: attempt, wait, after: reason))
        let scaled = TimeSpan(seconds: wait.seconds * options.waitScale)
        stage = .waiting(attempt: attempt)
        alarm.set(in: .microseconds(scaled.microseconds)) { [weak self] in self?.connect(attempt: attempt) }
    }
}

extension HTTPClient.Configuration {
    /// No redirects by the library, which would follow them to any host; one try, since trying again has its own rules.
    /// - Parameter connectLimit: how long a connection may take.
    static func backend(
        _ trust: TrustSettings, _ proxy: HTTPProxy?, connectLimit: TimeSpan = .seconds(Int64(Limits.linkSeconds))
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration, redirectConfiguration: .disallow,
            timeout: .init(connect: .microseconds(connectLimit.microseconds)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        if let proxy {
            let login = proxy.basicCredentials.map { HTTPClient.Authorization.basic(credentials: $0) }
            configuration.proxy = .server(host: proxy.host, port: proxy.port, authorization: login)
        }
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
