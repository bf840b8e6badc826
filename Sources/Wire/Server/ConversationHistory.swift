import JSON
import SocketIO

/// What was said in each conversation, for those who ask later. Bounded: the oldest goes first.
package struct ConversationHistory: Sendable {
    private struct Said { var text: String, sender: String }

    private var conversations: [(name: String, said: [Said])] = []
    private static let most = 100
    private static let mostSaid = 200
    private static let mostText = 4_096

    package init() {}

    package mutating func add(_ text: String, from sender: String, in room: Room) {
        let said = Said(text: String(text.unicodeScalars.prefix(Self.mostText)), sender: sender)
        if let place = conversations.firstIndex(where: { $0.name == room.conversation }) {
            conversations[place].said.append(said)
            if conversations[place].said.count > Self.mostSaid { conversations[place].said.removeFirst() }
            return
        }
        if conversations.count >= Self.most { conversations.removeFirst() }
        conversations.append((room.conversation, [said]))
    }

    /// The answer of `GET /messages`: an empty list for a conversation that nobody had.
    package func json(_ conversation: String) -> JSON {
        let said = conversations.first { $0.name == conversation }?.said ?? []
        return .array(
            said.map {
                [
                    "conversation_id": .string(conversation), "message": .string($0.text),
                    "sender": ["id": .string($0.sender)],
                ]
            })
    }
}
