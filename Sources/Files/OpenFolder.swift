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
    package func lock(_ lock: Lock) -> Locking { Self.lock(lock, descriptor) }

    /// The same for any open file.
    static func lock(_ lock: Lock, _ descriptor: Int32) -> Locking {
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
    package var isOwn: Bool { FileStatus(descriptor: descriptor)?.isOwn == true }

    /// s since 1970; `nil` where that cannot be told.
    package var lastChange: Int64? { FileStatus(descriptor: descriptor)?.lastChange }

    /// Whether the folder is still the one that has this name.
    package func isNamed(_ path: String) -> Bool { Self.isNamed(path, descriptor) }

    /// The same for any open file.
    static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
        guard let named = FileStatus(path, followsLinks: false), let status = FileStatus(descriptor: descriptor) else {
            return false
        }
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

extension OpenFolder {
    /// What a path that somebody else gave may lead to.
    package enum Wanted: Hashable, Sendable {
        case file
        case fileOrPipe
    }

    private static let longestPath = 4_096

    /// Opens what a stranger's path leads to below this folder, to be read, and nothing that lies elsewhere: no part of the path
    /// leads up, and no link is followed, wherever it leads. Never waits for the other end of a pipe.
    ///
    /// Each part is looked up in the folder that was opened before it, so that nothing changes that is swapped meanwhile.
    package func file(below path: String, _ wanted: Wanted = .file) throws(RefusedPath) -> sending OpenFile {
        func refused(_ why: RefusedPath.Why) -> RefusedPath { RefusedPath(path: path, folder: self.path, why: why) }
        guard !path.isEmpty else { throw refused(.empty) }
        // The system's calls would end the name there.
        guard path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else { throw refused(.noName) }
        guard !path.hasPrefix("/") else { throw refused(.absolute) }
        let parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
        guard !parts.contains("..") else { throw refused(.up) }
        guard let name = parts.last else { throw refused(.folder) }
        var folder = self
        for part in parts.dropLast() {
            do throws(DiskFailure) {
                folder = try folder.folder(named: Array(part.utf8CString))
            } catch {
                throw refused(Self.why(part, in: folder, error.code))
            }
        }
        guard let found = FileStatus(name, in: folder.descriptor) else { throw refused(.system(errno)) }
        if let why = Self.why(found.kind, name, wanted) { throw refused(why) }
        // What was found may have been replaced: a pipe would be waited for, and a terminal become ours.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = openat(folder.descriptor, name, flags)
        guard descriptor >= 0 else { throw refused(Self.why(name, in: folder, errno)) }
        let file = OpenFile(owning: descriptor)
        guard let opened = FileStatus(descriptor: descriptor) else { throw refused(.system(errno)) }
        if let why = Self.why(opened.kind, name, wanted) { throw refused(why) }
        return file
    }

    /// All bytes of a file below this folder.
    /// - Throws: `RefusedPath`; `CommandError` for one that has more than `limit`, or cannot be read.
    package func bytes(below path: String, atMost limit: Int) throws -> [UInt8] {
        try file(below: path).bytes(atMost: limit, of: "\(self.path)/\(path)")
    }

    private static func why(_ part: String, in folder: OpenFolder, _ code: Int32) -> RefusedPath.Why {
        FileStatus(part, in: folder.descriptor)?.kind == .link ? .link(part) : .system(code)
    }

    private static func why(_ kind: FileStatus.Kind, _ name: String, _ wanted: Wanted) -> RefusedPath.Why? {
        switch kind {
        case .file: nil
        case .pipe: wanted == .fileOrPipe ? nil : .pipe
        case .folder: .folder
        case .link: .link(name)
        case .other: .device
        }
    }
}

/// A path of a stranger that does not lead to what is wanted below a folder.
package struct RefusedPath: ReasonedError, Hashable {
    package enum Why: Hashable, Sendable {
        case empty
        /// Longer than any, or with a zero in it.
        case noName
        case absolute
        case up
        /// With the part of the path that is one.
        case link(String)
        case folder
        case pipe
        /// Or a socket.
        case device
        /// In an archive: why it cannot be unpacked.
        case packed(String)
        /// As `errno`.
        case system(Int32)
    }

    /// As it was given.
    package let path: String
    package let folder: String
    package let why: Why

    package init(path: String, folder: String, why: Why) {
        (self.path, self.folder, self.why) = (path, folder, why)
    }

    package var isOfInput: Bool { true }

    package var reason: String {
        let found =
            switch why {
            case .empty: "an empty path"
            case .noName: "no path"
            case .absolute: "an absolute path"
            case .up: "a path that leads up"
            case .link(let part): "the symbolic link \(part)"
            case .folder: "a folder"
            case .pipe: "a pipe"
            case .device: "a device or a socket"
            case .packed(let words): words
            case .system(let code): errorWords(code)
            }
        // As long as a message may be, whatever was given.
        return "\(path.kept): expected a file below \(folder), found \(found.kept)"
    }
}
