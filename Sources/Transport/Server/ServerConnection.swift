import Events
import NIOCore
import SocketIO
import Wire

/// One session of a client: its protocol state, what it is still to be sent, and the links that carry it.
///
/// Owner: the core; on the server's event loop only.
final class ServerConnection {
    unowned let core: ServerCore
    private(set) var session: ServerSession
    let room: Room
    /// Sessions are counted from 1.
    let number: Int
    /// For the log: the number, and the room.
    let name: String
    private var sendQueue = SendQueue()
    private var injector: FaultInjector
    private var socket: ServerWebSocket?
    private var probe: ServerWebSocket?
    private var poll: HTTPExchange?
    private var isLoading = false
    private let timer: Alarm
    /// Where the server's own frame lines go (`set_session_id`).
    var logSession: String?
    private var sentCount = 0

    init(
        _ core: ServerCore, _ session: ServerSession, room: Room, number: Int, injector: FaultInjector,
        socket: ServerWebSocket?
    ) {
        self.core = core
        timer = Alarm(on: core.loop)
        self.session = session
        self.room = room
        self.injector = injector
        self.socket = socket
        self.number = number
        name = "#\(number) \(room.name)"
        socket?.client = self
    }

    var isJoined: Bool { session.isJoined }
    /// Whether a connection is its own for as long as it stays.
    var holdsConnection: Bool { socket != nil }

    // What comes in.

    func receivePacket(_ packet: EngineIOPacket, from link: ServerWebSocket) {
        if link === socket {
            perform(session.handle(.received(packet), at: core.now))
        } else if link === probe {
            perform(session.handle(.received(packet, on: .probe), at: core.now))
            // What waited for polls need not wait any more.
            if link === socket { pump() }
        }
    }

    /// Packets of a POST.
    func receivePackets(_ packets: [EngineIOPacket]) {
        for packet in packets { perform(session.handle(.received(packet), at: core.now)) }
    }

    func wrong(_ error: WireError) {
        core.report("\(name): \(error.reason)")
        cut()
    }

    func lost(_ link: ServerWebSocket) {
        if link === socket {
            socket = nil
            perform(session.handle(.linkLost, at: core.now))
        } else if link === probe {
            probe = nil
            perform(session.handle(.probeLost, at: core.now))
        }
    }

    /// A link that breaks the rules of WebSockets is being closed. One that was only tried leaves the session where it is.
    func failed(_ link: ServerWebSocket, _ error: WireError) {
        if link === socket {
            perform(session.handle(.linkFailed(error), at: core.now))
        } else if link === probe {
            core.report("\(name): \(error.reason)")
            lost(link)
        }
    }

    /// - Returns: whether the WebSocket may be tried.
    func open(_ link: ServerWebSocket) -> Bool {
        guard session.takesProbe else { return false }
        probe = link
        link.client = self
        perform(session.handle(.probeOpened, at: core.now))
        return true
    }

    func poll(_ exchange: HTTPExchange) {
        if session.isClosed || session.transport != .polling || session.isPolled {
            exchange.answer(.engineIO(3, "unexpected poll"))
            return perform(session.handle(.polled, at: core.now))
        }
        poll = exchange
        exchange.lost = { [weak self] in
            guard let self else { return }
            poll = nil
            perform(session.handle(.pollLost, at: core.now))
        }
        perform(session.handle(.polled, at: core.now))
        pump()
    }

    /// Ends the session politely.
    func disconnect() { perform(session.handle(.serverCloses, at: core.now)) }

    /// Ends the links without a word.
    func cut() {
        socket?.cut()
        probe?.cut()
        poll?.cut()
        poll = nil
        perform(session.handle(.linkLost, at: core.now))
    }

    // What goes out.

    func start() { perform(session.handle(.sends([session.open]), at: core.now)) }

    func answer(_ message: WireMessage) {
        if !sendQueue.answer(message) { core.report("\(name): too many requests at once") }
        pump()
    }

    func send(_ clip: BackendContent.Clip) {
        if !sendQueue.send(clip) { core.report("\(name): too many clips at once; skipped \(clip.name.rawValue)") }
        pump()
    }

    /// A message begins.
    func send(_ roomMessage: ServerCore.RoomMessage) {
        if !core.options.overlaps { sendQueue.stopSpeech() }
        add(roomMessage, at: roomMessage.start)
    }

    /// More of what is being said.
    func sendMore(_ roomMessage: ServerCore.RoomMessage) { add(roomMessage, at: roomMessage.start) }

    func stopSpeech() { sendQueue.stopSpeech() }

    /// What is left of a message that began before this client came.
    func resume(_ roomMessage: ServerCore.RoomMessage) { add(roomMessage, at: core.now) }

    private func add(_ roomMessage: ServerCore.RoomMessage, at now: Instant) {
        let isKept = sendQueue.enqueue(
            roomMessage.message, number: roomMessage.number, from: roomMessage.start, at: now)
        guard isKept else {
            return wrong(
                .tooLarge(what: "unread bytes of speech for a client", limit: SendQueue.mostSpeechBytes))
        }
        pump()
    }

    private func perform(_ outputs: [ServerSession.Output]) {
        for output in outputs {
            switch output {
            case .transmit(let packets): socket?.write(packets)
            case .answerPoll(let packets):
                poll?.answer(HTTPAnswer(200, type: "text/plain; charset=UTF-8", body: EngineIOPayload.encode(packets)))
                poll = nil
            case .transmitOnProbe(let packet): probe?.write([packet])
            case .moved:
                socket = probe
                probe = nil
                core.report("\(name): moved to WebSocket")
            case .dropProbe:
                probe?.close()
                probe = nil
            case .joined: core.joined(self)
            case .refused(let message): core.report("\(name): refused with \"\(message)\"")
            case .left: core.report("\(name): left")
            case .event(let message): core.receiveMessage(message, from: self)
            case .odd(let error): core.report("\(name): \(error.reason)")
            case .closed(let reason): closed(reason)
            }
        }
        setTimer()
    }

    private func closed(_ reason: ServerSession.CloseReason) {
        timer.cancel()
        switch reason {
        case .linkLost: socket?.cut()
        default: socket?.close()
        }
        probe?.cut()
        poll?.cut()
        core.closed(self, reason)
    }

    private var hasRoom: Bool {
        guard session.transport == .webSocket else {
            return session.waitingBytes < ServerLimits.unsent.upperBound
        }
        return socket?.hasRoom ?? false
    }

    /// Sends what is due as far as the client takes it, and comes back when something is due.
    func pump() {
        guard session.isJoined, !isLoading, hasRoom else { return }
        let now = core.now
        var steps: [FaultInjector.Step] = []
        var bytes = 0
        while steps.count < ServerLimits.batch, bytes < ServerLimits.batchBytes {
            if let step = injector.next(at: now) {
                steps.append(step)
                bytes += step.byteCount
            } else if injector.hasRoom(at: now), let item = sendQueue.next(at: now) {
                injector.receive(item, at: now)
            } else {
                break
            }
        }
        if steps.isEmpty {
            if sendQueue.nextDue == nil, !sendQueue.hasDueNow { injector.release(at: now) }
            return setTimer()
        }
        isLoading = true
        let log = logSession.flatMap { name in core.options.logs.map { ServerLog(logs: $0, session: name) } }
        core.load(steps, log) { [weak self] loaded in
            self?.isLoading = false
            self?.send(loaded)
        }
    }

    private func send(_ loaded: [LoadedStep]) {
        for step in loaded {
            guard session.isJoined else { return }
            switch step {
            case .packets(let packets, let name):
                sentCount += 1
                perform(session.handle(.sends(packets), at: core.now))
                core.sent(name, to: self)
            case .inside(let packets):
                perform(session.handle(.sends(packets), at: core.now))
                core.report("\(self.name): connection cut in the middle of an event (fault)")
                // What was written goes first.
                socket?.close()
                cut()
            case .cut:
                core.report("\(self.name): connection cut after \(plural(sentCount, "event")) (fault)")
                cut()
            case .disconnect:
                core.report("\(self.name): disconnected after \(plural(sentCount, "event")) (fault)")
                disconnect()
            case .failed(let reason): core.report("\(self.name): skipped: \(reason)")
            }
        }
        pump()
    }

    private func setTimer() {
        timer.cancel()
        guard !session.isClosed else { return }
        var times = [session.deadline]
        if session.isJoined, !isLoading, hasRoom { times.append(injector.wakeTime(sendQueue, at: core.now)) }
        guard let next = times.compactMap({ $0 }).min() else { return }
        let wait = min(max((next - core.now).microseconds, 0), 3_600_000_000)
        timer.set(in: .microseconds(wait)) { [weak self] in self?.woken() }
    }

    private func woken() {
        perform(session.handle(.timePassed, at: core.now))
        pump()
    }
}

extension FaultInjector.Step {
    fileprivate var byteCount: Int {
        switch self {
        case .send(let item, _), .cutInside(let item): item.byteCount
        case .cut, .disconnect: 0
        }
    }
}

extension HTTPAnswer {
    /// The form in which Engine.IO refuses a request.
    static func engineIO(_ code: Int, _ message: String) -> HTTPAnswer {
        .json(["code": .number(code), "message": .string(message)], status: 400)
    }
}
