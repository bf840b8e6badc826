import Files
import Platform

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
