import Dispatch
import Platform
import Testing

/// Each in a process of its own: what is heard here would end it, and what a source leaves of a signal stays for good.
@Suite struct EndingSignalsTests {
    /// Signals as they are heard, in their order.
    private final class Hearing {
        let signals: EndingSignals
        private let heard: AsyncStream<Int32>

        init(_ numbers: [Int32]) {
            let (stream, sink) = AsyncStream<Int32>.makeStream()
            signals = EndingSignals(numbers) { sink.yield($0) }
            heard = stream
        }

        func next() async -> Int32? {
            for await number in heard { return number }
            return nil
        }
    }

    /// As in a process that nobody has told to ignore anything.
    private static func setUsual() { for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) } }

    @Test("from its making on each of its signals is heard by its number, and the process goes on")
    func each() async {
        await #expect(processExitsWith: .exitCode(7)) {
            EndingSignalsTests.setUsual()
            let hearing = Hearing([SIGINT, SIGTERM, SIGHUP])
            for number in [SIGTERM, SIGINT, SIGHUP, SIGTERM] {
                kill(getpid(), number)
                #expect(await hearing.next() == number)
            }
            hearing.signals.cancel()
            exit(7)
        }
    }

    @Test("signals that come together are heard all")
    func together() async {
        await #expect(processExitsWith: .success) {
            EndingSignalsTests.setUsual()
            let hearing = Hearing([SIGINT, SIGTERM, SIGHUP])
            var missing: Set = [SIGINT, SIGTERM, SIGHUP]
            for number in missing { kill(getpid(), number) }
            while !missing.isEmpty, let number = await hearing.next() { missing.remove(number) }
            hearing.signals.cancel()
        }
    }

    @Test("a signal that is none of its own does what it always does")
    func others() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            EndingSignalsTests.setUsual()
            let hearing = Hearing([SIGINT, SIGHUP])
            kill(getpid(), SIGTERM)
            // It may take a moment to be delivered, and nothing else comes.
            _ = await hearing.next()
        }
    }

    @Test("one that is canceled hears nothing any more, and another one does")
    func canceled() async {
        await #expect(processExitsWith: .success) {
            EndingSignalsTests.setUsual()
            let first = EndingSignals([SIGTERM]) { _ in fatalError("it was canceled") }
            first.cancel()
            let hearing = Hearing([SIGTERM])
            for _ in 0..<3 {
                kill(getpid(), SIGTERM)
                #expect(await hearing.next() == SIGTERM)
            }
            hearing.signals.cancel()
        }
    }

    @Test("the end of the terminal is one of them, but where the process was started to outlive it")
    func hangUp() async {
        await #expect(processExitsWith: .success) {
            EndingSignalsTests.setUsual()
            #expect(EndingSignals.all == [SIGINT, SIGTERM, SIGHUP])
            // Asked once: what is changed later is not what was meant at the start.
            signal(SIGHUP, SIG_IGN)
            #expect(EndingSignals.all == [SIGINT, SIGTERM, SIGHUP])
        }
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            #expect(EndingSignals.all == [SIGINT, SIGTERM])
        }
    }

    @Test("on the main actor all that would end the process is heard there")
    func onMain() async {
        await #expect(processExitsWith: .success) { await EndingSignalsTests.hearOnMain() }
    }

    @MainActor private static func hearOnMain() async {
        setUsual()
        let (stream, sink) = AsyncStream<Int32>.makeStream()
        let signals = EndingSignals.onMain { number in
            MainActor.assertIsolated()
            sink.yield(number)
        }
        var heard = stream.makeAsyncIterator()
        for number in EndingSignals.all {
            kill(getpid(), number)
            #expect(await heard.next(isolation: #isolation) == number)
        }
        signals.cancel()
    }
}
