import Events
import Files
import Platform
import SocketIO
import Synchronization

/// Books of servers on the disk, as far as they were read, up to a number of bytes: what was used longest ago goes first. A book on a
/// train goes on.
///
/// Whatever is wrong with the disk is no reason not to read: then nothing is kept. The mutex guards what all files take together.
package final class BookCache: Sendable {
    package let path: String
    package let limit: Int
    /// Bytes of all files; `nil` until they were counted.
    private let total = Mutex<Int?>(nil)

    /// - Parameter limit: of bytes.
    package init(_ path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

    package func book(_ server: BackendAddress, _ job: String) -> CachedBook {
        CachedBook(self, folder: "\(path)/\(Self.name(of: server.httpBase))/\(Self.name(of: job))")
    }

    static func name(of text: String) -> String { contentHash(of: Array(text.utf8)).hex.prefix(32).description }

    /// All that are there, those used last first.
    /// - Returns: with s since 1970.
    package func books() -> [(book: CachedBook, about: CachedAbout, lastUse: Int64)] {
        var found: [(book: CachedBook, about: CachedAbout, lastUse: Int64)] = []
        walk { folder in
            let book = CachedBook(self, folder: folder.path)
            guard let about = book.about else { return }
            found.append((book, about, folder.lastChange(of: CachedBook.aboutName) ?? 0))
        }
        return found.sorted { ($1.lastUse, $0.about.item.job) < ($0.lastUse, $1.about.item.job) }
    }

    /// - Parameter visit: called for each book's folder, in no order. Links are not followed, but that of the cache itself.
    private func walk(_ visit: (OpenFolder) -> Void) {
        guard let root = try? OpenFolder(following: path) else { return }
        for server in (try? root.entries()) ?? [] {
            guard let server = try? root.folder(named: server) else { continue }
            for book in (try? server.entries()) ?? [] {
                if let book = try? server.folder(named: book) { visit(book) }
            }
        }
    }

    // MARK: Room

    /// A file of that many bytes has come.
    func hasTaken(_ bytes: Int) {
        let isTooMuch = total.withLock { total in
            total = total.map { $0 + bytes }
            return total.map { $0 > limit } ?? true
        }
        if isTooMuch { shrink() }
    }

    private struct File {
        let folder: OpenFolder
        let name: String
        let byteCount: Int
        let lastUse: Int64
    }

    /// Removes files, those used longest ago first, until all take at most the limit.
    func shrink() {
        total.withLock { total in
            var files: [File] = []
            walk { folder in
                for name in (try? folder.names()) ?? [] {
                    guard let count = folder.size(of: name) else { continue }
                    files.append(
                        File(folder: folder, name: name, byteCount: count, lastUse: folder.lastChange(of: name) ?? 0))
                }
            }
            var left = files.reduce(0) { $0 + $1.byteCount }
            for file in files.sorted(by: { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }) {
                guard left > limit else { break }
                if unlinkat(file.folder.descriptor, file.name, 0) == 0 { left -= file.byteCount }
                // Where nothing is left in it.
                rmdir(file.folder.path)
            }
            total = left
        }
    }
}
