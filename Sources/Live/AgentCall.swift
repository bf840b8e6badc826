import Events
import JSON
import Playback
import SocketIO
import Synchronization
import Transport

/// An agent of a backend as a member of a call.
package struct CallAgent: Hashable, Sendable {
    /// As the backend knows it.
    package let id: String
    /// Whose engine hears what it sends.
    package let member: Member

    package init(id: String, member: Member = .main) { (self.id, self.member) = (id, member) }
}

/// Sessions with agents as one call: their links are its state, their avatars the cameras of its members (picture-in-picture 10).
///
/// What it says goes on the stream in the order in which it came to be. Shared by the tasks that receive; the mutex guards how each
/// link is, and the order.
package final class AgentCall: Sendable {
    private struct State {
        var links: [Member: CallState] = [:]
        /// What was told last.
        var state = CallState.left
        var isOver = false
        var pinned: Member?
    }

    private let id: String
    private let agents: [CallAgent]
    private let stream: LiveStream
    private let clock: SessionClock
    private let state = Mutex(State())

    /// - Parameter id: of the call.
    package init(_ id: String, _ agents: [CallAgent], on stream: LiveStream, _ clock: SessionClock) {
        (self.id, self.agents, self.stream, self.clock) = (id, agents, stream, clock)
    }

    /// Everybody is expected.
    func begin() {
        state.withLock { state in
            guard state.links.isEmpty else { return }
            for agent in agents { state.links[agent.member] = .joining }
            tell(&state)
            for agent in agents {
                put(.callSource, ["source": .string(agent.source), "avatar": agent.member.json])
                put(
                    .callMember,
                    [
                        "id": .string(agent.id), "name": .string("Agent \(agent.id)"), "video": true,
                        "source": .string(agent.source),
                    ])
            }
        }
    }

    /// What became of the link of one of them.
    func receive(_ event: ConnectionEvent, of member: Member) {
        state.withLock { state in
            guard let before = state.links[member], let link = CallState(event, after: before), link != before else {
                return
            }
            state.links[member] = link
            tell(&state)
            guard agents.count > 1, (before == .joined) != (link == .joined),
                let agent = agents.first(where: { $0.member == member })
            else { return }
            // While the others are there the call goes on, and of this one nothing comes.
            put(.callMember, ["id": .string(agent.id), "paused": link == .joined ? .array([]) : ["video"]])
        }
    }

    /// What the backend says of one of them.
    /// - Parameter image: encoded.
    func introduce(_ member: Member, name: String?, image: [UInt8]?) {
        guard let agent = agents.first(where: { $0.member == member }), name != nil || image != nil else { return }
        var (data, attachments): (JSONObject, [[UInt8]]) = (["id": .string(agent.id)], [])
        if let name { data.append("name", .string(name)) }
        if let image {
            data.append("image", WireMessage.placeholder(0))
            attachments = [image]
        }
        state.withLock { state in if !state.isOver { put(.callMember, data, attachments) } }
    }

    /// Whom the user wants to see, whoever speaks; `nil` for nobody any more.
    package func pin(_ member: Member?) {
        state.withLock { state in
            guard !state.isOver else { return }
            for agent in agents where agent.member == state.pinned && agent.member != member {
                put(.callMember, ["id": .string(agent.id), "pinned": .null])
            }
            for agent in agents where agent.member == member {
                let now = clock.now - Instant.zero
                put(.callMember, ["id": .string(agent.id), "pinned": ["by": "local", "at": .double(now.seconds)]])
            }
            state.pinned = member
        }
    }

    /// The user leaves; once.
    func leave() {
        state.withLock { state in
            guard !state.isOver, !state.links.isEmpty else { return }
            for member in state.links.keys { state.links[member] = .left }
            tell(&state)
            state.isOver = true
        }
    }

    /// A call is as good as the best of its links.
    private func tell(_ state: inout State) {
        guard !state.isOver, let best = state.links.values.max(by: { $0.worth < $1.worth }), best != state.state else {
            return
        }
        state.state = best
        put(.callState, ["call": .string(id), "state": .string(best.rawValue)])
    }

    private func put(_ event: EventName, _ data: JSONObject, _ attachments: [[UInt8]] = []) {
        stream.receiveMessage(
            WireMessage(event: event, arguments: [.object(data)], attachments: attachments), at: clock.now)
    }
}

extension CallAgent {
    /// Of its frames, as the call names it.
    fileprivate var source: String { "avatar " + id }
}

extension Member {
    fileprivate var json: JSON { name.map { .string($0) } ?? true }
}

extension CallState {
    /// What a link's news make of a call; `nil` where they say nothing of it.
    fileprivate init?(_ event: ConnectionEvent, after before: CallState) {
        switch event {
        // An attempt is no news of how it ends; only where nothing was tried any more it is.
        case .connecting: self = before == .reconnectingFailed ? .reconnecting : before
        case .connected: self = .joined
        case .lost: self = .reconnecting
        case .waiting(_, _, after: .noNetwork): self = .offline
        case .waiting: self = .reconnecting
        case .refused, .gaveUp: self = .reconnectingFailed
        case .message, .upgraded, .keptToPolling, .odd, .remark, .ended: return nil
        }
    }

    fileprivate var worth: Int {
        switch self {
        case .joined: 6
        case .migrating: 5
        case .joining: 4
        case .reconnecting: 3
        case .offline: 2
        case .reconnectingFailed: 1
        case .left: 0
        }
    }
}
