import Platform

/// Something to wait for together with other descriptors, which any thread can make happen, once.
final class StopPipe: Sendable {
    /// Readable once it is stopped; negative when the system has none to give, then nothing stops.
    let descriptor: Int32
    private let other: Int32

    init() {
        let ends = Descriptors.pipe()
        (descriptor, other) = (ends?.reading ?? -1, ends?.writing ?? -1)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if other >= 0 { close(other) }
    }

    func stop() {
        var byte: UInt8 = 0
        _ = write(other, &byte, 1)
    }

    var isStopped: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return descriptor >= 0 && poll(&wanted, 1, 0) > 0
    }
}

/// Pipes that no program of ours inherits, and what comes out of them.
enum Descriptors {
    enum Reading {
        case bytes([UInt8])
        case nothing
        case end
    }

    private static let pieceBytes = 64 << 10

    static func read(_ descriptor: Int32, atMost bytes: Int = pieceBytes) -> Reading {
        guard descriptor >= 0 else { return .nothing }
        var (found, failure) = (0, Int32(0))
        let piece = [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
            found = systemRead(descriptor, buffer.baseAddress, buffer.count)
            failure = errno
            count = max(0, found)
        }
        if found > 0 { return .bytes(piece) }
        return found < 0 && (failure == EAGAIN || failure == EINTR) ? .nothing : .end
    }

    static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard systemPipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    static func setNonBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }
}

/// `read(2)` and `pipe(2)`, which functions of the same names hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
