import Events

/// The client's side of one Engine.IO session and of one namespace in it, from the link's first byte to its end: hears
/// what came and what time it is, and says what to do (specification 1.1). Whoever drives it carries out the outputs in order
/// and calls it at `deadline`.
///
/// Every state ends by itself: opening, joining and moving to WebSocket have time limits, and a joined session needs a ping
/// in time. Only while this side has stopped reading it waits for as long as that takes.
package struct ClientSession: Sendable {
    package enum Input: Hashable, Sendable {
        case received(EngineIOPacket)
        /// Bytes over the link in use that are no packet.
        case receivedNonsense(WireError)
        /// The WebSocket that was asked for by `openProbe` is there.
        case probeOpened
        case receivedByProbe(EngineIOPacket)
        case probeEnded
        /// After `pausePolling`: no request is under way any more.
        case pollingPaused
        case linkEnded(DisconnectReason)
        /// This side stopped reading, since too much waits to be looked at; pings stay unread too.
        case readingPaused
        case readingResumed
        case timePassed
        case userCloses
    }

    package enum Output: Hashable, Sendable {
        case send(EngineIOPacket)
        case sendByProbe(EngineIOPacket)
        /// Tell the server that an event has arrived, as it wants to be told.
        case acknowledge(EngineIOPacket)
        /// A message or an attachment for the layer above, unread.
        case deliver(EngineIOPacket)
        /// Try a WebSocket to the same session beside the polling link.
        case openProbe(sid: String)
        case closeProbe
        /// Start no further request, and say when the last one has ended.
        case pausePolling
        case resumePolling
        /// The WebSocket is the link from now on; what waits to be sent goes over it.
        case moveToProbe
        case opened(EngineIOHandshake)
        case joined
        case odd(WireError)
        /// The last output of a session.
        case ended(End)
    }

    package enum End: Hashable, Sendable {
        case lost(DisconnectReason)
        /// The server wants nothing of this client, and says why (N49).
        case refused(message: String)
    }

    private enum Stage: Hashable, Sendable {
        case opening(until: Instant)
        case joining(EngineIOHandshake, until: Instant)
        case joined(EngineIOHandshake)
        case ended
    }

    private enum Move: Hashable, Sendable {
        case none
        case connecting(until: Instant)
        case probing(until: Instant)
        case pausing(until: Instant)

        var limit: Instant? {
            switch self {
            case .none: nil
            case .connecting(let until), .probing(let until), .pausing(let until): until
            }
        }
    }

    private var stage: Stage
    private var move = Move.none
    /// When the link is dead unless a ping comes; `nil` while nobody reads, and before the open packet.
    private var silenceEnd: Instant?
    private var isReading = true
    /// The link in use.
    package private(set) var transport: SocketTransport
    private let mayMove: Bool
    private let access: BackendAccess
    /// An event with attachments that are still to come, which the server wants to know of.
    private var unacknowledged: (id: Int, missing: Int)?
    /// Of Socket.IO 2 neither a ping comes nor an id for the namespace.
    private var mayBeRevision3 = true
    /// The WebSocket that a polling session moved to ended without a word of the server's, as proxies end those that they do not let
    /// through.
    package private(set) var isCutWebSocket = false

    /// - Parameters:
    ///   - mayMove: whether a polling session moves to WebSocket where the server offers it.
    ///   - access: the namespace, and what CONNECT carries.
    package init(
        over transport: SocketTransport, mayMove: Bool, _ access: BackendAccess = BackendAccess(), at now: Instant
    ) {
        self.transport = transport
        self.mayMove = mayMove && transport == .polling
        self.access = access
        stage = .opening(until: now + Self.handshakeLimit)
    }

    package var isJoined: Bool { if case .joined = stage { true } else { false } }
    package var hasEnded: Bool { stage == .ended }

    /// When to call with `timePassed` at the latest; `nil` when nothing is to be waited for.
    package var deadline: Instant? {
        [stageLimit, move.limit, silenceEnd].compactMap { $0 }.min()
    }

    package mutating func handle(_ input: Input, at now: Instant) -> [Output] {
        guard !hasEnded else { return [] }
        var outputs: [Output] = []
        switch input {
        case .received(let packet): receivePacket(packet, now, &outputs)
        case .receivedNonsense(let error): receiveNonsense(error, &outputs)
        case .probeOpened: probeOpened(&outputs)
        case .receivedByProbe(let packet): receiveByProbe(packet, &outputs)
        case .probeEnded: abandonMove(&outputs)
        case .pollingPaused: pollingPaused(&outputs)
        case .linkEnded(let reason):
            isCutWebSocket = hasMoved
            end(.lost(reason), &outputs)
        case .readingPaused: pauseReading()
        case .readingResumed: resumeReading(now)
        case .timePassed: check(now, &outputs)
        case .userCloses: leave(&outputs)
        }
        return outputs
    }

    // MARK: - Engine.IO

    private mutating func receivePacket(_ packet: EngineIOPacket, _ now: Instant, _ outputs: inout [Output]) {
        if case .opening = stage {
            guard case .open(let handshake) = packet else {
                return end(.lost(.protocolError("the first packet is not the open packet")), &outputs)
            }
            return open(handshake, now, &outputs)
        }
        switch packet {
        case .open: odd("a second open packet", &outputs)
        case .close: end(.lost(.transportClose), &outputs)
        case .ping(let data): answer(data, now, &outputs)
        case .message(let text): receiveMessage(text, &outputs)
        case .binary:
            guard isJoined else { return odd("bytes before the namespace was joined", &outputs) }
            outputs.append(.deliver(packet))
            attachmentCame(&outputs)
        case .upgrade: odd("an upgrade packet, which only clients send", &outputs)
        case .pong, .noop: break
        }
    }

    private mutating func open(_ handshake: EngineIOHandshake, _ now: Instant, _ outputs: inout [Output]) {
        stage = .joining(handshake, until: now + Self.handshakeLimit)
        if isReading { silenceEnd = now + handshake.silenceLimit }
        outputs.append(.opened(handshake))
        let connect = SocketIOPacket(.connect, namespace: access.namespace, data: access.connectData)
        outputs.append(.send(.message(connect.text)))
        guard mayMove, handshake.upgrades.contains(SocketTransport.webSocket.rawValue) else { return }
        move = .connecting(until: now + Self.probeLimit)
        outputs.append(.openProbe(sid: handshake.sid))
    }

    private mutating func answer(_ data: [UInt8], _ now: Instant, _ outputs: inout [Output]) {
        outputs.append(.send(.pong(Array(data.prefix(Self.pongLimit)))))
        mayBeRevision3 = false
        restartSilence(now)
    }

    private mutating func receiveNonsense(_ error: WireError, _ outputs: inout [Output]) {
        if case .opening = stage { return end(.lost(.protocolError(error.reason)), &outputs) }
        outputs.append(.odd(error))
    }

    // MARK: - Socket.IO

    /// Events pass unread; what the session itself needs to know is short.
    private mutating func receiveMessage(_ text: [UInt8], _ outputs: inout [Output]) {
        switch text.first.flatMap({ SocketIOPacket.Kind(rawValue: $0 &- UInt8(ascii: "0")) }) {
        case .connect, .disconnect, .connectError: receiveControl(text, &outputs)
        case .event, .binaryEvent, .acknowledgement, .binaryAcknowledgement, nil:
            guard isJoined else { return odd("a message before the namespace was joined", &outputs) }
            outputs.append(.deliver(.message(text)))
            acknowledge(text, &outputs)
        }
    }

    /// An event that the server wants to know of is acknowledged as soon as all of it has come, with no values.
    private mutating func acknowledge(_ text: [UInt8], _ outputs: inout [Output]) {
        unacknowledged = nil
        var rest = text[...]
        guard let packet = try? SocketIOPacket(headOf: &rest), packet.kind == .event || packet.kind == .binaryEvent,
            packet.namespace == access.namespace, let id = packet.id
        else { return }
        if packet.attachmentCount > 0 {
            unacknowledged = (id, packet.attachmentCount)
            return
        }
        outputs.append(.acknowledge(acknowledgement(id)))
    }

    private mutating func attachmentCame(_ outputs: inout [Output]) {
        guard let (id, missing) = unacknowledged else { return }
        unacknowledged = missing > 1 ? (id, missing - 1) : nil
        if missing == 1 { outputs.append(.acknowledge(acknowledgement(id))) }
    }

    private func acknowledgement(_ id: Int) -> EngineIOPacket {
        .message(SocketIOPacket(.acknowledgement, namespace: access.namespace, id: id, data: .array([])).text)
    }

    private mutating func receiveControl(_ text: [UInt8], _ outputs: inout [Output]) {
        guard text.count <= Self.controlLimit else {
            outputs.append(.odd(.tooLarge(what: "bytes in a packet about the namespace", limit: Self.controlLimit)))
            return
        }
        do {
            let packet = try SocketIOPacket(text: text)
            guard packet.namespace == access.namespace else {
                return odd("a packet for a namespace that was not requested", &outputs)
            }
            act(on: packet, &outputs)
        } catch {
            outputs.append(.odd(error))
        }
    }

    private mutating func act(on packet: SocketIOPacket, _ outputs: inout [Output]) {
        switch (packet.kind, stage) {
        case (.connect, .joining(let handshake, _)):
            stage = .joined(handshake)
            if packet.data?.object != nil { mayBeRevision3 = false }
            outputs.append(.joined)
        case (.connectError, .joining):
            outputs.append(.send(.close))
            end(.refused(message: refusal(packet.message ?? "no reason given")), &outputs)
        case (.disconnect, _):
            outputs.append(.send(.close))
            end(.lost(.serverDisconnect), &outputs)
        default: odd("a second answer for the namespace", &outputs)
        }
    }

    /// Servers do not say which namespace it was.
    private func refusal(_ message: String) -> String {
        guard message.lowercased().contains("invalid namespace") else { return message }
        return "\(message): \(access.namespace) (--namespace joins another)"
    }

    // MARK: - From polling to WebSocket

    private var hasMoved: Bool { mayMove && transport == .webSocket }

    private mutating func probeOpened(_ outputs: inout [Output]) {
        guard case .connecting(let until) = move else { return }
        move = .probing(until: until)
        outputs.append(.sendByProbe(.ping(EngineIOPacket.probe)))
    }

    private mutating func receiveByProbe(_ packet: EngineIOPacket, _ outputs: inout [Output]) {
        guard case .probing(let until) = move else { return }
        guard packet == .pong(EngineIOPacket.probe) else { return abandonMove(&outputs) }
        move = .pausing(until: until)
        outputs.append(.pausePolling)
    }

    private mutating func pollingPaused(_ outputs: inout [Output]) {
        guard case .pausing = move else { return }
        move = .none
        transport = .webSocket
        outputs.append(.sendByProbe(.upgrade))
        outputs.append(.moveToProbe)
    }

    /// Whatever went wrong with the WebSocket, the session goes on by polling.
    private mutating func abandonMove(_ outputs: inout [Output]) {
        guard move != .none else { return }
        let wasPausing = if case .pausing = move { true } else { false }
        move = .none
        outputs.append(.closeProbe)
        if wasPausing { outputs.append(.resumePolling) }
    }

    // MARK: - Time

    private var stageLimit: Instant? {
        switch stage {
        case .opening(let until), .joining(_, let until): until
        case .joined, .ended: nil
        }
    }

    private mutating func check(_ now: Instant, _ outputs: inout [Output]) {
        if let limit = stageLimit, now >= limit {
            let what = if case .opening = stage { "open packet" } else { "answer about the namespace" }
            end(.lost(.transportError("no \(what) within \(Int(Self.handshakeLimit.seconds)) s")), &outputs)
        } else if let silenceEnd, now >= silenceEnd {
            outputs.append(.send(.close))
            isCutWebSocket = hasMoved
            end(.lost(isJoined && mayBeRevision3 ? .protocolError(Self.noPings) : .pingTimeout), &outputs)
        } else if let limit = move.limit, now >= limit {
            abandonMove(&outputs)
        }
    }

    private static let noPings =
        "the server sends no pings and no id for the namespace: it probably speaks Engine.IO 3 (Socket.IO 2); Cameo needs "
        + "Engine.IO 4 (Socket.IO 3 or later)"

    private mutating func restartSilence(_ now: Instant) {
        switch stage {
        case .joining(let handshake, _), .joined(let handshake):
            silenceEnd = isReading ? now + handshake.silenceLimit : nil
        case .opening, .ended: break
        }
    }

    private mutating func pauseReading() {
        isReading = false
        silenceEnd = nil
    }

    /// Pings that came meanwhile are still to be read: their time begins now.
    private mutating func resumeReading(_ now: Instant) {
        guard !isReading else { return }
        isReading = true
        restartSilence(now)
    }

    // MARK: - The end

    private mutating func leave(_ outputs: inout [Output]) {
        let parting = SocketIOPacket(.disconnect, namespace: access.namespace)
        if isJoined { outputs.append(.send(.message(parting.text))) }
        if case .opening = stage {} else { outputs.append(.send(.close)) }
        end(.lost(.clientDisconnect), &outputs)
    }

    private mutating func end(_ end: End, _ outputs: inout [Output]) {
        if move != .none { outputs.append(.closeProbe) }
        move = .none
        silenceEnd = nil
        stage = .ended
        outputs.append(.ended(end))
    }

    private mutating func odd(_ reason: String, _ outputs: inout [Output]) {
        outputs.append(.odd(.badPacket(reason: reason)))
    }
}
