import Files
import Platform

extension OpenFolder {
    /// - Parameter limit: of bytes; a longer file is damaged.
    /// - Throws: `ClipCacheError.damaged` also for a link, a folder, a pipe; `.unreadable`.
    func read(_ name: String, atMost limit: Int) throws(ClipCacheError) -> [UInt8] {
        let path = path + "/" + name
        // A pipe would be waited for without the flag.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { throw .damaged(path: path, reason: "missing") }
            throw DiskFailure(path: path, code: errno).whileReading
        }
        defer { close(file) }
        guard let found = FileStatus(descriptor: file) else {
            throw DiskFailure(path: path, code: errno).whileReading
        }
        guard found.kind == .file else { throw .damaged(path: path, reason: "not a regular file") }
        guard found.byteCount <= limit else {
            throw .damaged(path: path, reason: "has \(found.byteCount) bytes, expected at most \(limit)")
        }
        return try Self.read(file, count: found.byteCount, path)
    }

    private static func read(_ file: Int32, count: Int, _ path: String) throws(ClipCacheError) -> [UInt8] {
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let count = Descriptor.fill(UnsafeMutableRawBufferPointer(buffer), from: file) {
                filled = count
            } else {
                failure = errno
            }
        }
        if let failure { throw DiskFailure(path: path, code: failure).whileReading }
        return bytes
    }
}
