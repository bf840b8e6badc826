import Synchronization

/// The one queue into a loop on the main actor. Bounded by who posts: the terminal speaks once until it is answered, one
/// wake is on its way at most, and workers post what they were asked for.
///
/// No `AsyncStream`, whose `next` goes through a thread of the pool before it comes back to the main actor: that is half
/// of what a wake costs.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var waiting: [Message] = []
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// From any thread.
    func post(_ message: Message) {
        change { $0.waiting.append(message) }
    }

    /// The messages in the order in which they were posted; waits for one. One reader at a time, who stops asking once a
    /// message tells it to.
    @MainActor
    func next() async -> Message {
        while true {
            let message = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            if let message { return message }
            await withCheckedContinuation { reader in
                change { $0.reader = reader }
            }
        }
    }

    /// Wakes the reader when there is something for it.
    private func change(_ body: (inout State) -> Void) {
        let reader: CheckedContinuation<Void, Never>? = state.withLock { state in
            body(&state)
            guard !state.waiting.isEmpty else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}
