/// Figures of a live session: its connection, and what came over it.
package struct SessionFigures: Hashable, Sendable {
    package var address: String
    /// How packets travel; `nil` without a link.
    package var transport: String?
    /// User, agent and instance, as the backend joins them (specification 1.3).
    package var room: String
    package var messages: Int
    /// Of messages and their payloads, and those of them that are not on the tape yet.
    package var bytes: Int
    package var waitingBytes: Int

    package init(
        address: String, transport: String?, room: String, messages: Int, bytes: Int, waitingBytes: Int
    ) {
        (self.address, self.transport, self.room) = (address, transport, room)
        (self.messages, self.bytes, self.waitingBytes) = (messages, bytes, waitingBytes)
    }
}
