import Dispatch
import Synchronization

/// Work on a thread of its own that can be canceled: it asks now and then whether it is.
///
/// Owner: whoever begins it. What writes is waited for, so that nothing is left of it; what only reads may be left to end by itself.
/// The mutex guards what is told of the end.
package final class BackgroundJob: Sendable {
    private let canceled = Atomic(false)
    private let work = DispatchGroup()
    private let stops = Mutex<[@Sendable () -> Void]>([])

    package init(_ body: @escaping @Sendable (BackgroundJob) -> Void) {
        work.enter()
        onOwnThread { [work] in
            defer {
                _ = self.takeStops()
                work.leave()
            }
            body(self)
        }
    }

    package var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    /// Ends a call that takes long and cannot ask.
    /// - Parameter stop: called at most once, from whichever thread cancels; at once where that has happened. Let go when the job ends.
    package func onCancel(_ stop: @escaping @Sendable () -> Void) {
        let isLate = stops.withLock { stops in
            stops.append(stop)
            return isCanceled
        }
        if isLate { runStops() }
    }

    /// Does not wait for it.
    package func cancel() {
        canceled.store(true, ordering: .relaxed)
        runStops()
    }

    private func runStops() { for stop in takeStops() { stop() } }

    private func takeStops() -> [@Sendable () -> Void] {
        stops.withLock { stops in
            defer { stops = [] }
            return stops
        }
    }

    /// Returns when nothing is left of it.
    package func wait() { work.wait() }

    /// The same, but at a moment at the latest.
    package func wait(until end: DispatchTime) { _ = work.wait(timeout: end) }
}

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
