import Dispatch

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
