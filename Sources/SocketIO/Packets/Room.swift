/// Where a backend says what it has to say: one user, with one agent, in one window (specification 1.3).
package struct Room: Hashable, Sendable {
    package var user: String
    package var agent: String
    package var instance: String

    package init(user: String, agent: String, instance: String) {
        self.user = user
        self.agent = agent
        self.instance = instance
    }

    package var name: String { "\(user)-\(agent)-instance-\(instance)" }
    /// As the history of what was said is asked for.
    package var conversation: String { "conv_\(agent)_\(user)" }
}
