import CCurses
import Events
import Platform
import Synchronization

/// What the run loop hears from the terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// Call `Screen.readKeys()`. Not said again until that was done.
    case inputReady
    /// Call `Screen.flush()`.
    case outputReady
    case signal(Signal)
    /// The terminal is gone.
    case closed
}

/// A thread that waits for input and for signals, so that nobody else has to.
///
/// Owner: `Screen`. `onEvent` is called on the thread; it posts to the mailbox and returns.
final class TerminalWatcher: Sendable {
    private struct State {
        var tokens: [InputSplitter.Token] = []
        var isAnnounced = false
        var isPaused = false
        var isStopping = false
        /// What is typed is not ours and is not cut.
        var isRaw = false
    }

    /// Tokens that wait while the loop is busy; beyond, the system keeps the input.
    private static let tokenLimit = 2_048

    private let input: Int32
    private let signals: Int32
    private let wake: (reading: Int32, writing: Int32)
    private let onEvent: @Sendable (TerminalEvent) -> Void
    private let state: Mutex<State>
    private let firstSplitter: InputSplitter
    private let awaitsAnswers: Bool

    /// - Parameters:
    ///   - splitter: as the probe left it.
    ///   - tokens: typed before the start.
    ///   - awaitsAnswers: the probe has left before the last one.
    init(
        input: Int32, signals: Int32, splitter: InputSplitter, tokens: [InputSplitter.Token],
        awaitsAnswers: Bool = false, onEvent: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        guard let wake = Descriptor.pipe() else { throw .system(call: "pipe", code: errno) }
        for end in [wake.reading, wake.writing] { Descriptor.setNonBlocking(end) }
        self.wake = wake
        self.input = input
        self.signals = signals
        self.onEvent = onEvent
        firstSplitter = splitter
        self.awaitsAnswers = awaitsAnswers
        state = Mutex(State(tokens: tokens))
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    /// Starts the thread, which keeps the watcher alive until `stop`.
    func start() throws(TerminalError) {
        guard PosixThread.start({ self.run() }) else { throw .noThread(errno) }
    }

    /// When this has returned, nothing is read any more: what is typed from then on is for whoever has the terminal next.
    func stop() { change { $0.isStopping = true } }
    /// While the shell has the terminal, its keys are not ours; from the moment on at which this has returned.
    func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

    func setRaw(_ isRaw: Bool) { state.withLock { $0.isRaw = isRaw } }

    func takeTokens() -> [InputSplitter.Token] {
        let taken = state.withLock { state in
            defer {
                state.tokens = []
                state.isAnnounced = false
            }
            return state.tokens
        }
        if taken.count >= Self.tokenLimit { poke() }
        return taken
    }

    /// Tokens that were taken, before all others.
    func giveBack(_ tokens: [InputSplitter.Token]) {
        guard !tokens.isEmpty else { return }
        state.withLock { $0.tokens = tokens + $0.tokens }
        announceTokens()
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        poke()
    }

    private func poke() {
        withUnsafeBytes(of: UInt8(0)) { _ = Descriptor.write(wake.writing, $0) }
    }
}

// MARK: - The thread

extension TerminalWatcher {
    private func run() {
        cameo_signals_unblock()
        var (splitter, answers) = (firstSplitter, LateAnswers(isAwaited: awaitsAnswers))
        var isOpen = true
        announceTokens()
        while true {
            let (isStopping, isFull) = state.withLock {
                ($0.isStopping, $0.isPaused || $0.tokens.count >= Self.tokenLimit)
            }
            if isStopping { return }
            // A negative descriptor is skipped by poll.
            var entries = [
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen && !isFull ? input : -1, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = [splitter.timeout, answers.timeout].compactMap { $0?.milliseconds }.min() ?? -1
            let count = poll(&entries, nfds_t(entries.count), timeout)
            if count == 0 { keep(splitter.expire() + Self.raw(answers.release())) }
            guard count > 0 else { continue }
            if entries[0].revents != 0 { _ = Descriptor.read(wake.reading, limit: 256) }
            if entries[1].revents != 0 { readSignals() }
            if entries[2].revents != 0 { isOpen = readInput(&splitter, &answers, events: Int32(entries[2].revents)) }
        }
    }

    /// What there is to read, unless that is somebody else's by now; `nil` then. The thread may have slept since `poll` told of it.
    private func read(_ descriptor: Int32, limit: Int, unless isOthers: (State) -> Bool) -> Reading? {
        state.withLock { state in
            guard !isOthers(state), Descriptor.wait(descriptor, Int32(POLLIN), milliseconds: 0) != 0 else { return nil }
            let bytes = Descriptor.read(descriptor, limit: limit)
            return Reading(bytes: bytes, error: bytes == nil ? errno : 0, isRaw: state.isRaw)
        }
    }

    private struct Reading {
        /// `nil` for an error.
        var bytes: [UInt8]?
        var error: Int32
        var isRaw: Bool
    }

    private func readSignals() {
        for byte in read(signals, limit: 256, unless: \.isStopping)?.bytes ?? [] {
            if let signal = Signal(number: byte) { onEvent(.signal(signal)) }
        }
    }

    /// False when the terminal is gone.
    private func readInput(_ splitter: inout InputSplitter, _ answers: inout LateAnswers, events: Int32) -> Bool {
        guard let reading = read(input, limit: 4_096, unless: { $0.isStopping || $0.isPaused }) else { return true }
        if let bytes = reading.bytes, !bytes.isEmpty {
            if reading.isRaw {
                let begun = answers.isAwaited ? splitter.takePending() : []
                keep(splitter.expire() + Self.raw(answers.typed(of: begun + bytes)))
            } else {
                let tokens = Self.raw(answers.release()) + splitter.feed(bytes)
                for case .reply(let reply) in tokens { answers.hear(reply) }
                keep(tokens)
            }
            return true
        }
        if reading.error == EAGAIN { return true }
        // A signal key has thrown away what there was to read.
        if reading.bytes != nil, !Descriptor.isOver(events) { return true }
        onEvent(.closed)
        return false
    }

    private static func raw(_ bytes: [UInt8]) -> [InputSplitter.Token] { bytes.isEmpty ? [] : [.raw(bytes)] }

    private func keep(_ tokens: [InputSplitter.Token]) {
        guard !tokens.isEmpty else { return }
        state.withLock { $0.tokens += tokens }
        announceTokens()
    }

    private func announceTokens() {
        let isNews = state.withLock { state in
            defer { state.isAnnounced = state.isAnnounced || !state.tokens.isEmpty }
            return !state.isAnnounced && !state.tokens.isEmpty
        }
        if isNews { onEvent(.inputReady) }
    }
}
