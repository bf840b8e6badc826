import Dispatch
import Platform
import Synchronization
import Testing

@Suite struct BackgroundJobTests {
    @Test("it goes on until it is canceled, and nothing is left of it when it has been waited for")
    func canceled() {
        final class Log: Sendable { let ends = Mutex(0) }
        let log = Log()
        let job = BackgroundJob { job in
            while !job.isCanceled {}
            log.ends.withLock { $0 += 1 }
        }
        #expect(!job.isCanceled)
        job.cancel()
        job.wait()
        #expect(log.ends.withLock { $0 } == 1)
    }

    @Test("one that is over by itself is not waited for")
    func over() {
        let job = BackgroundJob { _ in }
        job.wait()
        job.wait()
        #expect(!job.isCanceled)
    }

    private final class Calls: Sendable {
        let count = Atomic(0)
    }

    @Test("who leaves a job that does not end is not held up")
    func patience() {
        let end = DispatchSemaphore(value: 0)
        let job = BackgroundJob { _ in end.wait() }
        job.cancel()
        job.wait(until: .now())
        #expect(job.isCanceled)
        end.signal()
        job.wait()
    }

    @Test("what ends a long call is let go when the job is over, with all that it holds")
    func released() {
        final class Reader: Sendable {
            let ends: Calls
            init(_ ends: Calls) { self.ends = ends }
            deinit { ends.count.add(1, ordering: .relaxed) }
            func interrupt() {}
        }
        let ends = Calls()
        let job = BackgroundJob { job in
            let reader = Reader(ends)
            job.onCancel { reader.interrupt() }
        }
        job.wait()
        #expect(ends.count.load(ordering: .relaxed) == 1 && !job.isCanceled)
    }

    @Test("what ends a long call is called once, also where the job is canceled already")
    func stops() {
        let calls = Calls()
        let job = BackgroundJob { job in while !job.isCanceled {} }
        job.onCancel { calls.count.add(1, ordering: .relaxed) }
        job.cancel()
        job.cancel()
        job.wait()
        #expect(calls.count.load(ordering: .relaxed) == 1)
        job.onCancel { calls.count.add(1, ordering: .relaxed) }
        #expect(calls.count.load(ordering: .relaxed) == 2)
    }
}
