import Scripts
import Transport

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
