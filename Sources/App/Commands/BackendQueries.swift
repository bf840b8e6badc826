import Events
import SocketIO
import Transport
import Typesetting

/// `cameo health`: whether a backend is there, asked in the three ways that there are.
package struct HealthCheck {
    /// What one question came to.
    struct Answer {
        var place: String
        var took: Duration
        /// `nil` when it was as it should be.
        var trouble: TransportError?
    }

    private let options: ConnectionOptions

    package init(_ options: ConnectionOptions) { self.options = options }

    /// Asks, one place after the other, with a line for each.
    /// - Returns: the exit status: 0 when one of the places for health and the handshake answer as they should, 2 when nobody
    ///   answers at all, else 1.
    package func run(_ write: (String) throws -> Void) async throws -> Int32 {
        let http = BackendHTTP(options)
        defer { http.close() }
        var answers: [Answer] = []
        for call in BackendCall.healths {
            answers.append(
                await Self.ask(String(call.plainPath)) { () throws(TransportError) in try await http.health(call) })
            try write(Self.line(answers[answers.count - 1]))
        }
        let path = options.access.path ?? SocketEndpoint.usualPath
        let handshake = await Self.ask(path) { () throws(TransportError) in _ = try await http.handshake() }
        try write(Self.line(handshake))
        return Self.status(answers, handshake)
    }

    private static func ask(
        _ place: String, _ question: () async throws(TransportError) -> Void
    ) async -> Answer {
        let began = ContinuousClock.now
        do throws(TransportError) {
            try await question()
            return Answer(place: place, took: .now - began, trouble: nil)
        } catch {
            return Answer(place: place, took: .now - began, trouble: error)
        }
    }

    static func status(_ places: [Answer], _ handshake: Answer) -> Int32 {
        if handshake.trouble == nil, places.contains(where: { $0.trouble == nil }) { return 0 }
        let isAnybodyThere = (places + [handshake]).contains { answer in
            switch answer.trouble {
            case nil, .unexpectedAnswer, .unsendable: true
            case .unreachable, .noNetwork, .timedOut: false
            }
        }
        return isAnybodyThere ? ExitStatus.failed : ExitStatus.unusable
    }

    /// `/health        12 ms  ok`
    static func line(_ answer: Answer) -> String {
        let time = "\(Int((answer.took / .milliseconds(1)).rounded())) ms"
        let padding = String(repeating: " ", count: max(0, 9 - time.count))
        let said = answer.trouble.map { OutsideText.shown($0.reason, cells: 300) } ?? "ok"
        return "\(TerminalText.padded(answer.place, toCells: 12))\(padding)\(time)  \(said)"
    }
}

/// `cameo agents`.
package enum AgentList {
    /// A line for each agent: id, name, what else is known of it.
    /// - Throws: `CommandError`.
    package static func lines(_ options: ConnectionOptions) async throws -> [String] {
        let http = BackendHTTP(options)
        defer { http.close() }
        let agents = try await http.agents()
        if agents.isEmpty { return ["the backend has no agents"] }
        let width = agents.map { TerminalText.cellWidth(of: OutsideText.shown($0.id, cells: 24)) }.max() ?? 0
        return agents.map { agent in
            let id = TerminalText.padded(OutsideText.shown(agent.id, cells: 24), toCells: width)
            let more = [agent.summary, agent.voice.map { "voice \($0)" }, agent.status].compactMap { $0 }
            let rest = more.map { "  " + OutsideText.shown($0, cells: 80) }.joined()
            return "\(id)  \(OutsideText.shown(agent.name, cells: 60))\(rest)"
        }
    }
}
