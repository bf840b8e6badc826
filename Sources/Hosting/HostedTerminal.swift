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

/// What is typed and pasted, until the command's terminal has taken it.
struct InputQueue {
    /// Bytes; what is more is refused as a whole.
    static let limit = 8 << 20
    /// With so many the command is behind, and no more is to be read for it.
    static let enough = 4 << 20

    private var bytes: [UInt8] = []
    private var sent = 0

    var isEmpty: Bool { sent == bytes.count }
    var count: Int { bytes.count - sent }

    /// False, and nothing of it is taken, when there is no room for all.
    mutating func append(_ new: [UInt8]) -> Bool {
        guard count + new.count <= Self.limit else { return false }
        // Not at each piece of a long paste.
        if sent > count {
            bytes.removeFirst(sent)
            sent = 0
        }
        bytes += new
        return true
    }

    /// As much as the terminal takes now.
    mutating func send(to terminal: Int32) {
        let count: Int? = bytes.withUnsafeBytes { all in
            var count = 0
            while sent + count < all.count {
                let rest = UnsafeRawBufferPointer(rebasing: all[(sent + count)...])
                guard let taken = Descriptor.write(terminal, rest) else { return nil }
                if taken == 0 { break }
                count += taken
            }
            return count
        }
        // Nobody is there to read it.
        sent = count.map { sent + $0 } ?? bytes.count
        if isEmpty { self = InputQueue() }
    }
}

/// What a command has written and nobody has taken: two pieces of memory that change places, one to be filled and one to be read.
struct OutputBuffer {
    static let limit = 256 << 10
    /// The most that is added at once; with less room than that there is none.
    static let pieceBytes = 64 << 10

    private var filling = [UInt8](repeating: 0, count: limit)
    private var filled = 0
    /// Empty while its owner reads it.
    private var other = [UInt8](repeating: 0, count: limit)

    var hasRoom: Bool { filling.count - filled >= Self.pieceBytes }

    /// - Parameter piece: not more than `pieceBytes`, while there is room.
    /// - Returns: whether these are the first bytes since all was taken.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        precondition(piece.count <= filling.count - filled, "is not filled while it has no room")
        let isNews = filled == 0
        filling.withUnsafeMutableBytes { memory in
            UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyMemory(from: piece)
        }
        filled += piece.count
        return isNews
    }

    /// What is there, to be given back; `nil` when that is nothing, or what was taken last is not back yet.
    mutating func take() -> (memory: [UInt8], count: Int)? {
        guard filled > 0, !other.isEmpty else { return nil }
        defer { filled = 0 }
        let taken = (filling, filled)
        filling = other
        other = []
        return taken
    }

    mutating func giveBack(_ memory: [UInt8]) { other = memory }
}
