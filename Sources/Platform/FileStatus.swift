/// What the system says of a file.
package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case file, folder
        /// With a name or without one.
        case pipe
        /// That is not followed.
        case link
        /// A device or a socket.
        case other
    }

    package let kind: Kind
    package let byteCount: Int
    /// Whether it belongs to this user.
    package let isOwn: Bool
    /// Whether others than its owner may do something with it.
    package let isOpenToOthers: Bool
    /// s since 1970.
    package let lastChange: Int64
    private let place: [UInt64]

    /// - Parameter followsLinks: whether it is that of the file that a link leads to.
    /// - Returns: `nil` with `errno` where nothing has that name, or it cannot be looked at.
    package init?(_ path: String, followsLinks: Bool = true) {
        var found = stat()
        guard (followsLinks ? stat(path, &found) : lstat(path, &found)) == 0 else { return nil }
        self.init(found)
    }

    /// Of an open file.
    /// - Returns: `nil` with `errno`.
    package init?(descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { return nil }
        self.init(found)
    }

    /// Of what is directly in an open folder; links are not followed.
    /// - Returns: `nil` with `errno`.
    package init?(_ name: String, in folder: Int32) {
        var found = stat()
        guard fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(found)
    }

    private init(_ found: stat) {
        switch found.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFIFO: kind = .pipe
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        byteCount = Int(clamping: found.st_size)
        isOwn = found.st_uid == geteuid()
        isOpenToOthers = found.st_mode & 0o077 != 0
        place = [UInt64(truncatingIfNeeded: found.st_dev), UInt64(truncatingIfNeeded: found.st_ino)]
        #if canImport(Darwin)
            lastChange = Int64(found.st_mtimespec.tv_sec)
        #else
            lastChange = Int64(found.st_mtim.tv_sec)
        #endif
    }

    /// Whether both are of one file, whatever it is called.
    package func isSameFile(as other: FileStatus) -> Bool { place == other.place }
}
