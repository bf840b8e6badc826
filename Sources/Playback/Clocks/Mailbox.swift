import Dispatch
import Synchronization

/// The one queue into a loop on the main actor. Bounded by who posts: the terminal speaks once until it is answered, one
/// wake is on its way at most, and workers post what they were asked for.
///
/// Messages are work for the main queue. A task that waits for each of them (an `AsyncStream`, a continuation) is woken by
/// way of a thread of the pool, which more than doubles what a wake costs.
@MainActor
package final class Mailbox<Message: Sendable> {
    private var waiting: [Message] = []
    private var receive: ((Message) -> Void)?
    private let underWay = Atomic(0)

    package init() {}

    /// Behind the message that is being received there are others already.
    package nonisolated var hasMore: Bool { underWay.load(ordering: .relaxed) > 0 }

    /// From any thread.
    package nonisolated func post(_ message: Message) {
        underWay.add(1, ordering: .relaxed)
        DispatchQueue.main.async {
            self.underWay.subtract(1, ordering: .relaxed)
            MainActor.assumeIsolated { self.deliver(message) }
        }
    }

    /// Hands every message to `body`, one at a time in the order in which they were posted, until it gives an outcome or
    /// throws.
    package func serve<Outcome>(_ body: @escaping @MainActor (Message) throws -> Outcome?) async throws -> Outcome {
        try await withCheckedThrowingContinuation { end in
            receive = { message in
                do {
                    guard let outcome = try body(message) else { return }
                    self.receive = nil
                    end.resume(returning: outcome)
                } catch {
                    self.receive = nil
                    end.resume(throwing: error)
                }
            }
            let early = waiting
            waiting = []
            for message in early { deliver(message) }
        }
    }

    private func deliver(_ message: Message) {
        if let receive { receive(message) } else { waiting.append(message) }
    }
}
