import Events
import JSON
import SocketIO

/// The server's side of one Engine.IO 4 session with Socket.IO 5 on it (specification 1.1): opening, heartbeat, joining the
/// namespace `/`, polling, and the move from polling to WebSocket.
///
/// A value: packets, polls and the time go in, what is to be done comes out. It accepts everything at any time; what makes
/// no sense is named and dropped, or closes the session where the protocol says so.
package struct ServerSession: Sendable {
    package struct Settings: Hashable, Sendable {
        package var pingInterval = TimeSpan.seconds(25)
        package var pingTimeout = TimeSpan.seconds(60)
        /// Bytes of one message, or of one polling body, of a client.
        package var maxPayload = 1_000_000
        package var transports = Set(SocketTransport.allCases)
        /// Time that a client has from opening to joining the namespace.
        var joinLimit = TimeSpan.seconds(45)
        /// Time that a client has from opening a second link to moving to it.
        var upgradeLimit = TimeSpan.seconds(10)
        /// Packets of one polling answer: python-engineio refuses more than 16.
        var pollPackets = 16
        /// Why nobody may join; `nil` lets everyone in. A CONNECT_ERROR (N49).
        package var refusal: String?
        /// Whether a probe is left without an answer (N50).
        package var ignoresProbe = false
        /// Time from opening after which no pings are sent (N48).
        package var pingsFor: TimeSpan?

        package init() {}
    }

    /// On which of the session's links a packet came.
    package enum Carrier: Hashable, Sendable {
        /// The link that carries the session: the WebSocket, or the POST bodies.
        case main
        /// A WebSocket that the client tries while polling.
        case probe
    }

    package enum Input: Hashable, Sendable {
        case received(EngineIOPacket, on: Carrier = .main)
        /// Packets of one message, all or none: those of another must not come between a text and its attachments. Events
        /// are for clients that have joined (`isJoined`).
        case sends([EngineIOPacket])
        /// A client's GET waits for packets.
        case polled
        /// The poll's connection is gone. What it would have brought goes with the next one.
        case pollLost
        /// A client opens a WebSocket for this session, which `takesProbe`.
        case probeOpened
        case probeLost
        case timePassed
        /// The link that carries the session is gone, or is to go without a word.
        case linkLost
        /// The link that carries the session breaks its own rules, and is being closed.
        case linkFailed(WireError)
        /// The server ends the session and says so. A client that polls has a few seconds to fetch that and what came
        /// before it.
        case serverCloses
    }

    package enum CloseReason: Hashable, Sendable {
        case clientClosed
        case linkLost
        case pingTimeout
        case neverJoined
        case serverClosed
        case wrong(WireError)

        /// As in "closed: ...".
        package var text: String {
            switch self {
            case .clientClosed: "closed by the client"
            case .linkLost: "the link was lost"
            case .pingTimeout: "no answer to a ping"
            case .neverJoined: "it never joined"
            case .serverClosed: "closed by the server"
            case .wrong(let error): error.reason
            }
        }
    }

    package enum Output: Hashable, Sendable {
        /// Write on the WebSocket that carries the session.
        case transmit([EngineIOPacket])
        /// Answer the poll that waits.
        case answerPoll([EngineIOPacket])
        /// Write on the WebSocket that is being tried.
        case transmitOnProbe(EngineIOPacket)
        /// The WebSocket that was tried carries the session from now on.
        case moved
        /// Close the WebSocket that was tried; the session stays on polling.
        case dropProbe
        /// The client is in the namespace.
        case joined
        /// It was refused, with this message.
        case refused(String)
        /// It left the namespace; the link stays.
        case left
        case event(WireMessage)
        case odd(WireError)
        /// The session is over; close its links. Nothing comes after it.
        case closed(CloseReason)
    }

    /// Of a client that polls no more; the largest message has fewer, of packets and of bytes.
    private static let mostWaiting = 2 * Limits.chunkFrames
    private static let mostWaitingBytes = 2 * Limits.messageBytes
    /// Time in which a polling client fetches what was there for it when the server said goodbye.
    static let farewellLimit = TimeSpan.seconds(5)

    private enum Stage: Hashable {
        case open(Membership)
        /// After the server's goodbye, while a polling client fetches it.
        case farewell(until: Instant)
        case closed
    }
    private enum Membership: Hashable {
        case outside(until: Instant)
        case inside, left
    }
    private enum Heartbeat: Hashable {
        case quiet(nextPing: Instant)
        case awaitingPong(until: Instant)
        /// No ping is sent any more, and no answer expected.
        case silent
    }
    enum Probe: Hashable {
        case none
        case opened(until: Instant)
        case answered(until: Instant)
    }

    package let sid: String
    private let socketID: String
    let settings: Settings
    package internal(set) var transport: SocketTransport
    /// Whether a poll waits for an answer.
    package internal(set) var isPolled = false
    /// What waits for the next poll, at most `mostWaiting` packets: once a poll the rest is moved up.
    var waiting: [EngineIOPacket] = []
    /// Bytes of that, in the form in which they go out.
    package internal(set) var waitingBytes = 0
    private var stage: Stage
    private var heartbeat: Heartbeat
    var probe = Probe.none
    private var assembly: SocketIOAssembly
    private let opened: Instant

    /// - Parameters:
    ///   - sid: of the session, which a polling client has to give with each request.
    ///   - socketID: what the client is told when it joins; nobody asks for it.
    package init(sid: String, socketID: String, _ transport: SocketTransport, _ settings: Settings, at now: Instant) {
        self.sid = sid
        self.socketID = socketID
        self.transport = transport
        self.settings = settings
        opened = now
        stage = .open(.outside(until: now + settings.joinLimit))
        heartbeat = .quiet(nextPing: now + settings.pingInterval)
        assembly = SocketIOAssembly(limit: settings.maxPayload)
    }

    package var isClosed: Bool { stage == .closed }
    package var isJoined: Bool { stage == .open(.inside) }
    var isOpen: Bool { if case .open = stage { true } else { false } }

    /// The first packet of the session.
    package var open: EngineIOPacket {
        let canMove = transport == .polling && settings.transports.contains(.webSocket)
        return .open(
            EngineIOHandshake(
                sid: sid, upgrades: canMove ? [SocketTransport.webSocket.rawValue] : [],
                pingInterval: settings.pingInterval,
                pingTimeout: settings.pingTimeout, maxPayload: settings.maxPayload))
    }

    /// When to call with `timePassed` at the latest; `nil` when the session is over, or waits for nothing.
    package var deadline: Instant? {
        var times: [Instant] = []
        switch stage {
        case .closed: return nil
        case .farewell(let until): return until
        case .open(.outside(let until)): times.append(until)
        case .open: break
        }
        switch heartbeat {
        case .quiet(let time), .awaitingPong(let time): times.append(time)
        case .silent: break
        }
        switch probe {
        case .none: break
        case .opened(let until), .answered(let until): times.append(until)
        }
        return times.min()
    }

    package mutating func handle(_ input: Input, at now: Instant) -> [Output] {
        if isClosed { return [] }
        switch input {
        case .received(let packet, let carrier): return receivePacket(packet, on: carrier, at: now)
        case .sends(let packets): return send(packets)
        case .polled: return polled()
        case .pollLost: isPolled = false
        case .probeOpened: if takesProbe { probe = .opened(until: now + settings.upgradeLimit) }
        case .probeLost: probe = .none
        case .timePassed: return check(at: now)
        case .linkLost: return close(.linkLost)
        case .linkFailed(let error): return close(.wrong(error))
        case .serverCloses: return disconnect(at: now)
        }
        return []
    }

    private mutating func check(at now: Instant) -> [Output] {
        if case .farewell(let until) = stage { return now >= until ? close(.serverClosed) : [] }
        if case .awaitingPong(let until) = heartbeat, now >= until { return close(.pingTimeout) }
        if case .open(.outside(let until)) = stage, now >= until { return close(.neverJoined) }
        var outputs: [Output] = []
        switch probe {
        case .opened(let until) where now >= until, .answered(let until) where now >= until:
            probe = .none
            outputs.append(.dropProbe)
        default: break
        }
        if case .quiet(let nextPing) = heartbeat, now >= nextPing { outputs += ping(at: now) }
        return outputs
    }

    private mutating func ping(at now: Instant) -> [Output] {
        if let limit = settings.pingsFor, now >= opened + limit {
            heartbeat = .silent
            return []
        }
        heartbeat = .awaitingPong(until: now + settings.pingTimeout)
        return send([.ping()])
    }

    private mutating func send(_ packets: [EngineIOPacket]) -> [Output] {
        guard isOpen else { return [] }
        if transport == .webSocket { return [.transmit(packets)] }
        guard waiting.count < Self.mostWaiting else {
            return close(.wrong(.tooLarge(what: "unfetched packets of a client", limit: Self.mostWaiting)))
        }
        guard waitingBytes < Self.mostWaitingBytes else {
            return close(.wrong(.tooLarge(what: "unfetched bytes of a client", limit: Self.mostWaitingBytes)))
        }
        waiting += packets
        waitingBytes += packets.reduce(0) { $0 + $1.payloadBytes }
        return answer()
    }

    private mutating func disconnect(at now: Instant) -> [Output] {
        guard isOpen else { return [] }
        let farewell: [Output] = isJoined ? send([.message(SocketIOPacket(.disconnect).text)]) : []
        return then(farewell) {
            $0.transport == .polling && !$0.waiting.isEmpty ? $0.waitForFarewell(at: now) : $0.close(.serverClosed)
        }
    }

    private mutating func waitForFarewell(at now: Instant) -> [Output] {
        stage = .farewell(until: now + Self.farewellLimit)
        defer { probe = .none }
        return probe == .none ? [] : [.dropProbe]
    }

    /// What comes after something was sent: nothing when that was too much, and closed the session.
    private mutating func then(_ sent: [Output], _ next: (inout Self) -> [Output]) -> [Output] {
        isClosed ? sent : sent + next(&self)
    }

    mutating func close(_ reason: CloseReason) -> [Output] {
        var outputs: [Output] = []
        if isPolled {
            let last = nextWaiting()
            isPolled = false
            outputs.append(.answerPoll(last + [.close]))
        } else if transport == .webSocket, reason != .linkLost, reason != .clientClosed {
            outputs.append(.transmit([.close]))
        }
        if probe != .none { outputs.append(.dropProbe) }
        stage = .closed
        waiting = []
        waitingBytes = 0
        assembly.reset()
        return outputs + [.closed(reason)]
    }
}

// What a client says.
extension ServerSession {
    private mutating func receivePacket(_ packet: EngineIOPacket, on link: Carrier, at now: Instant) -> [Output] {
        if link == .probe { return receiveByProbe(packet, at: now) }
        guard isOpen else { return packet == .close ? close(.clientClosed) : [] }
        switch packet {
        case .pong:
            if case .awaitingPong = heartbeat { heartbeat = .quiet(nextPing: now + settings.pingInterval) }
            return []
        case .message(let text): return receiveArrivals(assembly.receiveText(text))
        case .binary(let bytes): return receiveArrivals(assembly.receiveBinary(bytes))
        case .close: return close(.clientClosed)
        case .ping: return close(.wrong(.badPacket(reason: "a ping (in revision 4 only the server pings)")))
        case .noop: return []
        case .open, .upgrade: return close(.wrong(.badPacket(reason: "a packet that only a server sends")))
        }
    }

    private mutating func receiveArrivals(_ arrivals: [SocketIOAssembly.Arrival]) -> [Output] {
        var outputs: [Output] = []
        for arrival in arrivals {
            switch arrival {
            case .packet(let packet, let attachments): outputs += receiveSocketIOPacket(packet, attachments)
            case .odd(let error): outputs.append(.odd(error))
            }
        }
        return outputs
    }

    private mutating func receiveSocketIOPacket(_ packet: SocketIOPacket, _ attachments: [[UInt8]]) -> [Output] {
        guard packet.namespace == "/" else { return elsewhere(packet) }
        switch packet.kind {
        case .connect: return join()
        case .disconnect:
            guard isJoined else { return [] }
            stage = .open(.left)
            return [.left]
        case .event, .binaryEvent:
            guard isJoined else { return [.odd(.badPacket(reason: "an event of a client that has not joined"))] }
            guard let message = packet.event(attachments) else { return [] }
            let answer: [Output] = packet.id.map { send(Self.acknowledgement($0)) } ?? []
            return then(answer) { _ in [.event(message)] }
        // We never ask for any.
        case .acknowledgement, .binaryAcknowledgement: return []
        case .connectError: return [.odd(.badPacket(reason: "a CONNECT_ERROR, which only a server sends"))]
        }
    }

    private static func acknowledgement(_ id: Int) -> [EngineIOPacket] {
        [.message(SocketIOPacket(.acknowledgement, id: id, data: .array([])).text)]
    }

    private mutating func join() -> [Output] {
        if isJoined { return [.odd(.badPacket(reason: "a client joins twice"))] }
        if let refusal = settings.refusal {
            stage = .open(.left)
            let data: JSON = ["message": .string(refusal)]
            return then(send([.message(SocketIOPacket(.connectError, data: data).text)])) { _ in [.refused(refusal)] }
        }
        stage = .open(.inside)
        return then(send([.message(SocketIOPacket(.connect, data: ["sid": .string(socketID)]).text)])) { _ in [.joined]
        }
    }

    /// There is one namespace only.
    private mutating func elsewhere(_ packet: SocketIOPacket) -> [Output] {
        guard packet.kind == .connect else { return [] }
        let refusal = SocketIOPacket(
            .connectError, namespace: packet.namespace, data: ["message": "Invalid namespace"])
        return send([.message(refusal.text)])
    }
}
