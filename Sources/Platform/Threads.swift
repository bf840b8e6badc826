import Dispatch
import Synchronization

/// Threads that wait for the system, which those of a dispatch queue must not.
package enum PosixThread {
    /// Runs `body` on a thread of its own.
    /// - Returns: `false` with `errno` when the system gives none.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failure = pthread_create(
            &thread, nil,
            { argument in
                let argument: UnsafeMutableRawPointer? = argument
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard failure == 0 else {
            box.release()
            errno = failure
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Runs an actor's work on a queue of its own, one piece after the other, where it may wait for the disk or another program:
/// on the shared threads it would hold up all others.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(name: String, qos: DispatchQoS = .unspecified) { queue = DispatchQueue(label: name, qos: qos) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// The results of `work` for each of the items, in their order, computed on all cores. A few items, or one core, are not
/// worth a thread.
package func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @Sendable (Item) -> Result
) -> [Result] {
    guard items.count > 1, ProcessorCount.online > 1 else { return items.map(work) }
    let results = Mutex([Result?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: items.count) { place in
        let result = work(items[place])
        results.withLock { $0[place] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
}

package enum ProcessorCount {
    /// Processors that the system uses, at least 1.
    package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
