import CCurses
import Dispatch
import Events
import Platform
import Synchronization

/// Hands bytes to the terminal on a thread that may block.
///
/// A pseudo-terminal takes some 12 KB at a time, so a large frame is dozens of waits; those of the system inside one
/// blocking write cost half of what asking again and again does. Owner: `OutputQueue`; one write at a time.
final class OutputWriter: Sendable {
    /// How a write ended.
    struct Outcome {
        var taken: Int
        /// errno; 0 when all is well.
        var error: Int32
    }

    /// Points to memory that C guards with atomics; freed when nobody holds the writer any more.
    struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    let handle: Handle
    private let descriptor: Int32
    private let onEnd: @Sendable () -> Void
    private let pending = Mutex(Request.nothing)
    private let wake = DispatchSemaphore(value: 0)

    private enum Request {
        case nothing
        /// All that comes after the first bytes.
        case write([UInt8], from: Int)
        case end
    }

    /// Starts the thread, which keeps the writer alive until `stop`.
    /// - Parameters:
    ///   - descriptor: may block.
    ///   - onEnd: called on the thread whenever a write has ended.
    /// - Throws: `system`.
    init(descriptor: Int32, onEnd: @escaping @Sendable () -> Void) throws(TerminalError) {
        guard let pointer = cameo_writer_create() else { throw .system(call: "calloc", code: ENOMEM) }
        handle = Handle(pointer: pointer)
        self.descriptor = descriptor
        self.onEnd = onEnd
        guard PosixThread.start({ self.run() }) else { throw .noThread(errno) }
    }

    deinit { cameo_writer_destroy(handle.pointer) }

    func stop() { request(.end) }

    /// Writes all that comes after the first `start` bytes. The write before must have ended.
    func begin(_ bytes: [UInt8], from start: Int) {
        cameo_writer_begin(handle.pointer)
        request(.write(bytes, from: start))
    }

    private func request(_ new: Request) {
        pending.withLock { $0 = new }
        wake.signal()
    }

    private func run() {
        while true {
            wake.wait()
            let now = pending.withLock { pending in
                defer { pending = .nothing }
                return pending
            }
            switch now {
            case .nothing: continue
            case .end: return
            case .write(let bytes, let start): write(bytes, from: start)
            }
            onEnd()
        }
    }

    private func write(_ bytes: [UInt8], from start: Int) {
        bytes.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[min(start, bytes.count)...])
            cameo_writer_run(handle.pointer, descriptor, rest.baseAddress, rest.count)
        }
    }

    /// False when the write could not be ended.
    func cancel() -> Bool { cameo_writer_cancel(handle.pointer) == 1 }

    /// The terminal has been given back: nothing may be written any more.
    var isClosed: Bool { cameo_writer_is_closed(handle.pointer) == 1 }

    /// `nil` while a write runs.
    var outcome: Outcome? {
        var (taken, error) = (0, Int32(0))
        guard cameo_writer_outcome(handle.pointer, &taken, &error) == 1 else { return nil }
        return Outcome(taken: taken, error: error)
    }
}
