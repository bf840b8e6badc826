import Platform

/// Bytes of open files.
package enum FileBytes {
    /// The first byte of a file; `nil` for an empty one and one that is no file.
    package static func first(of path: String) -> UInt8? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var byte: [UInt8] = [0]
        return systemRead(descriptor, &byte) == 1 ? byte[0] : nil
    }

    /// Writes all of `bytes`; `false`, with `errno`, when that is not possible.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

/// `write(2)`, which a method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int {
    piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}
