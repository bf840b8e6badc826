/// Who talks to whom: the four values that name a client's room and its wishes (specification 1.2, 1.3). The HTTP side has to say
/// the same as the socket, or answers go elsewhere.
package struct BackendIdentity: Hashable, Sendable {
    package var user: String
    package var agent: String
    package var instance: String
    /// Requested size of pictures, as in `512`.
    package var resolution: String

    package init(user: String, agent: String, instance: String = "default", resolution: String = "512") {
        self.user = user
        self.agent = agent
        self.instance = instance
        self.resolution = resolution
    }

    package var room: Room { Room(user: user, agent: agent, instance: instance) }

    /// Of the socket's URL, not encoded yet.
    package var query: [(name: String, value: String)] {
        [("user_id", user), ("agent_id", agent), ("instance_id", instance), ("userResolution", resolution)]
    }
}

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
