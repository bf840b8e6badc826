import Events
import SocketIO

/// The move from polling to WebSocket.
extension ServerSession {
    /// Whether the client may open a WebSocket for this session; if not, it is to be refused.
    package var takesProbe: Bool {
        isOpen && transport == .polling && probe == .none && settings.transports.contains(.webSocket)
    }

    mutating func receiveByProbe(_ packet: EngineIOPacket, at now: Instant) -> [Output] {
        switch (packet, probe) {
        case (.ping(let data), .opened(let until)) where data == EngineIOPacket.probe:
            if settings.ignoresProbe { return [] }
            probe = .answered(until: until)
            return [.transmitOnProbe(.pong(data))] + answer()
        case (.upgrade, .answered):
            probe = .none
            transport = .webSocket
            var outputs: [Output] = [.moved]
            if isPolled {
                isPolled = false
                outputs.append(.answerPoll([.noop]))
            }
            if !waiting.isEmpty { outputs.append(.transmit(waiting)) }
            waiting = []
            waitingBytes = 0
            return outputs
        default:
            probe = .none
            return [.odd(.badPacket(reason: "expected the probe of an upgrade")), .dropProbe]
        }
    }
}
