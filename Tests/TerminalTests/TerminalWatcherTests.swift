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

    @Test("beside a hosted program nothing is read behind a key of ours until it is said whose the next ones are")
    func shared() throws {
        let rig = try Rig()
        let watcher = try TerminalWatcher(
            input: rig.pseudo.slave, signals: rig.signals, splitter: InputSplitter(), tokens: [], isShared: true
        ) { _ in }
        try watcher.start()
        defer { watcher.stop() }
        var tokens: [InputSplitter.Token] = []
        rig.pseudo.type("q")
        #expect(
            rig.pseudo.waits {
                tokens += watcher.takeTokens()
                return !tokens.isEmpty
            })
        #expect(tokens == [.keys([0x71])])
        rig.pseudo.type("\u{1B}[200~one\rtwo\u{1B}[201~")
        // What was typed with the key comes first, and all of it is somebody else's.
        watcher.giveBack(Array("x".utf8))
        watcher.setRaw(true)
        var bytes: [UInt8] = []
        let wanted = Array("x\u{1B}[200~one\rtwo\u{1B}[201~".utf8)
        #expect(
            rig.pseudo.waits {
                bytes += watcher.takeTokens().flatMap(\.bytes)
                return bytes.count >= wanted.count
            })
        #expect(bytes == wanted)
    }

    @Test("that the last answer has come is known before anybody takes it, and what is answered behind it is nobody's")
    func lastAnswer() throws {
        let rig = try Rig()
        let watcher = try TerminalWatcher(
            input: rig.pseudo.slave, signals: rig.signals, splitter: InputSplitter(), tokens: [],
            unanswered: LateAnswers(isAwaited: true)
        ) { _ in }
        #expect(watcher.awaitsAnswers)
        try watcher.start()
        defer { watcher.stop() }
        rig.pseudo.type("\u{1B}[?2026;2$y\u{1B}[?62c")
        #expect(rig.pseudo.waits { !watcher.awaitsAnswers })
        rig.pseudo.type("\u{1B}[?8;2$y\u{1B}[?62cx")
        var tokens: [InputSplitter.Token] = []
        #expect(
            rig.pseudo.waits {
                tokens += watcher.takeTokens()
                return tokens.last == .keys([0x78])
            })
        #expect(tokens == [.reply(.mode(2026, setting: 2)), .reply(.deviceAttributes), .keys([0x78])])
    }

    @Test("while a program is far behind, the terminal keeps what is typed")
    func heldBack() throws {
        let (rig, signals) = (try Rig(), Signals())
        let watcher = try TerminalWatcher(
            input: rig.pseudo.slave, signals: rig.signals, splitter: InputSplitter(), tokens: [], isShared: true
        ) { signals.receive($0) }
        watcher.setRaw(true)
        watcher.setHeldBack(true)
        try watcher.start()
        defer { watcher.stop() }
        rig.pseudo.type("abc")
        // It is awake, and has seen both.
        for round in 1...3 {
            rig.signal()
            #expect(rig.pseudo.waits { signals.heard.withLock { $0 } == round })
        }
        #expect(watcher.takeTokens() == [])
        watcher.setHeldBack(false)
        var bytes: [UInt8] = []
        #expect(
            rig.pseudo.waits {
                bytes += watcher.takeTokens().flatMap(\.bytes)
                return bytes.count == 3
            })
    }
}
