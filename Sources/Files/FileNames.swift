import Platform

/// What can be told of a file by its name.
package enum FileNames {
    /// Whether something has this name.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The first byte of a file; `nil` for an empty one and one that is no file.
    package static func firstByte(of path: String) -> UInt8? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Descriptor.read(descriptor, limit: 1)?.first
    }

    /// What a name may have been before it became text.
    package static func doubt(_ path: String) -> String {
        path.unicodeScalars.contains("\u{FFFD}")
            ? "; a name that is not UTF-8 cannot be opened: rename it, or give a link to it" : ""
    }
}
