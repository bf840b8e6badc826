import Events
import Platform

/// A folder that is held open: what it holds stays readable, whatever becomes of its name.
///
/// Its lock (`flock` on the folder itself, which ends with the process) tells other processes that it is in use.
///
/// Owner: whoever reads, writes or removes what is in it. The descriptor is closed with the value.
package final class OpenFolder: Sendable {
    package let path: String
    package let descriptor: Int32

    package enum Lock { case shared, exclusive }
    package enum Locking { case taken, held, unsupported }

    /// Links are not followed.
    /// - Throws: `DiskFailure` with `ENOTDIR` or `ELOOP` for anything but a folder.
    package convenience init(_ path: String) throws(DiskFailure) {
        try self.init(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path)
    }

    /// The same for what the user names, which may be a link.
    package convenience init(following path: String) throws(DiskFailure) {
        try self.init(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
    }

    private init(_ descriptor: Int32, _ path: String) throws(DiskFailure) {
        guard descriptor >= 0 else { throw DiskFailure(path: path, code: errno) }
        (self.descriptor, self.path) = (descriptor, path)
    }

    deinit { close(descriptor) }

    /// Never waits.
    package func lock(_ lock: Lock) -> Locking {
        if flock(descriptor, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return .taken }
        return errno == EWOULDBLOCK ? .held : .unsupported
    }

    /// Waits for somebody who has it for a moment; not for one who keeps it, such as a process that is stopped.
    package func lock(_ lock: Lock, within limit: Duration) -> Locking {
        let end = ContinuousClock.now + limit
        var locking = self.lock(lock)
        while locking == .held, ContinuousClock.now < end {
            usleep(1_000)
            locking = self.lock(lock)
        }
        return locking
    }

    package func folder(named name: [CChar]) throws(DiskFailure) -> OpenFolder {
        let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return try OpenFolder(found, path + "/" + Self.text(name))
    }

    /// Without links, where it is there.
    package static func realPath(of path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// Whether it belongs to this user.
    package var isOwn: Bool { status?.isOwn == true }

    /// s since 1970; `nil` where that cannot be told.
    package var lastChange: Int64? { status?.lastChange }

    private var status: FileStatus? { FileStatus(descriptor: descriptor) }

    /// Whether the folder is still the one that has this name.
    package func isNamed(_ path: String) -> Bool {
        guard let named = FileStatus(path, followsLinks: false), let status else { return false }
        return named.isSameFile(as: status)
    }

    /// Of those behind that nothing is known.
    package static let mostEntries = 20_000

    /// Names with their final zero, in no order, without `.` and `..`; bytes, since anything can have been put there.
    package func entries() throws(DiskFailure) -> [[CChar]] {
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
    package func names() throws(DiskFailure) -> [String] { try entries().map(Self.text) }

    package static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Bytes of an ordinary file; `nil` when there is none of that name, or something else.
    package func size(of name: String) -> Int? { file(name)?.byteCount }

    /// Of a file, s since 1970.
    package func lastChange(of name: String) -> Int64? { file(name)?.lastChange }

    private func file(_ name: String) -> FileStatus? {
        guard let found = FileStatus(name, in: descriptor), found.kind == .file else { return nil }
        return found
    }

    /// All bytes of everything directly in it.
    package func byteCount() -> Int {
        ((try? names()) ?? []).reduce(0) { $0 + (size(of: $1) ?? 0) }
    }

    /// Sets a file's time to now; where that cannot be done it stays as it is.
    package func touch(_ name: String) { utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }
}

/// A call of the operating system on a file or folder that failed, before it is known what that means.
package struct DiskFailure: ReasonedError {
    package let path: String
    /// As `errno`.
    package let code: Int32

    package init(path: String, code: Int32) { (self.path, self.code) = (path, code) }

    package var words: String { errorWords(code) }

    package var reason: String { FileNames.fault(path, words) }

    package var isOfInput: Bool { true }
}
