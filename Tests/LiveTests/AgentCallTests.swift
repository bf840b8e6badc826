import Events
import Sessions
import SocketIO
import Support
import Testing
import Transport

@testable import Live
@testable import Playback
@testable import Tapes

/// Sessions with agents as a call (picture-in-picture 10).
@Suite struct AgentCallTests {
    private static let lea = Member("lea") ?? .main

    /// What a call put on its stream, in order.
    private static func told(_ agents: [CallAgent], _ tell: (AgentCall) -> Void) -> [CallEvent] {
        let stream = LiveStream()
        let call = AgentCall("backend", agents, on: stream, SessionClock())
        call.begin()
        tell(call)
        var (events, number): ([CallEvent], EventCount) = ([], 0)
        while let entry = stream.next(number) {
            number += 1
            #expect(entry.oddities.isEmpty && entry.member.isMain)
            if case .wire(.call(let event)) = entry.body { events.append(event) }
        }
        return events
    }

    /// How its state changed behind the beginning.
    private static func states(_ news: [(ConnectionEvent, Member)], _ agents: [CallAgent] = [CallAgent(id: "1")])
        -> [CallState]
    {
        told(agents) { call in for (news, member) in news { call.receive(news, of: member) } }
            .compactMap { if case .state(let state, "backend") = $0 { state } else { nil } }
    }

    private static let unreachable = DisconnectReason.transportError("refused")

    @Test("it begins with everybody who is expected: JOINING, sources that are avatars, members with video")
    func begin() {
        let told = Self.told([CallAgent(id: "1"), CallAgent(id: "lea", member: Self.lea)]) { $0.begin() }
        #expect(
            told == [
                .state(.joining, call: "backend"),
                .source("avatar 1", [.avatar(.main)]),
                .member("1", [.name("Agent 1"), .publishesVideo(true), .source("avatar 1")]),
                .source("avatar lea", [.avatar(Self.lea)]),
                .member("lea", [.name("Agent lea"), .publishesVideo(true), .source("avatar lea")]),
            ])
    }

    @Test(
        "a link's state is the call's",
        arguments: [
            ([.connecting(attempt: 0), .connected(.polling), .upgraded], [.joining, .joined]),
            ([.connected(.polling), .lost(.pingTimeout)], [.joining, .joined, .reconnecting]),
            (
                [.connected(.polling), .lost(.pingTimeout), .waiting(attempt: 1, .seconds(1), after: .noNetwork("x"))],
                [.joining, .joined, .reconnecting, .offline]
            ),
            (
                [
                    .waiting(attempt: 1, .seconds(1), after: .noNetwork("x")), .connecting(attempt: 1),
                    .waiting(attempt: 2, .seconds(1), after: unreachable), .connected(.webSocket),
                ], [.joining, .offline, .reconnecting, .joined]
            ),
            ([.connecting(attempt: 0), .gaveUp(unreachable, attempts: 10)], [.joining, .reconnectingFailed]),
            (
                [
                    .waiting(attempt: 1, .seconds(1), after: .noNetwork("x")), .connecting(attempt: 1),
                    .waiting(attempt: 2, .seconds(2), after: .noNetwork("x")),
                ], [.joining, .offline]
            ),
            (
                [.refused(message: "no"), .connecting(attempt: 0), .connected(.polling)],
                [.joining, .reconnectingFailed, .reconnecting, .joined]
            ),
        ] as [([ConnectionEvent], [CallState])])
    func links(news: [ConnectionEvent], states: [CallState]) {
        #expect(Self.states(news.map { ($0, Member.main) }) == states)
    }

    @Test("it is over once, and nothing is told of it then")
    func leave() {
        let told = Self.told([CallAgent(id: "1")]) { call in
            call.receive(.connected(.polling), of: .main)
            call.leave()
            call.leave()
            call.receive(.lost(.pingTimeout), of: .main)
            call.introduce(.main, name: "Lea", image: nil)
        }
        #expect(told.suffix(2) == [.state(.joined, call: "backend"), .left("backend")])
    }

    @Test("of several the best link counts, and of whose is lost nothing comes")
    func several() {
        let agents = [CallAgent(id: "1"), CallAgent(id: "lea", member: Self.lea)]
        #expect(
            Self.states(
                [
                    (.connected(.polling), .main), (.connected(.polling), Self.lea), (.lost(.pingTimeout), .main),
                    (.lost(.pingTimeout), Self.lea), (.gaveUp(Self.unreachable, attempts: 10), .main),
                    (.connected(.polling), .main),
                ], agents) == [.joining, .joined, .reconnecting, .joined])
        let told = Self.told(agents) { call in
            for member in [.main, Self.lea] { call.receive(.connected(.polling), of: member) }
            call.receive(.lost(.pingTimeout), of: Self.lea)
            call.receive(.connected(.polling), of: Self.lea)
        }
        #expect(told.suffix(2) == [.member("lea", [.paused([.video])]), .member("lea", [.paused([])])])
    }

    @Test("of one that is missing nothing comes until it is back, whatever becomes of its link meanwhile")
    func missing() {
        let told = Self.told([CallAgent(id: "1"), CallAgent(id: "lea", member: Self.lea)]) { call in
            for member in [.main, Self.lea] { call.receive(.connected(.polling), of: member) }
            call.receive(.lost(.pingTimeout), of: Self.lea)
            call.receive(.waiting(attempt: 1, .seconds(1), after: .noNetwork("x")), of: Self.lea)
            call.receive(.gaveUp(Self.unreachable, attempts: 10), of: Self.lea)
        }
        #expect(told.last == .member("lea", [.paused([.video])]))
    }

    @Test("links from the best to the worst: joined, joining, reconnecting, offline, and given up")
    func order() {
        let offline = ConnectionEvent.waiting(attempt: 1, .seconds(1), after: .noNetwork("x"))
        let (lost, gaveUp) = (
            ConnectionEvent.lost(.pingTimeout), ConnectionEvent.gaveUp(Self.unreachable, attempts: 10)
        )
        // What becomes of the links of both, and then of the first one alone: the other one's is better.
        for (both, worse, states) in [
            (nil, lost, []), (lost, offline, [.reconnecting]), (offline, gaveUp, [.offline]),
        ] as [(ConnectionEvent?, ConnectionEvent, [CallState])] {
            let news = [both.map { ($0, .main) }, both.map { ($0, Self.lea) }, (worse, .main)].compactMap { $0 }
            let agents = [CallAgent(id: "1"), CallAgent(id: "lea", member: Self.lea)]
            #expect(Self.states(news + [(.connected(.polling), Self.lea)], agents) == [.joining] + states + [.joined])
        }
    }

    @Test("whoever is pinned is pinned by this user alone, the one before no longer, and nobody where nobody is to be")
    func pins() throws {
        let agents = [CallAgent(id: "1"), CallAgent(id: "lea", member: Self.lea)]
        let told = Self.told(agents) { call in
            for member in [.main, Self.lea, Self.lea, nil, nil] as [Member?] { call.pin(member) }
        }
        let pins = told.suffix(5).map { event -> (id: String, pin: CallPin?)? in
            guard case .member(let id, let changes) = event, case .pin(let pin)? = changes.first else { return nil }
            return changes.count == 1 ? (id, pin) : nil
        }
        #expect(told.count == 10 && pins.map { $0?.id } == ["1", "1", "lea", "lea", "lea"])
        #expect(pins.map { $0?.pin == nil } == [false, true, false, false, true])
        #expect(pins.allSatisfy { $0?.pin?.isRemote != true })
    }

    @Test("the time of a pin is that at which it was told")
    func pinTime() throws {
        let stream = LiveStream()
        let call = AgentCall("backend", [CallAgent(id: "1")], on: stream, SessionClock())
        call.begin()
        let begun = try #require((0..<3).compactMap { stream.next($0) }.last)
        call.pin(.main)
        let entry = try #require(stream.next(3))
        guard case .wire(.call(.member("1", let changes))) = entry.body, case .pin(let pin?)? = changes.first else {
            Issue.record("\(entry.body)")
            return
        }
        #expect(.zero + pin.time >= begun.time && .zero + pin.time <= entry.time)
    }

    @Test("nobody is pinned once it is over, and a call that never began does not end")
    func pinnedLate() {
        let told = Self.told([CallAgent(id: "1")]) { call in
            call.leave()
            call.pin(.main)
        }
        #expect(told.last == .left("backend"))
        let stream = LiveStream()
        let call = AgentCall("backend", [CallAgent(id: "1")], on: stream, SessionClock())
        call.leave()
        #expect(stream.next(0) == nil)
        call.begin()
        #expect(stream.next(0)?.body == .wire(.call(.state(.joining, call: "backend"))))
    }

    @Test("the agent's name and its picture, as the backend has them")
    func introduction() {
        let told = Self.told([CallAgent(id: "1")]) { call in
            call.introduce(.main, name: nil, image: nil)
            call.introduce(.main, name: "Lea", image: [1, 2, 3])
            call.introduce(Self.lea, name: "nobody", image: nil)
        }
        let picture = Payload(hash: contentHash(of: [1, 2, 3]), byteCount: 3)
        #expect(told.suffix(1) == [.member("1", [.name("Lea"), .image(.picture(picture))])])
        #expect(told.count == 4)
    }
}

extension CallEvent {
    fileprivate static func left(_ call: String) -> CallEvent { .state(.left, call: call) }
}
