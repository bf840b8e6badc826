import CProcess
import Files
import Platform
import Synchronization

/// The file by which a listening socket is found. A signal that ends the process removes it.
///
/// Owner: the server. The mutex guards that it is removed once.
final class SocketFile: Sendable {
    let path: String
    let listener: QuietSocket
    private let list: Mutex<TemporaryFiles?>
    /// Programs that may have connected before they are accepted.
    private static let waiting: Int32 = 64

    /// - Throws: `TileError.system`.
    init(_ name: String, in folder: String) throws(TileError) {
        path = folder + "/" + name
        // It has its name only once it listens: before that it would look like one that was left.
        let hidden = folder + "/." + name
        let files = TemporaryFiles([path, hidden])
        cameo_temporary_files_begin()
        defer { cameo_temporary_files_end() }
        unlink(hidden)
        guard let descriptor = LocalSocket.listen(at: hidden, waiting: Self.waiting) else {
            let words = errorWords()
            files.keep()
            throw .system(path: path, words: words)
        }
        listener = QuietSocket(descriptor)
        guard rename(hidden, path) == 0 else {
            let words = errorWords()
            files.remove()
            throw .system(path: path, words: words)
        }
        list = Mutex(files)
    }

    func remove() {
        list.withLock { files in
            files?.remove()
            files = nil
        }
    }
}
