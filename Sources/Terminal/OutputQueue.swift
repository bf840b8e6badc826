#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bytes on their way to the terminal, in one order. Never blocks.
///
/// Owner: main actor, through `Screen`. Whoever paints waits for `isIdle`, so that what is painted is always the newest.
package struct OutputQueue {
    /// What has been sent since the beginning.
    package struct Counts: Hashable, Sendable {
        package var bytes = 0
        package var writes = 0
        /// Milliseconds for which bytes were waiting.
        package var waitingMilliseconds: Int64 = 0
    }

    /// A terminal that may block takes this much at a time; every driver has that much room when poll says it has any.
    static let smallWrite = 256

    package private(set) var counts = Counts()
    /// The terminal is gone (EIO, ENXIO): everything is dropped from now on.
    package private(set) var isBroken = false

    private let descriptor: Int32
    private let isNonBlocking: Bool
    private var pending: [UInt8] = []
    private var sent = 0
    private var waitingSince: Int64?

    package init(descriptor: Int32, isNonBlocking: Bool) {
        self.descriptor = descriptor
        self.isNonBlocking = isNonBlocking
    }

    /// Everything has been handed to the system.
    package var isIdle: Bool { sent == pending.count }
    package var pendingBytes: Int { pending.count - sent }

    /// Adds bytes behind those that wait and sends what goes.
    package mutating func enqueue(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !isBroken else { return }
        if isIdle {
            pending = bytes
            sent = 0
        } else {
            pending += bytes
        }
        flush()
    }

    /// A terminal that keeps up has room again within this time. To wait for it here costs less than to be told by
    /// another thread, which a large frame would need dozens of times; one that does not keep up is not waited for.
    private static let patience: (each: Int64, all: Int64) = (1, 8)

    /// Sends what the terminal takes now. Call it when the descriptor can be written again.
    ///
    /// Waits a millisecond at a time for a terminal that goes on reading, eight in all, and not at all for one that stands.
    package mutating func flush() {
        let start = Descriptor.now
        while !isIdle, let count = writeSome() {
            sent += count
            counts.bytes += count
            counts.writes += count > 0 ? 1 : 0
            guard count == 0 else { continue }
            guard isNonBlocking, Descriptor.now - start < Self.patience.all else { break }
            let ready = Descriptor.wait(descriptor, Int32(POLLOUT), milliseconds: Self.patience.each)
            guard ready & Int32(POLLOUT) != 0 else { break }
        }
        noteWaiting()
        if isIdle { drop() }
    }

    /// Forgets what has not been sent; true when something was cut off.
    @discardableResult
    package mutating func drop() -> Bool {
        let isCut = !isIdle
        pending.removeAll(keepingCapacity: pending.capacity < 1 << 20)
        sent = 0
        noteWaiting()
        return isCut
    }

    /// Bytes taken, 0 when there is no room; `nil` when the terminal is gone.
    private mutating func writeSome() -> Int? {
        if !isNonBlocking, Descriptor.wait(descriptor, Int32(POLLOUT), milliseconds: 0) & Int32(POLLOUT) == 0 {
            return 0
        }
        let limit = isNonBlocking ? Int.max : Self.smallWrite
        let wrote = pending.withUnsafeBytes { bytes in
            Descriptor.write(
                descriptor,
                UnsafeRawBufferPointer(rebasing: bytes[sent..<min(bytes.count, sent &+ min(limit, bytes.count))]))
        }
        if wrote == nil {
            isBroken = true
            drop()
        }
        return wrote
    }

    private mutating func noteWaiting() {
        switch (isIdle, waitingSince) {
        case (false, nil): waitingSince = Descriptor.now
        case (true, let since?):
            counts.waitingMilliseconds += Descriptor.now - since
            waitingSince = nil
        default: break
        }
    }
}
