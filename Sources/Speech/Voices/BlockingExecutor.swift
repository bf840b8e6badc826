import Dispatch

/// Runs an actor's work on a queue of its own, one piece after the other, where it may wait for the system: on the shared
/// threads it would hold up all others.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(name: String) { queue = DispatchQueue(label: name) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
