import Platform

/// Something to wait for together with other descriptors, which any thread can make happen, again and again.
///
/// Owner: who waits for it; the descriptors live as long as the value.
final class Bell: Sendable {
    /// Readable from when it rings until it is silenced.
    let descriptor: Int32
    private let other: Int32

    /// - Returns: `nil` with `errno` when the system has no pipe.
    init?() {
        guard let ends = Descriptor.pipe() else { return nil }
        (descriptor, other) = (ends.reading, ends.writing)
        Descriptor.setNonBlocking(descriptor)
        Descriptor.setNonBlocking(other)
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// A pipe that is full rings already.
    func ring() { withUnsafeBytes(of: UInt8(0)) { _ = Descriptor.write(other, $0) } }

    func silence() { _ = Descriptor.readAvailable(descriptor) }
}
