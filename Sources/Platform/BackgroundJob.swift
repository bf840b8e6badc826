import Dispatch
import Synchronization

/// Work on a thread of its own that can be canceled: it asks now and then whether it is.
///
/// Owner: whoever begins it, who does not leave before nothing is left of it.
package final class BackgroundJob: Sendable {
    private let canceled = Atomic(false)
    private let work = DispatchGroup()

    package init(_ body: @escaping @Sendable (BackgroundJob) -> Void) {
        work.enter()
        onOwnThread { [work] in
            defer { work.leave() }
            body(self)
        }
    }

    package var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    /// Does not wait for it.
    package func cancel() { canceled.store(true, ordering: .relaxed) }

    /// Returns when nothing is left of it.
    package func wait() { work.wait() }
}
