import Files
import Platform

/// What the cache changes on disk, one call of the operating system at a time. Tests let calls fail: a full
/// disk, or a process that ends there.
struct ClipDisk: Sendable {
    enum Step: Hashable, Sendable {
        case makeFolder(String)
        case write(String)
        case sync(String)
        case rename(String, to: String)
        case remove(String)
    }

    enum Refusal: Hashable, Sendable {
        /// As `errno`.
        case error(Int32)
        /// Half of what was to be written is there.
        case halfWritten(Int32)
    }

    /// In the place of what the system would do.
    var refusal: @Sendable (Step) -> Refusal? = { _ in nil }
    /// What counts the clips that are open on it.
    var opened = OpenClips.all

    /// A folder that nobody else may look into: these are pictures of faces, and whom somebody talks to.
    func makeFolder(_ path: String) throws(DiskFailure) {
        try check(.makeFolder(path))
        try PrivateFolder.make(path)
    }

    /// The same with the folders above it; one that is there is fine.
    func makeFolders(_ path: String) throws(DiskFailure) {
        try PrivateFolder.makeAll(path) { path throws(DiskFailure) in try makeFolder(path) }
    }

    /// A whole file, on the disk when this returns: the name in its folder may come later.
    func write(_ bytes: [UInt8], to path: String) throws(DiskFailure) {
        let refusal = refusal(.write(path))
        if case .error(let code)? = refusal { throw DiskFailure(path: path, code: code) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskFailure(path: path, code: errno) }
        defer { close(descriptor) }
        if case .halfWritten(let code)? = refusal {
            _ = Descriptor.writeAll(Array(bytes.prefix(bytes.count / 2)), to: descriptor)
            throw DiskFailure(path: path, code: code)
        }
        guard Descriptor.writeAll(bytes, to: descriptor) else { throw DiskFailure(path: path, code: errno) }
        try sync(descriptor, path)
    }

    func sync(_ descriptor: Int32, _ path: String) throws(DiskFailure) {
        try check(.sync(path))
        // Some file systems cannot do that for folders; there is nothing better to be had then.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS else {
            throw DiskFailure(path: path, code: errno)
        }
    }

    func rename(_ path: String, to other: String) throws(DiskFailure) {
        try check(.rename(path, to: other))
        guard systemRename(path, other) == 0 else { throw DiskFailure(path: path, code: errno) }
    }

    /// Removes all that is in a folder, without following links, and then the folder. What cannot be removed stays.
    func empty(_ folder: OpenFolder, depth: Int = 8) throws(DiskFailure) {
        for name in try folder.entries() {
            try check(
                .remove(
                    folder.path + "/" + String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)))
            if unlinkat(folder.descriptor, name, 0) == 0 { continue }
            guard depth > 0, let inner = try? folder.folder(named: name) else { continue }
            try empty(inner, depth: depth - 1)
            unlinkat(folder.descriptor, name, AT_REMOVEDIR)
        }
        try check(.remove(folder.path))
        rmdir(folder.path)
    }

    func check(_ step: Step) throws(DiskFailure) {
        switch refusal(step) {
        case nil: return
        case .error(let code)?, .halfWritten(let code)?:
            let path =
                switch step {
                case .makeFolder(let path), .write(let path), .sync(let path), .rename(let path, _), .remove(let path):
                    path
                }
            throw DiskFailure(path: path, code: code)
        }
    }
}

private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }

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
