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
        /// Those to our questions.
        var answers: LateAnswers
        var tokens: [InputSplitter.Token] = []
        var isAnnounced = false
        var isPaused = false
        var isStopping = false
        /// What is typed is not ours and is not cut.
        var isRaw = false
        /// Keys of ours were cut, and what they do may make the next ones somebody else's.
        var isHeld = false
        /// The program that keys go to has not read those of before.
        var isHeldBack = false
        /// Cut or passed already, and to be read again before anything else.
        var returned: [UInt8] = []

        /// Nothing is read now.
        var waits: Bool { isPaused || isHeld || isHeldBack }

        /// What nobody has taken yet is read again, behind what was given back; answers stay.
        mutating func putBack() {
            returned += tokens.flatMap(\.bytes)
            tokens.removeAll { if case .reply = $0 { false } else { true } }
        }
    }

    /// Tokens that wait while the loop is busy; beyond, the system keeps the input. Those of a paste for a program are pieces of 4 KB.
    private var tokenLimit: Int { isShared ? 64 : 2_048 }

    private let input: Int32
    private let signals: Int32
    private let wake: (reading: Int32, writing: Int32)
    private let onEvent: @Sendable (TerminalEvent) -> Void
    private let state: Mutex<State>
    private let firstSplitter: InputSplitter
    /// Keys are a hosted program's now and ours then (`setRaw`).
    private let isShared: Bool

    /// - Parameters:
    ///   - splitter: as the probe left it.
    ///   - tokens: typed before the start.
    ///   - unanswered: as the probe left it.
    ///   - isShared: behind keys of ours nothing is read until it is said whose the next ones are.
    init(
        input: Int32, signals: Int32, splitter: InputSplitter, tokens: [InputSplitter.Token],
        unanswered: LateAnswers = LateAnswers(isAwaited: false), isShared: Bool = false,
        onEvent: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        guard let wake = Descriptor.pipe() else { throw .system(call: "pipe", code: errno) }
        for end in [wake.reading, wake.writing] { Descriptor.setNonBlocking(end) }
        self.wake = wake
        self.input = input
        self.signals = signals
        self.onEvent = onEvent
        firstSplitter = splitter
        self.isShared = isShared
        state = Mutex(State(answers: unanswered, tokens: tokens))
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

    /// Whose keys are from here on, those that were read meanwhile as well.
    func setRaw(_ isRaw: Bool) {
        let isChange = state.withLock { state in
            if state.isRaw, !isRaw { state.putBack() }
            // Keys of ours that were cut and not taken yet may still change whose the next ones are.
            let isHeld = state.isHeld && !isRaw && !state.tokens.isEmpty
            defer { (state.isRaw, state.isHeld) = (isRaw, isHeld) }
            return state.isRaw != isRaw || state.isHeld != isHeld
        }
        if isChange { poke() }
    }

    func setHeldBack(_ isHeldBack: Bool) {
        let isChange = state.withLock { state in
            defer { state.isHeldBack = isHeldBack }
            return state.isHeldBack != isHeldBack
        }
        if isChange { poke() }
    }

    /// The last answer to our questions has not been read.
    var awaitsAnswers: Bool { state.withLock { $0.answers.isAwaited } }

    func takeTokens() -> [InputSplitter.Token] {
        let taken = state.withLock { state in
            defer {
                state.tokens = []
                state.isAnnounced = false
            }
            return state.tokens
        }
        if taken.count >= tokenLimit { poke() }
        return taken
    }

    /// Bytes that were taken are read again, before all others.
    func giveBack(_ bytes: [UInt8]) {
        change { state in
            state.returned = bytes + state.returned
            state.putBack()
        }
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
        defer { cameo_signals_ended() }
        var splitter = firstSplitter
        var isOpen = true
        announceTokens()
        while true {
            let (isStopping, isFull, held) = state.withLock {
                ($0.isStopping, $0.waits || $0.tokens.count >= tokenLimit, $0.answers.timeout)
            }
            if isStopping { return }
            if !isFull, readAgain(&splitter) { continue }
            // A negative descriptor is skipped by poll.
            var entries = [
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen && !isFull ? input : -1, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = isFull ? -1 : [splitter.timeout, held].compactMap { $0?.milliseconds }.min() ?? -1
            let count = poll(&entries, nfds_t(entries.count), timeout)
            if count == 0, !isFull { expire(&splitter) }
            guard count > 0 else { continue }
            if entries[0].revents != 0 { _ = Descriptor.read(wake.reading, limit: 256) }
            if entries[1].revents != 0 { readSignals() }
            if entries[2].revents != 0 { isOpen = readInput(&splitter, events: Int32(entries[2].revents)) }
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
    private func readInput(_ splitter: inout InputSplitter, events: Int32) -> Bool {
        guard let reading = read(input, limit: 4_096, unless: { $0.isStopping || $0.waits }) else { return true }
        if let bytes = reading.bytes, !bytes.isEmpty {
            take(bytes, isRaw: reading.isRaw, &splitter)
            return true
        }
        if reading.error == EAGAIN { return true }
        // A signal key has thrown away what there was to read.
        if reading.bytes != nil, !Descriptor.isOver(events) { return true }
        onEvent(.closed)
        return false
    }

    private func take(_ bytes: [UInt8], isRaw: Bool, _ splitter: inout InputSplitter) {
        let tokens: [InputSplitter.Token]
        if isRaw {
            let all = splitter.takePending() + bytes
            tokens = state.withLock { $0.answers.tokens(of: all) }
        } else {
            let held = state.withLock { $0.answers.takeHeld() }
            let found = splitter.feed(held + bytes)
            tokens = state.withLock { $0.answers.hear(found) }.filter { !isSignal($0) }
        }
        keep(tokens, isRaw: isRaw)
        let half = splitter.half
        state.withLock { $0.answers.tellCut(half) }
    }

    /// Nothing has followed what is half read.
    private func expire(_ splitter: inout InputSplitter) {
        let found = splitter.expire()
        let (received, typed) = state.withLock { ($0.answers.hear(found), $0.answers.release()) }
        keep(received + Self.raw(typed), isRaw: nil)
    }

    /// Control characters are signals by themselves, also for a process that is busy; a key that comes in another form is made one here.
    private func isSignal(_ token: InputSplitter.Token) -> Bool {
        guard !isShared, case .keys(let bytes) = token, let signal = KeyboardProtocol.signal(of: bytes) else {
            return false
        }
        kill(0, signal)
        return true
    }

    /// What was given back; and what was half read for us, if it is somebody else's now.
    /// - Returns: whether there was anything.
    private func readAgain(_ splitter: inout InputSplitter) -> Bool {
        let (returned, isRaw) = state.withLock { state in
            defer { state.returned = [] }
            return (state.returned, state.isRaw)
        }
        guard !returned.isEmpty || isRaw && splitter.timeout != nil else { return false }
        // What was given back came before what is half read.
        let held = state.withLock { $0.answers.takeHeld() }
        take(returned + held + splitter.takePending(), isRaw: isRaw, &splitter)
        return true
    }

    private static func raw(_ bytes: [UInt8]) -> [InputSplitter.Token] { bytes.isEmpty ? [] : [.raw(bytes)] }

    /// - Parameter isRaw: whose keys they were when they were read; `nil` for those that waited for their rest.
    private func keep(_ tokens: [InputSplitter.Token], isRaw: Bool?) {
        guard !tokens.isEmpty else { return }
        state.withLock { state in
            state.tokens += tokens
            // They have become somebody else's meanwhile, or older ones were given back.
            if isShared, isRaw == true && !state.isRaw || !state.returned.isEmpty { state.putBack() }
            if isShared, !state.isRaw, !state.tokens.isEmpty { state.isHeld = true }
        }
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
