import CProcess
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
