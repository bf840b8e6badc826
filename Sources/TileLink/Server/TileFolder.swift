import Files
import Platform

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
