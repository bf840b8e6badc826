#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files that never take the place of another one.
enum NewFile {
    /// Writes `name.ending`, or `name-2.ending` and so on where that is taken; returns the name.
    /// - Throws: `AppError.failed` when the folder cannot be written to or is full; nothing is left behind then.
    static func write(_ bytes: [UInt8], named name: String, ending: String) throws(AppError) -> String {
        for number in 1...10_000 {
            let path = number == 1 ? "\(name).\(ending)" : "\(name)-\(number).\(ending)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw .failed("\(path): \(String(cString: strerror(errno)))") }
            let isWritten = FileBytes.write(bytes, to: descriptor)
            let reason = String(cString: strerror(errno))
            if close(descriptor) == 0, isWritten { return path }
            unlink(path)
            throw .failed("\(path): \(reason)")
        }
        throw .failed("\(name).\(ending): exists already, as do 9,999 more of that name")
    }
}

enum FileBytes {
    /// The first byte of a file; `nil` for an empty one and one that is no file.
    static func first(of path: String) -> UInt8? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var byte: [UInt8] = [0]
        return systemRead(descriptor, &byte) == 1 ? byte[0] : nil
    }

    /// Writes all of `bytes`; `false`, with `errno`, when that is not possible.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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
