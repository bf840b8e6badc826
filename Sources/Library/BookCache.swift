import Files
import SocketIO

/// Books of servers on the disk, as far as they were read, file by file: a book on a train goes on.
///
/// Whatever is wrong with the disk is no reason not to read: then nothing is kept.
package struct BookCache: Sendable {
    let files: DiskCache

    /// - Parameter limit: of bytes.
    package init(_ path: String, limit: Int) { files = DiskCache(path, depth: 2, limit: limit) }

    package func book(_ server: BackendAddress, _ job: String) -> CachedBook {
        CachedBook(files, place: "\(DiskCache.name(of: server.httpBase))/\(DiskCache.name(of: job))")
    }

    /// All that are there, those used last first.
    /// - Returns: with s since 1970.
    package func books() -> [(book: CachedBook, about: CachedAbout, lastUse: Int64)] {
        var found: [(book: CachedBook, about: CachedAbout, lastUse: Int64)] = []
        files.eachGroup { folder in
            let book = CachedBook(files, place: folder.path.split(separator: "/").suffix(2).joined(separator: "/"))
            guard let about = book.about else { return }
            found.append((book, about, folder.lastChange(of: CachedBook.aboutName) ?? 0))
        }
        return found.sorted { ($1.lastUse, $0.about.item.job) < ($0.lastUse, $1.about.item.job) }
    }
}
