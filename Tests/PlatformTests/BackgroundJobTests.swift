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
}
