import Events
import Platform

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
