import Files
import Synchronization

/// Lets a cache's calls of the operating system fail, and counts them.
package final class Refusals: Sendable {
    private let state = Mutex((count: 0, steps: [DiskCalls.Step]()))
    /// The step from which on everything goes wrong.
    private let first: Int
    private let refusal: @Sendable (DiskCalls.Step) -> DiskCalls.Refusal?

    package init(
        from first: Int = .max, _ refusal: @escaping @Sendable (DiskCalls.Step) -> DiskCalls.Refusal? = { _ in nil }
    ) {
        (self.first, self.refusal) = (first, refusal)
    }

    package var calls: DiskCalls {
        var calls = DiskCalls()
        calls.refusal = { step in self.next(step) }
        return calls
    }

    package var steps: [DiskCalls.Step] { state.withLock { $0.steps } }

    private func next(_ step: DiskCalls.Step) -> DiskCalls.Refusal? {
        let number = state.withLock { state in
            state.count += 1
            state.steps.append(step)
            return state.count - 1
        }
        return number >= first ? refusal(step) : nil
    }
}
