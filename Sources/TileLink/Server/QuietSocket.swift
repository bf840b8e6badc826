import CProcess
import Platform

/// A connection that is closed with the value, and whose end raises no signal.
final class QuietSocket: Sendable {
    let descriptor: Int32

    /// - Parameter descriptor: does not block, and belongs to this value from now on.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Writes what there is room for, and takes it away from the front.
    /// - Returns: whether the other side is still there.
    func write(_ bytes: inout [UInt8]) -> Bool {
        var written = 0
        defer { bytes.removeFirst(written) }
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                cameo_write_quietly(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno == EAGAIN {
                return true
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Whether the other side has closed it, not only ended what it says.
    var isClosed: Bool { Descriptor.isOver(Descriptor.wait(descriptor, Int32(POLLOUT), milliseconds: 0)) }

    /// Whether the other side runs as this user.
    var isOfOwnUser: Bool { LocalSocket.user(of: descriptor) == geteuid() }
}
