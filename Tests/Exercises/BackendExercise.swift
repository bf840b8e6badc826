import Events
import SocketIO
import Wire

/// The server's session hears any client at any time.
struct BackendExercise {
    private var session: ServerSession
    private var now = Instant.zero
    private var source: ByteSource

    static func run(_ source: ByteSource) throws(Breach) {
        var exercise = BackendExercise(source)
        while !exercise.source.isEmpty { try exercise.step() }
        try exercise.waitForEnd()
    }

    private init(_ source: ByteSource) {
        self.source = source
        let first = self.source.byte()
        var settings = ServerSession.Settings()
        settings.maxPayload = 4_096
        settings.ignoresProbe = first & 2 != 0
        settings.refusal = first & 4 == 0 ? nil : "no"
        settings.pingsFor = first & 8 == 0 ? nil : .seconds(60)
        if first & 16 != 0 { settings.transports = [.polling] }
        session = ServerSession(
            sid: "a", socketID: "b", first & 1 == 0 ? .polling : .webSocket, settings, at: now)
    }

    private mutating func step() throws(Breach) {
        now += source.span()
        let wasClosed = session.isClosed
        let outputs = said()
        try expect(!wasClosed || outputs.isEmpty, "a session that is closed says something")
        try look(at: outputs)
    }

    private mutating func said() -> [ServerSession.Output] {
        switch source.byte() % 16 {
        case 0...4: return taken(on: .main)
        case 5: return session.handle(.received(.binary(source.piece())), at: now)
        case 6: return taken(on: .probe)
        case 7: return session.handle(.received(.ping(EngineIOPacket.probe), on: .probe), at: now)
        case 8: return session.handle(.received(.upgrade, on: .probe), at: now)
        case 9:
            return session.handle(.probeOpened, at: now)
        case 10:
            return session.handle(.probeLost, at: now)
        case 11: return session.handle(.polled, at: now)
        case 12:
            return session.handle(.pollLost, at: now)
        case 13:
            let message = WireMessage(name: "x", arguments: [], attachments: [source.piece()])
            return session.isJoined ? session.handle(.sends(EngineIOPacket.packets(message)), at: now) : []
        case 14: return session.handle(.timePassed, at: now)
        default:
            switch source.byte() {
            // As many as wait at most, for a client that fetches nothing.
            case 0xFD:
                return session.handle(
                    .sends([EngineIOPacket](repeating: .noop, count: 2 * Limits.chunkFrames)), at: now)
            case 0xFE: return session.handle(.serverCloses, at: now)
            case 0xFF: return session.handle(.linkLost, at: now)
            default: return session.handle(.timePassed, at: now)
            }
        }
    }

    private mutating func taken(on link: ServerSession.Carrier) -> [ServerSession.Output] {
        guard let packet = try? EngineIOPacket(text: source.piece()) else { return [] }
        return session.handle(.received(packet, on: link), at: now)
    }

    private func look(at outputs: [ServerSession.Output]) throws(Breach) {
        for (place, output) in outputs.enumerated() {
            switch output {
            case .closed: try expect(place == outputs.count - 1, "something comes behind a session's end")
            case .answerPoll(let packets): try expect(!packets.isEmpty, "a poll is answered with nothing")
            case .event(let message): try EventExercise.survives(message)
            default: break
            }
        }
        let says = outputs.contains { if case .closed = $0 { true } else { false } }
        try expect(says == (session.isClosed && !outputs.isEmpty), "a session is closed without saying so")
        try expect(!session.isClosed || session.deadline == nil, "a session that is closed waits for something")
        try expect(session.waitingBytes >= 0, "fewer than no bytes wait")
        try expect(session.transport == .polling || !session.isPolled, "a poll waits beside a WebSocket")
    }

    /// Called at its deadlines, a session whose client is silent is closed, or rests; it never asks to be called again at
    /// once.
    private mutating func waitForEnd() throws(Breach) {
        var calls = 0
        // Where no more pings are sent the next one is never.
        while let deadline = session.deadline, deadline < Instant(microseconds: .max) {
            now = max(now, deadline)
            let outputs = session.handle(.timePassed, at: now)
            try look(at: outputs)
            calls += 1
            try expect(calls < 10, "a session asks to be called again and again")
        }
    }
}
