import CProcess
import Files
import Platform
import Synchronization

/// Lets programs speak through the tile of this process (docs/inside/tile-socket.md).
///
/// A thread of its own talks with all of them; any thread may call this. The socket's file goes with `close`, with the value, and
/// with every signal that would simply end the process.
///
/// Owner: whoever shows the tile.
package final class TileServer: Sendable {
    /// For `Environment.tileName` of the programs that are to find it.
    package let path: String
    private let inbox: TileInbox
    private let file: SocketFile

    /// - Parameters:
    ///   - name: who speaks, for people.
    ///   - environment: says where the socket goes.
    ///   - report: gets what happens to utterances, on the server's thread, which it must not keep. At most
    ///     `TileLimits.textBytes` of text and 128 utterances are under way before the owner says what became of them.
    /// - Throws: `TileError.folder`, `.system`.
    package convenience init(
        name: String, environment: [String: String] = Environment.all,
        report: @escaping @Sendable (UtteranceEvent) -> Void
    ) throws(TileError) {
        try self.init(name: name, folder: TileFolder.path(environment), patience: TileLimits.patience, report: report)
    }

    /// - Parameter patience: in the place of `TileLimits.patience`.
    init(
        name: String, folder path: String, patience: Int64, report: @escaping @Sendable (UtteranceEvent) -> Void
    ) throws(TileError) {
        let folder = try TileFolder.open(path)
        TileFolder.removeDead(in: folder)
        guard let inbox = TileInbox() else { throw .system(path: path, words: errorWords()) }
        let file = try SocketFile(TileFolder.socketName, in: path)
        (self.inbox, self.file, self.path) = (inbox, file, file.path)
        let listener = file.listener
        let isStarted = PosixThread.start {
            var loop = TileLoop(listener, inbox, name: name, patience: patience, report: report)
            loop.run()
        }
        guard isStarted else {
            let words = errorWords()
            file.remove()
            throw .system(path: path, words: words)
        }
    }

    deinit { close() }

    /// Tells a client what has become of its utterance. Nothing happens where that was told its end before.
    package func tell(_ id: UtteranceID, _ answer: UtteranceAnswer) { inbox.post(.tell(id, answer)) }

    /// Room for more text of an utterance: so many bytes of UTF-8 have been taken to be spoken. All of one that is told its end counts
    /// as taken.
    package func took(_ bytes: Int, of id: UtteranceID) { inbox.post(.took(bytes, of: id)) }

    /// Everybody is told that the tile has gone. Nothing is reported once the thread has heard of it. May be called again.
    package func close() {
        file.remove()
        inbox.post(.close)
    }
}

/// Where tiles have their sockets: a folder of the user's own, which nobody else can look into.
enum TileFolder {
    /// `cameo` in `$XDG_RUNTIME_DIR` where that is the user's own and nobody else's; else `cameo-UID` in `$TMPDIR` or `/tmp`, whichever
    /// can be used and leaves room for a socket's name.
    static func path(_ environment: [String: String]) -> String {
        if let runtime = absolute(environment["XDG_RUNTIME_DIR"]), let status = FileStatus(runtime),
            status.kind == .folder, status.isOwn, !status.isOpenToOthers, runtime.utf8.count <= longestPlace
        {
            return runtime + "/cameo"
        }
        let places = TemporaryPlaces.all(environment).compactMap(absolute)
        return (places.first { $0.utf8.count <= longestPlace } ?? "/tmp") + "/cameo-\(geteuid())"
    }

    /// The system takes sockets' names of about a hundred bytes, of which the folder and the file in it have these.
    private static let longestPlace = 60

    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Makes it where it is missing.
    /// - Throws: `TileError.folder` when it cannot be made, is a link or no folder, or others can reach it.
    static func open(_ path: String) throws(TileError) -> OpenFolder {
        do {
            try PrivateFolder.make(path)
        } catch {
            guard error.code == EEXIST else { throw .folder(path: path, reason: error.words) }
        }
        let folder: OpenFolder
        do {
            folder = try OpenFolder(path)
        } catch {
            let isNone = error.code == ELOOP || error.code == ENOTDIR
            throw .folder(path: path, reason: isNone ? "it is not a folder; remove it" : error.words)
        }
        guard folder.isOwn else { throw .folder(path: path, reason: "it belongs to another user") }
        guard FileStatus(descriptor: folder.descriptor)?.isOpenToOthers == false else {
            throw .folder(path: path, reason: "others can access it; if you created it, use chmod 700")
        }
        return folder
    }

    /// Removes sockets that nobody listens on any more: of tiles that were killed.
    static func removeDead(in folder: OpenFolder) {
        for name in (try? folder.names()) ?? [] where isSocketName(name) {
            // Anything else refuses as well.
            guard FileStatus(name, in: folder.descriptor)?.kind == .other else { continue }
            let path = folder.path + "/" + name
            if let socket = LocalSocket.connect(to: path, waits: false) {
                close(socket)
            } else if errno == ECONNREFUSED {
                unlink(path)
            }
        }
    }

    private static func isSocketName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.utf8.dropFirst(prefix.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let prefix = "tile-"

    /// Of this process.
    static var socketName: String { prefix + String(getpid()) }
}

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
