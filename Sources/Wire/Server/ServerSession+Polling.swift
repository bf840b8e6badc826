import SocketIO

/// What waits for a client that polls, and its polls.
extension ServerSession {
    mutating func polled() -> [Output] {
        guard transport == .polling else { return [.odd(.badPacket(reason: "a poll beside a WebSocket"))] }
        guard !isPolled else { return close(.wrong(.badPacket(reason: "two polls at once"))) }
        isPolled = true
        let answered = answer()
        return !isOpen && waiting.isEmpty ? answered + close(.serverClosed) : answered
    }

    mutating func answer() -> [Output] {
        guard isPolled else { return [] }
        // The client waits for its poll to end before it moves.
        if waiting.isEmpty, case .answered = probe {
            isPolled = false
            return [.answerPoll([.noop])]
        }
        guard !waiting.isEmpty else { return [] }
        isPolled = false
        return [.answerPoll(nextWaiting())]
    }

    mutating func nextWaiting() -> [EngineIOPacket] {
        let packets = Array(waiting.prefix(settings.pollPackets))
        waiting.removeFirst(packets.count)
        waitingBytes -= packets.reduce(0) { $0 + $1.payloadBytes }
        return packets
    }
}

extension EngineIOPacket {
    /// Bytes in a polling body, about.
    var payloadBytes: Int {
        switch self {
        case .binary(let bytes): (bytes.count + 2) / 3 * 4 + 2
        case .message(let bytes), .ping(let bytes), .pong(let bytes): bytes.count + 2
        case .open, .close, .upgrade, .noop: 2
        }
    }
}
