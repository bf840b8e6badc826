/// A file that is open, until it is closed or nobody has it any more.
package final class OpenFile {
    package private(set) var descriptor: Int32

    /// - Parameters:
    ///   - flags: of `open`; it is closed in programs that are started.
    ///   - rights: of a new file; by default all may read it, and its owner write it.
    /// - Returns: `nil` with `errno` when it cannot be opened.
    package init?(_ path: String, _ flags: Int32 = O_RDONLY, rights: mode_t = 0o644) {
        descriptor = open(path, flags | O_CLOEXEC, rights)
        if descriptor < 0 { return nil }
    }

    /// - Parameter descriptor: of an open file, whose owner this is from now on.
    package init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close() }

    /// - Returns: `false` with `errno` when what was written last may not be there.
    package func close() -> Bool {
        guard descriptor >= 0 else { return true }
        defer { descriptor = -1 }
        return platformClose(descriptor) == 0
    }
}

private func platformClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
