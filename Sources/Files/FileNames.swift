import Platform

/// What has a name, and what a name says.
package enum FileNames {
    /// Whether something has this name.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The first byte of a file; `nil` for an empty one and one that is no file.
    package static func firstByte(of path: String) -> UInt8? {
        // A pipe would be waited for.
        guard FileStatus(path)?.kind == .file, let file = OpenFile(path) else { return nil }
        return Descriptor.read(file.descriptor, limit: 1)?.first
    }

    /// What stands behind the last slash that has something behind it; the whole path where none has.
    package static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder that a path leads to something in; `.` for a name alone.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What is wrong with the file of this name, in one sentence: it begins with the name, if that is one.
    package static func fault(_ path: String, _ words: String) -> String {
        path.isEmpty ? nameless : "\(path): \(words)"
    }

    /// Why a file that the user names cannot be read, in words that stand behind its name.
    /// - Parameter code: as `errno`, of the call that has failed.
    package static func unreadable(_ path: String, _ code: Int32 = errno) -> String {
        switch code {
        case ENOENT, ENOTDIR: absence(of: path)
        case EISDIR: "expected a file, found a folder"
        default: "cannot be read: \(errorWords(code))"
        }
    }

    private static func absence(of path: String) -> String {
        FileStatus(path, followsLinks: false)?.kind == .link
            ? "a link to a missing file" : "no such file" + doubt(path)
    }

    /// Why no file of this name can be made or written.
    /// - Parameter code: as `errno`, of the call that has failed.
    package static func obstacle(_ path: String, _ code: Int32 = errno) -> String {
        guard code == ENOENT else { return errorWords(code) }
        let folder = Self.folder(of: path)
        return FileStatus(folder) == nil ? "no such folder: \(folder)" : "cannot create files in \(folder)"
    }

    /// The one sentence for an empty name, whichever command is given it.
    package static let nameless = "empty file name"

    /// What a name may have been before it became text.
    package static func doubt(_ path: String) -> String {
        path.unicodeScalars.contains("\u{FFFD}")
            ? "; file names must be UTF-8: rename it or use a link" : ""
    }
}
