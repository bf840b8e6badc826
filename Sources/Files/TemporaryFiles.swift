import CProcess
import Events
import Platform

/// Files that must not outlive the command, however it ends; a signal that ends the process removes them as well.
///
/// Owner: whatever works on files, also on several threads at a time. While the run loop plays, its own handlers stand before
/// these: it ends in order.
package struct TemporaryFiles {
    private let paths: [String]
    private let list: CInt

    /// - Parameter paths: files that may come to be, then the folder that they are in if that is to go, too.
    package init(_ paths: [String]) {
        self.paths = paths
        let names = paths.map { Array($0.utf8CString) }.joined() + [0]
        list = cameo_temporary_files_watch(names, names.count)
    }

    package func remove() {
        for path in paths where unlink(path) != 0 { rmdir(path) }
        keep()
    }

    /// What has been made stays.
    package func keep() { if list >= 0 { cameo_temporary_files_forget(list) } }

    /// Makes one of those files; none is made once a signal has begun to remove them.
    static func make<Value>(_ body: () throws -> Value) rethrows -> Value {
        cameo_temporary_files_begin()
        defer { cameo_temporary_files_end() }
        return try body()
    }
}

/// Folders for temporary files. What `TMPDIR` names counts where that can be used: it comes along from machines and sessions in
/// which it was there.
package enum TemporaryPlaces {
    /// The best first; all of them can be written to, unless there is none such.
    /// - Parameter large: whether what comes into it may need more room than memory has: `/tmp` may be memory.
    package static func all(_ environment: [String: String] = Environment.all, large: Bool = false) -> [String] {
        let usual = large ? ["/var/tmp", "/tmp"] : ["/tmp", "/var/tmp"]
        let named = [environment["TMPDIR"], environment["XDG_RUNTIME_DIR"]].map { withoutSlashes($0 ?? "") }
        let places = ([named[0]] + usual + [named[1]]).filter(isUsable)
        return places.isEmpty ? usual : places
    }

    /// A folder in which this process can make files.
    private static func isUsable(_ path: String) -> Bool {
        !path.isEmpty && access(path + "/.", W_OK | X_OK) == 0
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}

extension OpenFile {
    /// A file with these bytes that has no name, and goes when it is closed.
    /// - Throws: `CommandError.failed` where none can be made.
    package static func temporary(_ bytes: [UInt8]) throws(CommandError) -> sending OpenFile {
        let (folder, descriptor) = try create(in: TemporaryPlaces.all())
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let file = OpenFile(owning: descriptor)
        guard Descriptor.writeAll(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .failed("\(folder): \(errorWords())")
        }
        return file
    }

    /// In the first of these folders that has room.
    private static func create(in folders: [String]) throws(CommandError) -> (folder: String, descriptor: Int32) {
        var failure = "no place for a temporary file"
        for folder in folders {
            var template = Array("\(folder)/cameo-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            if descriptor >= 0 {
                unlink(template)
                return (folder, descriptor)
            }
            failure = "\(folder): \(errorWords())"
        }
        throw .failed(failure)
    }
}

extension OpenFile {
    /// A file without a name, to be read and written: in memory where the system can. It stands at its beginning.
    /// - Throws: `DiskFailure` when there is none, or no room for the bytes.
    package static func inMemory(_ bytes: [UInt8] = []) throws(DiskFailure) -> sending OpenFile {
        let descriptor = cameo_scratch_file()
        guard descriptor >= 0 else { throw DiskFailure(path: "a file in memory", code: errno) }
        let file = OpenFile(owning: descriptor)
        guard Descriptor.writeAll(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw DiskFailure(path: "a file in memory", code: errno)
        }
        return file
    }
}
