import AsyncHTTPClient
import Events
import NIOCore
import SocketIO
import Synchronization

/// One session with its links: carries out what `ClientSession` says, and tells it what came and what time it is. Everything
/// happens on the event loop, pongs included; whoever reads the events is told and not waited for.
///
/// `@unchecked Sendable`: touched only on its event loop, but for its budget, which has a lock.
final class SocketSession: @unchecked Sendable {
    enum Event {
        case joined(SocketTransport)
        case moved
        case odd(WireError)
        /// The last one. The links are still to be left.
        case ended(ClientSession.End)
    }

    let budget: SendingBudget
    /// Of what the server wants to be told about its events.
    private let acknowledgements: SendingBudget
    private let loop: any EventLoop
    private let options: ConnectionOptions
    /// Where a redirection has led, too.
    private var endpoint: SocketEndpoint
    private var redirections = 0
    /// For polling; made when it is first needed.
    private let client: () -> HTTPClient
    /// Both `nil` once it was left.
    private var deliver: ((EngineIOPacket) -> Void)?
    private var report: ((Event) -> Void)?

    private var session: ClientSession
    private var webSocket: WebSocketLink?
    private var polling: PollingLink?
    private var probe: WebSocketLink?
    private var isReading = true
    private let alarm: Alarm
    private var alarmTime: Instant?
    /// What came while an earlier input was still being worked on.
    private var inputs = CircularBuffer<ClientSession.Input>()
    private var isWorking = false

    /// - Parameters:
    ///   - deliver: gets what the server sends of its events. Called on the event loop, as `report` is.
    ///   - report: gets what happens besides.
    init(
        on loop: any EventLoop, _ options: ConnectionOptions, mayMove: Bool, client: @escaping () -> HTTPClient,
        deliver: @escaping (EngineIOPacket) -> Void, report: @escaping (Event) -> Void
    ) {
        (self.loop, alarm) = (loop, Alarm(on: loop))
        self.options = options
        endpoint = options.endpoint
        self.client = client
        (self.deliver, self.report) = (deliver, report)
        budget = SendingBudget(limit: options.sendingLimit)
        acknowledgements = SendingBudget(limit: options.sendingLimit)
        session = ClientSession(over: options.firstTransport, mayMove: mayMove, options.access, at: Self.now)
    }

    /// What the schedule wants to know of it.
    func ended(after held: TimeAmount) -> ReconnectSchedule.EndedLink {
        .init(held: TimeSpan(microseconds: held.nanoseconds / 1_000), isCutWebSocket: session.isCutWebSocket)
    }

    private static var now: Instant {
        Instant(microseconds: Int64(NIODeadline.now().uptimeNanoseconds / 1_000))
    }

    var address: BackendAddress { endpoint.address }

    func open() {
        loop.preconditionInEventLoop()
        setAlarm()
        switch session.transport {
        case .webSocket: openWebSocket()
        case .polling: openPolling()
        }
    }

    /// A message that the budget has room for.
    func emit(_ packets: [EngineIOPacket], cost: Int) {
        loop.preconditionInEventLoop()
        guard session.isJoined else { return }
        for (index, packet) in packets.enumerated() {
            let isLast = index == packets.count - 1
            send(OutgoingPacket(packet: packet) { [budget] in if isLast { budget.giveBack(cost) } })
        }
    }

    func setReading(_ isReading: Bool) {
        loop.preconditionInEventLoop()
        guard isReading != self.isReading else { return }
        self.isReading = isReading
        feed(isReading ? .readingResumed : .readingPaused)
        webSocket?.setReading(isReading)
        polling?.setReading(isReading)
    }

    /// Takes leave of the server. `ended` follows, unless it was there.
    func close() {
        loop.preconditionInEventLoop()
        feed(.userCloses)
    }

    /// After `ended`. The future succeeds within some tens of milliseconds, when nothing is open any more.
    func leave() -> EventLoopFuture<Void> {
        loop.preconditionInEventLoop()
        (deliver, report) = (nil, nil)
        alarm.cancel()
        let ends = [webSocket?.leave(), probe?.leave(), polling?.leave()].compactMap { $0 }
        webSocket = nil
        probe = nil
        polling = nil
        return EventLoopFuture.andAllComplete(ends, on: loop)
    }

    // MARK: - Inputs and outputs

    private func feed(_ input: ClientSession.Input) {
        inputs.append(input)
        guard !isWorking else { return }
        isWorking = true
        while let next = inputs.popFirst() {
            for output in session.handle(next, at: Self.now) { perform(output) }
        }
        isWorking = false
        setAlarm()
    }

    private func perform(_ output: ClientSession.Output) {
        switch output {
        case .send(let packet): send(OutgoingPacket(packet: packet))
        case .sendByProbe(let packet): probe?.send(packet)
        case .acknowledge(let packet): acknowledge(packet)
        case .deliver(let packet): deliver?(packet)
        case .openProbe(let sid): openProbe(sid)
        case .closeProbe: closeProbe()
        case .pausePolling: polling?.pause()
        case .resumePolling: polling?.resume()
        case .moveToProbe: moveToProbe()
        case .opened(let handshake): polling?.opened(handshake)
        case .joined: report?(.joined(session.transport))
        case .odd(let error): report?(.odd(error))
        case .ended(let end): report?(.ended(end))
        }
    }

    private func send(_ packet: OutgoingPacket) {
        if let polling { return polling.send(packet) }
        let written = loop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in packet.taken() }
        webSocket?.send(packet.packet, promise: written) ?? written.succeed(())
    }

    /// A server that wants to know of each event and does not take the answers is left.
    private func acknowledge(_ packet: EngineIOPacket) {
        let cost = packet.byteCount
        guard acknowledgements.reserve(cost) else {
            return feed(.linkEnded(LinkErrorText.reason(WireError.acknowledgementsNotTaken)))
        }
        send(OutgoingPacket(packet: packet) { [acknowledgements] in acknowledgements.giveBack(cost) })
    }

    // MARK: - Links

    private func openWebSocket() {
        let deliver = { [weak self] (packet: EngineIOPacket) -> Void in self?.feed(.received(packet)) }
        let link = WebSocketLink(on: loop, options, deliver: deliver) { [weak self] event in
            switch event {
            case .opened: break
            case .redirected(let redirection): self?.reopen(redirection)
            case .nonsense(let error): self?.feed(.receivedNonsense(error))
            case .ended(let reason): self?.feed(.linkEnded(reason))
            }
        }
        webSocket = link
        link.open(endpoint)
    }

    /// The server wants a handshake to be made elsewhere.
    private func reopen(_ redirection: Redirection) {
        let isWebSocket = polling == nil
        _ = webSocket?.leave()
        _ = polling?.leave()
        (webSocket, polling) = (nil, nil)
        do throws(Redirection) {
            redirections += 1
            guard redirections <= Redirection.limit else { throw redirection }
            endpoint = try endpoint.moved(to: redirection)
        } catch {
            return feed(.linkEnded(.transportError(error.refusal)))
        }
        isWebSocket ? openWebSocket() : openPolling()
    }

    private func openPolling() {
        let deliver = { [weak self] (packet: EngineIOPacket) -> Void in self?.feed(.received(packet)) }
        let link = PollingLink(on: loop, client: client(), options, endpoint, deliver: deliver) { [weak self] event in
            switch event {
            case .redirected(let redirection): self?.reopen(redirection)
            case .paused: self?.feed(.pollingPaused)
            case .ended(let reason): self?.feed(.linkEnded(reason))
            }
        }
        polling = link
        link.open()
    }

    /// Once it has taken over, what this link says is what the session says.
    private func openProbe(_ sid: String) {
        let deliver = { [weak self] (packet: EngineIOPacket) in
            guard let self else { return }
            feed(session.transport == .polling ? .receivedByProbe(packet) : .received(packet))
        }
        let link = WebSocketLink(on: loop, options, deliver: deliver) { [weak self] event in
            guard let self else { return }
            let isProbe = session.transport == .polling
            switch event {
            case .opened: feed(.probeOpened)
            case .redirected: feed(.probeEnded)
            case .nonsense(let error): feed(isProbe ? .probeEnded : .receivedNonsense(error))
            case .ended(let reason): feed(isProbe ? .probeEnded : .linkEnded(reason))
            }
        }
        probe = link
        link.open(endpoint, sid: sid)
    }

    private func closeProbe() {
        _ = probe?.leave()
        probe = nil
    }

    private func moveToProbe() {
        let waiting = polling?.handOver() ?? []
        _ = polling?.leave()
        polling = nil
        webSocket = probe
        probe = nil
        webSocket?.setReading(isReading)
        for packet in waiting { send(packet) }
        report?(.moved)
    }

    // MARK: - Time

    private func setAlarm() {
        let deadline = session.deadline
        guard deadline != alarmTime else { return }
        alarm.cancel()
        alarmTime = deadline
        guard let deadline else { return }
        let wait = max(.zero, deadline - Self.now)
        alarm.set(in: .microseconds(wait.microseconds)) { [weak self] in
            self?.alarmTime = nil
            self?.feed(.timePassed)
        }
    }
}

/// Bytes of events that wait to be sent over one session, from any thread.
final class SendingBudget: Sendable {
    private let waiting = Mutex(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Whether there is room; then it is taken. One message always has room, however large.
    func reserve(_ bytes: Int) -> Bool {
        waiting.withLock { waiting in
            guard waiting == 0 || waiting + bytes <= limit else { return false }
            waiting += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) { waiting.withLock { $0 -= bytes } }
}

extension Limits {
    /// Bytes of one WebSocket message: a whole message and the marks of two layers before it.
    static let socketFrame = messageBytes + 64
    /// Parts that one WebSocket message may come in.
    static let socketFragments = 65_536
    /// Answers to pings that wait for a server that does not take them.
    static let waitingPongs = 1_000
    /// Seconds that a server has to be reached, to open a WebSocket and to take what is posted, each.
    static let linkSeconds = 20
    /// Bytes of an answer that are shown when it is not the expected one.
    static let shownAnswer = 300
}
