import CCurses
import Synchronization
import Testing

@testable import Terminal

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct TerminalWatcherTests {
    private final class Signals: Sendable {
        let heard = Mutex(0)
        let isClosed = Mutex(false)

        func take(_ event: TerminalEvent) {
            switch event {
            case .signal: heard.withLock { $0 += 1 }
            case .closed: isClosed.withLock { $0 = true }
            default: break
            }
        }
    }

    @Test("signals are heard although what was typed is thrown away between its being told of and its being read")
    func flushed() throws {
        let pseudo = PseudoTerminal(reads: false)
        let device = try TerminalDevice(input: pseudo.slave, terminal: pseudo.slave, term: "xterm")
        device.set(device.playingModes)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let signals = Signals()
        let watcher = try TerminalWatcher(
            input: pseudo.slave, signals: ends[0], splitter: InputSplitter(), tokens: []
        ) { signals.take($0) }
        try watcher.start()
        for round in 1...400 {
            pseudo.type("x")
            // As Ctrl-C does; a little later each time.
            for _ in 0..<round % 40 { sched_yield() }
            tcflush(pseudo.slave, TCIFLUSH)
            withUnsafeBytes(of: UInt8(SIGINT)) { _ = Descriptor.write(ends[1], $0) }
            guard pseudo.waits(until: { signals.heard.withLock { $0 } == round }) else {
                Issue.record("not heard in round \(round)")
                pseudo.type("x")
                break
            }
        }
        #expect(signals.isClosed.withLock { !$0 })
        watcher.stop()
    }
}
