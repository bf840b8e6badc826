import CCurses
import Dispatch
import Platform
import Synchronization
import Testing

@testable import Terminal

@Suite struct TerminalWatcherTests {
    private final class Signals: Sendable {
        let heard = Mutex(0)
        let isClosed = Mutex(false)

        func receive(_ event: TerminalEvent) {
            switch event {
            case .signal: heard.withLock { $0 += 1 }
            case .closed: isClosed.withLock { $0 = true }
            default: break
            }
        }
    }

    /// A terminal in playing modes that nobody reads, and a pipe of signals.
    private final class Rig {
        let pseudo = PseudoTerminal(reads: false)
        private var ends: [Int32] = [-1, -1]
        var signals: Int32 { ends[0] }

        init() throws {
            let device = try TerminalDevice(input: pseudo.slave, terminal: pseudo.slave, term: "xterm")
            device.set(device.playingModes)
            try #require(pipe(&ends) == 0)
        }

        deinit { for end in ends { close(end) } }

        func signal() { withUnsafeBytes(of: UInt8(SIGINT)) { _ = Descriptor.write(ends[1], $0) } }
    }

    @Test("signals are heard although what was typed is thrown away between its being told of and its being read")
    func flushed() throws {
        let rig = try Rig()
        let pseudo = rig.pseudo
        let signals = Signals()
        let watcher = try TerminalWatcher(
            input: pseudo.slave, signals: rig.signals, splitter: InputSplitter(), tokens: []
        ) { signals.receive($0) }
        try watcher.start()
        for round in 1...400 {
            pseudo.type("x")
            // As Ctrl-C does; a little later each time.
            for _ in 0..<round % 40 { sched_yield() }
            tcflush(pseudo.slave, TCIFLUSH)
            rig.signal()
            guard pseudo.waits(until: { signals.heard.withLock { $0 } == round }) else {
                Issue.record("not heard in round \(round)")
                pseudo.type("x")
                break
            }
        }
        #expect(signals.isClosed.withLock { !$0 })
        watcher.stop()
    }

    @Test(
        "what is typed after a pause or a stop is somebody else's, however late the thread is",
        arguments: [true, false])
    func late(isStop: Bool) throws {
        let rig = try Rig()
        let pseudo = rig.pseudo
        let (reached, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var watcher: TerminalWatcher? = try TerminalWatcher(
            input: pseudo.slave, signals: rig.signals, splitter: InputSplitter(), tokens: []
        ) { _ in
            reached.signal()
            release.wait()
        }
        try watcher?.start()
        pseudo.type("a")
        reached.wait()
        // Both are there when it looks again; it hears the signal first.
        rig.signal()
        pseudo.type("b")
        release.signal()
        reached.wait()
        if isStop {
            watcher?.stop()
        } else {
            watcher?.setPaused(true)
            // Once more around, so that it has been where it would have read.
            rig.signal()
            release.signal()
            reached.wait()
            watcher?.stop()
        }
        release.signal()
        weak let thread = watcher
        watcher = nil
        #expect(pseudo.waits { thread == nil })
        #expect(Descriptor.wait(pseudo.slave, Int32(POLLIN), milliseconds: 0) & Int32(POLLIN) != 0)
        #expect(Descriptor.read(pseudo.slave, limit: 10) == Array("b".utf8))
    }
}
