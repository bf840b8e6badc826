import Debugger
import Events
import Support
import Testing
import Transport
import Wire

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
    private static func states(_ news: [(ConnectionNews, Member)], _ agents: [CallAgent] = [CallAgent(id: "1")])
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
            ([.connecting(attempt: 0), .gaveUp(unreachable)], [.joining, .reconnectingFailed]),
            (
                [.refused(message: "no"), .connecting(attempt: 0), .connected(.polling)],
                [.joining, .reconnectingFailed, .reconnecting, .joined]
            ),
        ] as [([ConnectionNews], [CallState])])
    func links(news: [ConnectionNews], states: [CallState]) {
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
                    (.lost(.pingTimeout), Self.lea), (.gaveUp(Self.unreachable), .main), (.connected(.polling), .main),
                ], agents) == [.joining, .joined, .reconnecting, .joined])
        let told = Self.told(agents) { call in
            for member in [.main, Self.lea] { call.receive(.connected(.polling), of: member) }
            call.receive(.lost(.pingTimeout), of: Self.lea)
            call.receive(.connected(.polling), of: Self.lea)
        }
        #expect(told.suffix(2) == [.member("lea", [.paused([.video])]), .member("lea", [.paused([])])])
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
