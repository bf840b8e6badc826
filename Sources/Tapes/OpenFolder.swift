import Events
import Platform

/// A folder that is held open: what it holds stays readable, whatever becomes of its name.
///
/// Its lock (`flock` on the folder itself, which ends with the process) tells other processes that it is in use.
///
/// Owner: whoever reads, writes or removes what is in it. The descriptor is closed with the value.
final class OpenFolder: Sendable {
    let path: String
    let descriptor: Int32

    enum Lock { case shared, exclusive }
    enum Locking { case taken, held, unsupported }

    /// Links are not followed.
    /// - Throws: `DiskFailure` with `ENOTDIR` or `ELOOP` for anything but a folder.
    convenience init(_ path: String) throws(DiskFailure) {
        try self.init(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path)
    }

    private init(_ descriptor: Int32, _ path: String) throws(DiskFailure) {
        guard descriptor >= 0 else { throw DiskFailure(path: path, code: errno) }
        (self.descriptor, self.path) = (descriptor, path)
    }

    deinit { close(descriptor) }

    /// Never waits.
    func lock(_ lock: Lock) -> Locking {
        if flock(descriptor, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return .taken }
        return errno == EWOULDBLOCK ? .held : .unsupported
    }

    func folder(named name: [CChar]) throws(DiskFailure) -> OpenFolder {
        let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return try OpenFolder(found, path + "/" + Self.text(name))
    }

    /// Without links, where it is there.
    static func realPath(of path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// Whether it belongs to this user.
    var isOwn: Bool {
        var found = stat()
        return fstat(descriptor, &found) == 0 && found.st_uid == geteuid()
    }

    /// Whether the folder is still the one that has this name.
    func isNamed(_ path: String) -> Bool {
        var (named, own) = (stat(), stat())
        return lstat(path, &named) == 0 && fstat(descriptor, &own) == 0 && named.st_ino == own.st_ino
            && named.st_dev == own.st_dev
    }

    private static let mostEntries = 20_000

    /// Names with their final zero, in no order, without `.` and `..`; bytes, since anything can have been put there.
    func entries() throws(DiskFailure) -> [[CChar]] {
        // Listing takes a descriptor of its own, which has a place of its own in the list.
        let list = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard list >= 0 else { throw DiskFailure(path: path, code: errno) }
        guard let stream = fdopendir(list) else {
            close(list)
            throw DiskFailure(path: path, code: errno)
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while names.count < Self.mostEntries, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) {
                    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            if Self.text(name) != ".", Self.text(name) != ".." { names.append(name) }
        }
        return names
    }

    /// What is not UTF-8 becomes U+FFFD, and is no name of ours then.
    func names() throws(DiskFailure) -> [String] { try entries().map(Self.text) }

    static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Bytes of an ordinary file; `nil` when there is none of that name, or something else.
    func size(of name: String) -> Int? { status(of: name).map { Int($0.st_size) } }

    /// Of a file, s since 1970.
    func lastChange(of name: String) -> Int64? {
        #if canImport(Darwin)
            status(of: name).map { Int64($0.st_mtimespec.tv_sec) }
        #else
            status(of: name).map { Int64($0.st_mtim.tv_sec) }
        #endif
    }

    private func status(of name: String) -> stat? {
        var found = stat()
        guard fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0, found.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return found
    }

    /// All bytes of everything directly in it.
    func byteCount() -> Int {
        ((try? names()) ?? []).reduce(0) { $0 + (size(of: $1) ?? 0) }
    }

    /// Sets a file's time to now; where that cannot be done it stays as it is.
    func touch(_ name: String) { utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

    /// - Parameter limit: of bytes; a longer file is damaged.
    /// - Throws: `ClipCacheError.damaged` also for a link, a folder, a pipe; `.unreadable`.
    func read(_ name: String, atMost limit: Int) throws(ClipCacheError) -> [UInt8] {
        let path = path + "/" + name
        // A pipe would be waited for without the flag.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { throw .damaged(path: path, reason: "is missing") }
            throw DiskFailure(path: path, code: errno).whileReading
        }
        defer { close(file) }
        var found = stat()
        guard fstat(file, &found) == 0 else { throw DiskFailure(path: path, code: errno).whileReading }
        guard found.st_mode & S_IFMT == S_IFREG else { throw .damaged(path: path, reason: "is no ordinary file") }
        guard found.st_size <= limit else {
            throw .damaged(path: path, reason: "has \(found.st_size) bytes, expected at most \(limit)")
        }
        return try Self.read(file, count: Int(found.st_size), path)
    }

    private static func read(_ file: Int32, count: Int, _ path: String) throws(ClipCacheError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let part = systemRead(
                    file, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                if part < 0, errno == EINTR { continue }
                if part < 0 { failure = errno }
                guard part > 0 else { return }
                filled += part
            }
        }
        guard failure == 0 else { throw DiskFailure(path: path, code: failure).whileReading }
        return bytes
    }
}

/// `read(2)`, which a method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
