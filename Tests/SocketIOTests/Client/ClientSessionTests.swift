import Events
import Support
import Testing

@testable import SocketIO

private typealias Output = ClientSession.Output

private let handshake = EngineIOHandshake(
    sid: "e1", upgrades: ["websocket"], pingInterval: .seconds(25), pingTimeout: .seconds(60))

private func text(_ string: String) -> EngineIOPacket { .message(Array(string.utf8)) }
private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

@Suite("The client's session")
struct ClientSessionTests {
    /// Joined at second 0.
    private static func joined(over transport: SocketTransport = .webSocket, mayMove: Bool = true) -> ClientSession {
        var session = ClientSession(over: transport, mayMove: mayMove, at: .zero)
        _ = session.handle(.received(.open(handshake)), at: .zero)
        _ = session.handle(.received(text(#"0{"sid":"s1"}"#)), at: .zero)
        return session
    }

    @Test("a link is opened, the namespace joined, and events pass unread")
    func joining() {
        var session = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        #expect(session.handle(.received(.open(handshake)), at: .zero) == [.opened(handshake), .send(text("0"))])
        #expect(!session.isJoined)
        #expect(session.handle(.received(text(#"0{"sid":"s1"}"#)), at: .zero) == [.joined])
        #expect(session.isJoined)
        #expect(session.handle(.received(text("2[no JSON")), at: .zero) == [.deliver(text("2[no JSON"))])
        #expect(session.handle(.received(.binary([1])), at: .zero) == [.deliver(.binary([1]))])
    }

    @Test("a ping is answered with what it carried, before and after joining")
    func pings() {
        var session = ClientSession(over: .polling, mayMove: false, at: .zero)
        _ = session.handle(.received(.open(handshake)), at: .zero)
        #expect(session.handle(.received(.ping()), at: .zero) == [.send(.pong())])
        _ = session.handle(.received(text("0")), at: .zero)
        #expect(session.handle(.received(.ping([7])), at: .zero) == [.send(.pong([7]))])
        // No more than fits into a ping of the WebSocket itself.
        let long = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(session.handle(.received(.ping(long)), at: .zero) == [.send(.pong(Array(long.prefix(125))))])
    }

    @Test("N48 without a ping for interval and timeout together the link is dead")
    func silence() {
        var session = Self.joined()
        #expect(session.deadline == at(85))
        #expect(session.handle(.timePassed, at: at(84.9)) == [])
        _ = session.handle(.received(.ping()), at: at(84.9))
        #expect(session.deadline == at(169.9))
        // Events alone are no heartbeat.
        _ = session.handle(.received(text("2[\"a\"]")), at: at(160))
        #expect(session.handle(.timePassed, at: at(169.9)) == [.send(.close), .ended(.lost(.pingTimeout))])
        #expect(session.deadline == nil)
    }

    @Test("N48 while this side does not read, no ping can be missed; afterwards its time begins again")
    func silenceWhilePaused() {
        var session = Self.joined()
        #expect(session.handle(.readingPaused, at: at(10)) == [])
        #expect(session.deadline == nil)
        #expect(session.handle(.timePassed, at: at(1_000)) == [])
        _ = session.handle(.readingResumed, at: at(1_000))
        #expect(session.deadline == at(1_085))
    }

    @Test("N49 a CONNECT_ERROR ends the session with what the server says")
    func refused() {
        var session = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        _ = session.handle(.received(.open(handshake)), at: .zero)
        let outputs = session.handle(.received(text(#"4{"message":"no such user"}"#)), at: .zero)
        #expect(outputs == [.send(.close), .ended(.refused(message: "no such user"))])
    }

    @Test("d-namespace: a namespace that is not there is named")
    func noNamespace() {
        var session = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        _ = session.handle(.received(.open(handshake)), at: .zero)
        let outputs = session.handle(.received(text(#"4{"message":"Invalid namespace"}"#)), at: .zero)
        #expect(outputs.last == .ended(.refused(message: "Invalid namespace: / (--namespace joins another)")))
    }

    @Test(
        "each way to lose a link has its own reason",
        arguments: [
            (ClientSession.Input.received(text("1")), [.send(.close)], DisconnectReason.serverDisconnect),
            (.received(.close), [], .transportClose),
            (.linkEnded(.transportClose), [], .transportClose),
            (.linkEnded(.transportError("reset")), [], .transportError("reset")),
            (.linkEnded(.protocolError("no frame")), [], .protocolError("no frame")),
            (.userCloses, [.send(text("1")), .send(.close)], .clientDisconnect),
        ] as [(ClientSession.Input, [ClientSession.Output], DisconnectReason)])
    func reasons(input: ClientSession.Input, before: [ClientSession.Output], reason: DisconnectReason) {
        var session = Self.joined()
        #expect(session.handle(input, at: at(1)) == before + [.ended(.lost(reason))])
        #expect(session.hasEnded)
        #expect(session.handle(input, at: at(2)) == [])
    }

    @Test("a peer that says nothing, or does not answer about the namespace, is given up after 20 s")
    func handshakeLimits() {
        var silent = ClientSession(over: .webSocket, mayMove: true, at: at(5))
        #expect(silent.deadline == at(25))
        #expect(
            silent.handle(.timePassed, at: at(25)) == [.ended(.lost(.transportError("no open packet within 20 s")))])
        var halfway = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        _ = halfway.handle(.received(.open(handshake)), at: at(10))
        #expect(
            halfway.handle(.timePassed, at: at(30)) == [
                .ended(.lost(.transportError("no answer about the namespace within 20 s")))
            ])
    }

    @Test("a first packet that opens nothing is a protocol error, strange ones later are only noted")
    func strangePackets() {
        var session = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        let outputs = session.handle(.received(.ping()), at: .zero)
        #expect(outputs == [.ended(.lost(.protocolError("the first packet is not the open packet")))])
        for packet in [.open(handshake), .upgrade, text("0"), text("4"), text("0/x,{}"), text("1/x,"), text("0{")] {
            var session = Self.joined()
            let outputs = session.handle(.received(packet), at: at(1))
            guard case .odd? = outputs.first, outputs.count == 1 else {
                Issue.record("\(packet) gives \(outputs)")
                continue
            }
            #expect(session.isJoined)
        }
    }

    @Test("a polling session moves to WebSocket when both sides have seen the probe and no request is under way")
    func moving() {
        var session = ClientSession(over: .polling, mayMove: true, at: .zero)
        let opening = session.handle(.received(.open(handshake)), at: .zero)
        #expect(opening == [.opened(handshake), .send(text("0")), .openProbe(sid: "e1")])
        #expect(session.handle(.probeOpened, at: .zero) == [.sendByProbe(.ping(EngineIOPacket.probe))])
        #expect(session.handle(.receivedByProbe(.pong(EngineIOPacket.probe)), at: .zero) == [.pausePolling])
        // What the last request still brings counts.
        #expect(session.handle(.received(text("0")), at: .zero) == [.joined])
        #expect(session.handle(.pollingPaused, at: .zero) == [.sendByProbe(.upgrade), .moveToProbe])
        #expect(session.transport == .webSocket)
        #expect(session.handle(.received(.ping()), at: .zero) == [.send(.pong())])
    }

    @Test("N50 a move that fails half-way leaves the session on polling, at each step and by time")
    func failingMove() {
        let steps: [ClientSession.Input] = [.probeOpened, .receivedByProbe(.pong(EngineIOPacket.probe))]
        for count in 0...steps.count {
            for failure in [ClientSession.Input.probeEnded, .timePassed] {
                var session = Self.joined(over: .polling)
                for step in steps.prefix(count) { _ = session.handle(step, at: at(1)) }
                let outputs = session.handle(failure, at: at(20))
                #expect(outputs == (count == 2 ? [.closeProbe, .resumePolling] : [.closeProbe]))
                #expect(session.isJoined && session.transport == .polling)
                #expect(session.handle(.pollingPaused, at: at(21)) == [])
            }
        }
        var session = Self.joined(over: .polling)
        _ = session.handle(.probeOpened, at: at(1))
        #expect(session.handle(.receivedByProbe(.close), at: at(1)) == [.closeProbe])
    }

    @Test("N50 where the server offers no WebSocket, or the user wants none, nothing is tried")
    func noMove() {
        var unoffered = handshake
        unoffered.upgrades = []
        var session = ClientSession(over: .polling, mayMove: true, at: .zero)
        #expect(session.handle(.received(.open(unoffered)), at: .zero) == [.opened(unoffered), .send(text("0"))])
        var unwanted = ClientSession(over: .polling, mayMove: false, at: .zero)
        #expect(unwanted.handle(.received(.open(handshake)), at: .zero) == [.opened(handshake), .send(text("0"))])
    }

    @Test("d-namespace, d-auth: the namespace is joined with the token, and what concerns another one is noted")
    func namespace() throws {
        var access = BackendAccess()
        try access.set(.namespace, "avatar")
        try access.set(.auth, #"{"token": "t0"}"#)
        var session = ClientSession(over: .webSocket, mayMove: false, access, at: .zero)
        let joining = session.handle(.received(.open(handshake)), at: .zero)
        #expect(joining == [.opened(handshake), .send(text(#"0/avatar,{"token":"t0"}"#))])
        guard case .odd? = session.handle(.received(text(#"0{"sid":"s1"}"#)), at: .zero).first else {
            Issue.record("another namespace is taken")
            return
        }
        #expect(session.handle(.received(text(#"0/avatar,{"sid":"s1"}"#)), at: .zero) == [.joined])
        let event = text(#"2/avatar,7["a"]"#)
        #expect(
            session.handle(.received(event), at: .zero) == [.deliver(event), .acknowledge(text("3/avatar,7[]"))])
        let other = text(#"2/other,7["a"]"#)
        #expect(session.handle(.received(other), at: .zero) == [.deliver(other)])
        #expect(session.handle(.userCloses, at: .zero).prefix(2) == [.send(text("1/avatar,")), .send(.close)])
    }

    @Test("d-acknowledgements: an event with a number is acknowledged once, when all its attachments have come")
    func acknowledgements() {
        var session = Self.joined()
        let plain = text(#"20["a"]"#)
        #expect(session.handle(.received(plain), at: .zero) == [.deliver(plain), .acknowledge(text("30[]"))])
        let unasked = text(#"2["a"]"#)
        #expect(session.handle(.received(unasked), at: .zero) == [.deliver(unasked)])
        let binary = text(#"52-8["a",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#)
        let bytes = EngineIOPacket.binary([1])
        #expect(session.handle(.received(binary), at: .zero) == [.deliver(binary)])
        #expect(session.handle(.received(bytes), at: .zero) == [.deliver(bytes)])
        #expect(session.handle(.received(bytes), at: .zero) == [.deliver(bytes), .acknowledge(text("38[]"))])
        #expect(session.handle(.received(bytes), at: .zero) == [.deliver(bytes)])
    }

    @Test("d-websocket-cut: a WebSocket that a session moved to is cut where it ends without a word, and only then")
    func cutWebSocket() {
        func ended(_ input: ClientSession.Input, moved: Bool = true) -> Bool {
            var session = Self.joined(over: moved ? .polling : .webSocket)
            let steps: [ClientSession.Input] = [
                .probeOpened, .receivedByProbe(.pong(EngineIOPacket.probe)), .pollingPaused,
            ]
            for step in steps { _ = session.handle(step, at: at(1)) }
            _ = session.handle(input, at: at(85))
            #expect(session.hasEnded)
            return session.isCutWebSocket
        }
        #expect(ended(.linkEnded(.transportClose)) && ended(.linkEnded(.transportError("reset"))) && ended(.timePassed))
        #expect(!ended(.received(.close)) && !ended(.received(text("1"))) && !ended(.userCloses))
        #expect(!ended(.linkEnded(.transportClose), moved: false))
    }

    @Test("d-eio3: a server without pings and without an id for the namespace is named as one of Socket.IO 2")
    func withoutPings() {
        var session = ClientSession(over: .webSocket, mayMove: true, at: .zero)
        _ = session.handle(.received(.open(handshake)), at: .zero)
        _ = session.handle(.received(text("0")), at: .zero)
        guard case .ended(.lost(.protocolError(let reason)))? = session.handle(.timePassed, at: at(85)).last else {
            Issue.record("not named")
            return
        }
        #expect(reason.contains("Engine.IO 3 (Socket.IO 2)"))
    }

    @Test("whatever comes in whatever order, nothing traps, the end comes once, and silence always leads to it")
    func randomSequences() {
        for seed in 0..<3_000 {
            var generator = SplitMix64(seed: UInt64(seed))
            var session = ClientSession(over: generator.pick([.polling, .webSocket]), mayMove: true, at: .zero)
            var now = Instant.zero
            var ends = 0
            var isReading = true
            for _ in 0..<generator.below(60) {
                let input = Self.randomInput(&generator)
                if input == .readingPaused { isReading = false }
                if input == .readingResumed { isReading = true }
                now += .milliseconds(Int64(generator.below(4_000)))
                ends += Self.endCount(session.handle(input, at: now))
            }
            if !isReading { ends += Self.endCount(session.handle(.readingResumed, at: now)) }
            var steps = 0
            while let deadline = session.deadline, steps < 10 {
                let outputs = session.handle(.timePassed, at: deadline)
                #expect(!outputs.isEmpty, "seed \(seed): a deadline at which nothing happens")
                ends += Self.endCount(outputs)
                steps += 1
            }
            #expect(session.hasEnded && ends == 1, "seed \(seed)")
        }
    }

    private static func endCount(_ outputs: [ClientSession.Output]) -> Int {
        outputs.count { if case .ended = $0 { true } else { false } }
    }

    private static func randomInput(_ generator: inout SplitMix64) -> ClientSession.Input {
        let packets: [EngineIOPacket] = [
            .open(handshake), .ping(), .pong(), .noop, .upgrade, text("0"), text(#"0{"sid":"s"}"#), text("2[\"a\"]"),
            text(""), text("9"), text("51-[\"a\"]"), text("0/x,"), .binary([1, 2]), .pong(EngineIOPacket.probe),
            .ping(EngineIOPacket.probe),
        ]
        switch generator.below(40) {
        case 0: return .received(.close)
        case 1: return .received(text("1"))
        case 2: return .received(text("4{}"))
        case 3: return .linkEnded(.transportClose)
        case 4: return .userCloses
        case 5...8: return .probeOpened
        case 9, 10: return .probeEnded
        case 11...14: return .receivedByProbe(generator.pick(packets))
        case 15, 16: return .pollingPaused
        case 17: return .readingPaused
        case 18, 19: return .readingResumed
        case 20: return .receivedNonsense(.badPacket(reason: "x"))
        case 21...23: return .timePassed
        default: return .received(generator.isOneIn(3) ? .open(handshake) : generator.pick(packets))
        }
    }
}
