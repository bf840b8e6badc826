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
