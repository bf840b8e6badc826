import Events
import NIOCore
import Wire

/// One session of a client: its protocol state, what it is still to be sent, and the links that carry it.
///
/// Owner: the hall; on the server's event loop only.
final class HallClient {
    unowned let hall: BackendHall
    private(set) var session: BackendSession
    let room: Room
    /// For the log: a number, and the room.
    let name: String
    private var programme = Programme()
    private var line: FaultLine
    private var socket: ServerWebSocket?
    private var probe: ServerWebSocket?
    private var poll: HTTPExchange?
    private var isLoading = false
    private let timer: Alarm
    /// Where the server's own frame lines go (`set_session_id`).
    var logSession: String?
    private var sentCount = 0

    init(
        _ hall: BackendHall, _ session: BackendSession, room: Room, number: Int, line: FaultLine,
        socket: ServerWebSocket?
    ) {
        self.hall = hall
        timer = Alarm(on: hall.loop)
        self.session = session
        self.room = room
        self.line = line
        self.socket = socket
        name = "#\(number) \(room.name)"
        socket?.client = self
    }

    var isJoined: Bool { session.isJoined }

    // What comes in.

    func take(_ packet: EngineIOPacket, from link: ServerWebSocket) {
        if link === socket {
            perform(session.take(packet, at: hall.now))
        } else if link === probe {
            perform(session.take(packet, on: .probe, at: hall.now))
            // What waited for polls need not wait any more.
            if link === socket { pump() }
        }
    }

    /// Packets of a POST.
    func take(_ packets: [EngineIOPacket]) {
        for packet in packets { perform(session.take(packet, at: hall.now)) }
    }

    func wrong(_ error: WireError) {
        hall.say("\(name): \(error.reason)")
        cut()
    }

    func lost(_ link: ServerWebSocket) {
        if link === socket {
            socket = nil
            perform(session.linkLost())
        } else if link === probe {
            probe = nil
            session.probeLost()
        }
    }

    /// - Returns: whether the WebSocket may be tried.
    func open(_ link: ServerWebSocket) -> Bool {
        guard session.probeOpened(at: hall.now) else { return false }
        probe = link
        link.client = self
        setTimer()
        return true
    }

    func poll(_ exchange: HTTPExchange) {
        if session.isClosed || session.transport != .polling || session.isPolled {
            exchange.answer(.engineIO(3, "no poll is due"))
            return perform(session.polled())
        }
        poll = exchange
        exchange.lost = { [weak self] in
            self?.poll = nil
            self?.session.pollLost()
        }
        perform(session.polled())
        pump()
    }

    /// Ends the session politely.
    func disconnect() { perform(session.disconnect(at: hall.now)) }

    /// Ends the links without a word.
    func cut() {
        socket?.cut()
        probe?.cut()
        poll?.cut()
        poll = nil
        perform(session.linkLost())
    }

    // What goes out.

    func start() { perform(session.send([session.open])) }

    func answer(_ message: WireMessage) {
        if !programme.answer(message) { hall.say("\(name): too many questions at once") }
        pump()
    }

    func send(_ clip: Repertoire.Clip) {
        if !programme.send(clip) { hall.say("\(name): too many clips at once; \(clip.name.rawValue) is left out") }
        pump()
    }

    /// A message begins.
    func say(_ performance: BackendHall.Performance) {
        if !hall.options.overlaps { programme.stopSpeech() }
        add(performance, at: performance.start)
    }

    /// More of what is being said.
    func go(on performance: BackendHall.Performance) { add(performance, at: performance.start) }

    func stopSpeech() { programme.stopSpeech() }

    /// What is left of a message that began before this client came.
    func resume(_ performance: BackendHall.Performance) { add(performance, at: hall.now) }

    private func add(_ performance: BackendHall.Performance, at now: Instant) {
        programme.say(performance.message, number: performance.number, from: performance.start, at: now)
        pump()
    }

    private func perform(_ outputs: [BackendSession.Output]) {
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
                hall.say("\(name): moved to WebSocket")
            case .dropProbe:
                probe?.close()
                probe = nil
            case .joined: hall.joined(self)
            case .refused(let message): hall.say("\(name): refused with \"\(message)\"")
            case .left: hall.say("\(name): left")
            case .event(let message): hall.take(message, from: self)
            case .odd(let error): hall.say("\(name): \(error.reason)")
            case .closed(let reason): closed(reason)
            }
        }
        setTimer()
    }

    private func closed(_ reason: BackendSession.CloseReason) {
        timer.cancel()
        switch reason {
        case .linkLost: socket?.cut()
        default: socket?.close()
        }
        probe?.cut()
        poll?.cut()
        hall.closed(self, reason)
    }

    private var hasRoom: Bool {
        guard session.transport == .websocket else {
            return session.waitingBytes < ServerLimits.unsent.upperBound
        }
        return socket?.hasRoom ?? false
    }

    /// Sends what is due as far as the client takes it, and comes back when something is due.
    func pump() {
        guard session.isJoined, !isLoading, hasRoom else { return }
        let now = hall.now
        var steps: [FaultLine.Step] = []
        var bytes = 0
        while steps.count < ServerLimits.batch, bytes < ServerLimits.batchBytes {
            if let step = line.next(at: now) {
                steps.append(step)
                bytes += step.byteCount
            } else if line.hasRoom(at: now), let item = programme.next(at: now) {
                line.take(item, at: now)
            } else {
                break
            }
        }
        if steps.isEmpty {
            if programme.nextDue == nil, !programme.hasDueNow { line.release(at: now) }
            return setTimer()
        }
        isLoading = true
        let log = logSession.flatMap { name in hall.options.logs.map { ServerLog(logs: $0, session: name) } }
        hall.load(steps, log) { [weak self] loaded in
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
                perform(session.send(packets))
                hall.sent(name, to: self)
            case .inside(let packets):
                perform(session.send(packets))
                hall.say("\(self.name): the link is cut in the middle of an event (fault)")
                // What was written goes first.
                socket?.close()
                cut()
            case .cut:
                hall.say("\(self.name): the link is cut after \(sentCount) events (fault)")
                cut()
            case .disconnect:
                hall.say("\(self.name): disconnected after \(sentCount) events (fault)")
                disconnect()
            case .failed(let reason): hall.say("\(self.name): left out: \(reason)")
            }
        }
        pump()
    }

    private func setTimer() {
        timer.cancel()
        guard !session.isClosed else { return }
        var times = [session.deadline]
        if session.isJoined, !isLoading, hasRoom { times.append(line.wakeTime(programme, at: hall.now)) }
        guard let next = times.compactMap({ $0 }).min() else { return }
        let wait = min(max((next - hall.now).microseconds, 0), 3_600_000_000)
        timer.set(in: .microseconds(wait)) { [weak self] in self?.woken() }
    }

    private func woken() {
        perform(session.pass(at: hall.now))
        pump()
    }
}

extension FaultLine.Step {
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
        .json(["code": .int(Int64(code)), "message": .string(message)], status: 400)
    }
}
