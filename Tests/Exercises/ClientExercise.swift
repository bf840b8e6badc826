import Events
import SocketIO

/// The client's session hears anything at any time. What it delivers is put together as messages.
struct ClientExercise {
    private var session: ClientSession
    private var assembly = SocketIOAssembly(limit: 4_096)
    private var now = Instant.zero
    private var source: ByteSource

    static func run(_ source: ByteSource) throws(Breach) {
        var exercise = ClientExercise(source)
        while !exercise.source.isEmpty { try exercise.step() }
        try exercise.waitForEnd()
    }

    private init(_ source: ByteSource) {
        self.source = source
        let first = self.source.byte()
        session = ClientSession(
            over: first & 1 == 0 ? .polling : .webSocket, mayMove: first & 2 == 0, at: now)
    }

    private mutating func step() throws(Breach) {
        now += source.span()
        let hadEnded = session.hasEnded
        let outputs = session.handle(input(), at: now)
        try expect(!hadEnded || outputs.isEmpty, "a session that has ended says something")
        try look(at: outputs)
    }

    private mutating func look(at outputs: [ClientSession.Output]) throws(Breach) {
        for (place, output) in outputs.enumerated() {
            switch output {
            case .ended: try expect(place == outputs.count - 1, "something comes behind a session's end")
            case .deliver(let packet): try receive(packet)
            default: break
            }
        }
        let says = outputs.contains { if case .ended = $0 { true } else { false } }
        try expect(says == (session.hasEnded && !outputs.isEmpty), "a session ends without saying so")
        try expect(!session.hasEnded || session.deadline == nil, "a session that has ended waits for something")
    }

    private mutating func receive(_ packet: EngineIOPacket) throws(Breach) {
        let arrivals =
            switch packet {
            case .message(let text): assembly.receiveText(text)
            case .binary(let bytes): assembly.receiveBinary(bytes)
            default: throw Breach("a packet is delivered that holds no message")
            }
        for case .packet(let packet, let attachments) in arrivals {
            try expect(attachments.count == packet.attachmentCount, "a message lacks attachments")
            if let message = packet.event(attachments) { try EventExercise.survives(message) }
        }
    }

    private mutating func input() -> ClientSession.Input {
        switch source.byte() % 16 {
        case 0...4: received()
        case 5: .received(.binary(source.piece()))
        case 6: .receivedNonsense(.badPacket(reason: "x"))
        case 7: .probeOpened
        case 8: .receivedByProbe(source.flag() ? .pong(EngineIOPacket.probe) : .noop)
        case 9: .probeEnded
        case 10: .pollingPaused
        case 11: .linkEnded(.transportClose)
        case 12: .readingPaused
        case 13: .readingResumed
        case 14: .timePassed
        default: source.byte() == 0xFF ? .userCloses : .timePassed
        }
    }

    private mutating func received() -> ClientSession.Input {
        do {
            return .received(try EngineIOPacket(text: source.piece()))
        } catch {
            return .receivedNonsense(error)
        }
    }

    /// Called at its deadlines, a session to which nobody talks comes to its end, or to rest; it never asks to be called
    /// again at once.
    private mutating func waitForEnd() throws(Breach) {
        var calls = 0
        while let deadline = session.deadline {
            now = max(now, deadline)
            let outputs = session.handle(.timePassed, at: now)
            try look(at: outputs)
            calls += 1
            try expect(calls < 10, "a session asks to be called again and again")
        }
    }
}
