import BookAPI
import Events
import Files
import JSON
import Platform
import SocketIO

/// What is kept of a book on the disk: each file by itself, whole or not at all.
package struct CachedBook: Sendable {
    private let files: DiskCache
    /// In the cache.
    private let place: String

    static let aboutName = "about.json"
    private static let aboutBytes = 1 << 20

    init(_ files: DiskCache, place: String) { (self.files, self.place) = (files, place) }

    package var folder: String { files.path(of: place) }

    private func entry(_ place: LibraryPlace) -> String {
        switch place {
        case .own(let path): entry(DiskCache.name(of: path))
        case .foreign(let base, let path): entry(DiskCache.name(of: base + path))
        }
    }

    private func entry(_ name: String) -> String { "\(place)/\(name)" }

    /// Bytes of all that is kept of it.
    package var byteCount: Int { (try? OpenFolder(folder))?.byteCount() ?? 0 }

    func cover(of job: String) -> [UInt8]? {
        bytes(of: .own(BackendCall.cover(of: job).path), atMost: BookLimits.pictureBytes)
    }

    /// `nil` where it is not kept.
    func open(_ place: LibraryPlace) -> sending OpenFile? { files.open(entry(place)) }

    func bytes(of place: LibraryPlace, atMost limit: Int) -> [UInt8]? { files.bytes(of: entry(place), atMost: limit) }

    func has(_ place: LibraryPlace) -> Bool { files.has(entry(place)) }

    /// - Returns: whether it is stored.
    @discardableResult
    func storeBytes(_ bytes: [UInt8], of place: LibraryPlace) -> Bool { files.storeBytes(bytes, at: entry(place)) }

    /// Stores what an open file has, whatever its size; it stands where it stood.
    /// - Returns: whether it is stored.
    @discardableResult
    func storeFile(_ file: OpenFile, of place: LibraryPlace) -> Bool { files.storeFile(file, at: entry(place)) }

    /// All of it but what it is.
    func forget() {
        let names = try? OpenFolder(folder).names()
        for name in names ?? [] where name != Self.aboutName { files.remove(entry(name)) }
    }

    // MARK: What it is

    /// Looking at it is no use of it.
    package var about: CachedAbout? {
        files.bytes(of: entry(Self.aboutName), atMost: Self.aboutBytes, isUse: false).flatMap(CachedAbout.init)
    }

    func storeAbout(_ about: CachedAbout) { _ = files.storeBytes(about.json.utf8, at: entry(Self.aboutName)) }
}

/// Which book something is kept of.
package struct CachedAbout: Hashable, Sendable {
    package var server: String
    package var item: LibraryItem

    init(_ server: String, _ item: LibraryItem) { (self.server, self.item) = (server, item) }

    var json: JSON {
        [
            "server": .string(server), "job": .string(item.job), "origin": .string(item.origin.rawValue),
            "kind": .string(item.kind.text),
            "title": .text(item.title), "author": .text(item.author), "language": .text(item.language),
            "sentences": .number(item.sentences),
        ]
    }

    init?(_ bytes: [UInt8]) {
        guard let fields = (try? JSON.parse(bytes))?.object, let server = fields["server"]?.string,
            let job = fields["job"]?.string, let origin = fields["origin"]?.string.flatMap(LibraryOrigin.init)
        else { return nil }
        let kind = LibraryItem.Kind(fields["kind"]?.string ?? "book")
        self.init(server, LibraryItem(job, origin, title: fields["title"]?.string, kind: kind))
        (item.author, item.language) = (fields["author"]?.string, fields["language"]?.string)
        item.sentences = fields["sentences"]?.lenientInt
    }
}
