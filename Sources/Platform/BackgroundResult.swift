import Dispatch
import Synchronization

/// A computation on a thread of its own, at once, whatever else is waited for.
///
/// The mutex guards the result.
package final class BackgroundResult<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// - Parameter queue: has a thread of its own.
    package init(
        on queue: DispatchQueue = DispatchQueue(label: "background"), _ work: @escaping @Sendable () -> Result
    ) {
        queue.async { [self] in
            let found = work()
            result.withLock { $0 = found }
            isDone.signal()
        }
    }

    /// The result, once it is there. May be asked for again.
    package func wait() -> Result {
        isDone.wait()
        isDone.signal()
        guard let found = result.withLock({ $0 }) else {
            preconditionFailure("a result is there before it is announced")
        }
        return found
    }
}

/// Runs `work` now. The threads of the global queues are as many as there are cores, and those that wait for `work` may be
/// all of them; a queue of its own gets one more.
package func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "background").async(execute: work)
}
