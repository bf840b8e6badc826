import Platform

/// Bytes on their way to the terminal, in one order. Never blocks, except that `drop` may wait 20 ms.
///
/// Owner: main actor, through `Screen`. Whoever paints waits for `isIdle`, so that what is painted is always the newest.
struct OutputQueue {
    /// What the terminal has taken since the beginning.
    private(set) var takenBytes = 0
    /// The terminal is gone (EIO, ENXIO): everything is dropped from now on.
    private(set) var isBroken = false

    let writer: OutputWriter
    /// An open file of the terminal that does not block; `nil` when it could not be opened a second time.
    private let nonBlocking: Int32?
    private var isWriting = false
    /// What is being written, and how much of it went before the writer got it.
    private var current: [UInt8] = []
    private var sent = 0
    private var later: [UInt8] = []
    /// Memory of a frame of before, so that not every frame brings new pages.
    private var spare: [UInt8] = []
    private static let spareLimit = 1 << 20

    init(writer: OutputWriter, nonBlocking: Int32?) {
        self.writer = writer
        self.nonBlocking = nonBlocking
    }

    /// Everything has been handed to the system.
    var isIdle: Bool { !isWriting }

    /// An empty buffer to fill and to `enqueue`.
    mutating func takeBuffer() -> [UInt8] {
        defer { spare = [] }
        return spare
    }

    /// Sends bytes after those that wait: at once what the terminal has room for, the rest from the writer's thread.
    mutating func enqueue(_ bytes: consuming [UInt8]) {
        guard !bytes.isEmpty, !isBroken, !writer.isClosed else { return keep(bytes) }
        if isWriting {
            later += bytes
        } else {
            begin(bytes)
        }
    }

    /// Call it when the writer says that it has ended.
    mutating func flush() {
        guard isWriting, let outcome = writer.outcome else { return }
        isWriting = false
        takenBytes += outcome.taken
        if outcome.error != 0 { isBroken = true }
        keep(current)
        (current, sent) = ([], 0)
        let next = later
        later = []
        if !isBroken, !next.isEmpty { begin(next) }
    }

    /// Forgets what has not been sent, at once; true when something was cut off.
    @discardableResult
    mutating func drop() -> Bool {
        guard isWriting else { return false }
        later = []
        // Where it cannot be ended now it is heard of later, and nothing begins before.
        if writer.cancel() { flush() }
        return true
    }

    private mutating func begin(_ bytes: consuming [UInt8]) {
        sent = nonBlocking.map { writeNow(bytes, to: $0) } ?? 0
        guard sent < bytes.count, !isBroken else { return keep(bytes) }
        current = bytes
        isWriting = true
        writer.begin(current, from: sent)
    }

    /// Bytes taken at once.
    private mutating func writeNow(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        let wrote = bytes.withUnsafeBytes { Descriptor.write(descriptor, $0) }
        isBroken = wrote == nil
        takenBytes += wrote ?? 0
        return wrote ?? 0
    }

    private mutating func keep(_ bytes: consuming [UInt8]) {
        guard bytes.capacity <= Self.spareLimit, bytes.capacity > spare.capacity else { return }
        bytes.removeAll(keepingCapacity: true)
        spare = bytes
    }
}
