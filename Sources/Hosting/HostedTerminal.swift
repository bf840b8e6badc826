import CProcess
import Platform
import Programs
import Synchronization

/// Our side of a command's terminal, and what goes through it either way.
///
/// Owner: `HostedCommand` and the thread that reads, which share it; the mutex guards all that changes.
final class HostedTerminal: Sendable {
    struct State {
        /// Negative once it is closed.
        var descriptor: Int32
        var output = OutputBuffer()
        var input = InputQueue()
        /// The thread has stopped reading and is to be told when there is room.
        var isWaitingForRoom = false
        var isHangingUp = false
        /// Its owner reads nothing for the command until it is told that there is room.
        var isBehind = false
    }

    let state: Mutex<State>
    let wake: (reading: Int32, writing: Int32)

    /// - Parameters:
    ///   - descriptor: does not block; belongs to this from now on.
    ///   - wake: a pipe, likewise.
    init(owning descriptor: Int32, wake: (reading: Int32, writing: Int32)) {
        state = Mutex(State(descriptor: descriptor))
        self.wake = wake
        for end in [wake.reading, wake.writing] { Descriptor.setNonBlocking(end) }
    }

    deinit {
        hangUp()
        close(wake.reading)
        close(wake.writing)
    }

    /// For whoever runs on it the terminal is gone.
    func hangUp() {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
            state.input = InputQueue()
        }
    }

    /// Has the thread look again at what is wanted of it.
    func poke() { withUnsafeBytes(of: UInt8(0)) { _ = Descriptor.write(wake.writing, $0) } }

    func askForHangUp() {
        state.withLock { $0.isHangingUp = true }
        poke()
    }

    // MARK: Output

    func takeOutput<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
        let (taken, wasWaiting) = state.withLock { state in
            let taken = state.output.take()
            defer { if taken != nil { state.isWaitingForRoom = false } }
            return (taken, taken != nil && state.isWaitingForRoom)
        }
        guard let taken else { return nil }
        // The other piece of memory is filled while this one is read.
        if wasWaiting { poke() }
        defer { state.withLock { $0.output.giveBack(taken.memory) } }
        return try taken.memory.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<taken.count])) }
    }

    // MARK: Input

    func write(_ bytes: [UInt8]) -> Bool {
        let (isTaken, isLeft) = state.withLock { state in
            guard state.descriptor >= 0, !state.isHangingUp else { return (true, false) }
            let wasEmpty = state.input.isEmpty
            guard state.input.append(bytes) else { return (false, false) }
            defer { state.isBehind = state.isBehind || state.input.count >= InputQueue.enough }
            // A key does not wait for another thread.
            if wasEmpty { state.input.send(to: state.descriptor) }
            return (true, wasEmpty && !state.input.isEmpty)
        }
        if isLeft { poke() }
        return isTaken
    }

    /// Sends what waits.
    /// - Returns: whether there is room again for an owner who waits for that.
    func sendWaiting() -> Bool {
        state.withLock { state in
            state.input.send(to: state.descriptor)
            guard state.isBehind, state.input.count <= InputQueue.enough / 2 else { return false }
            state.isBehind = false
            return true
        }
    }

    // MARK: The terminal

    /// Something with its descriptor; `nil` once it is gone.
    func withDescriptor<Value: Sendable>(_ body: (Int32) -> Value?) -> Value? {
        state.withLock { $0.descriptor >= 0 ? body($0.descriptor) : nil }
    }
}
