import BookAPI
import Events
import Files
import JSON
import Platform
import SocketIO

/// What is kept of a book on the disk: each file by itself, whole or not at all.
package struct CachedBook: Sendable {
    private let cache: BookCache
    package let folder: String

    static let aboutName = "about.json"
    private static let aboutBytes = 1 << 20

    init(_ cache: BookCache, folder: String) { (self.cache, self.folder) = (cache, folder) }

    private static func name(of place: LibraryPlace) -> String {
        switch place {
        case .own(let path): BookCache.name(of: path)
        case .foreign(let base, let path): BookCache.name(of: base + path)
        }
    }

    /// Bytes of all that is kept of it.
    package var byteCount: Int { (try? OpenFolder(folder))?.byteCount() ?? 0 }

    func cover(of job: String) -> [UInt8]? {
        bytes(of: .own(BackendCall.cover(of: job).path), atMost: BookLimits.pictureBytes)
    }

    /// `nil` where it is not kept.
    func open(_ place: LibraryPlace) -> sending OpenFile? { open(named: Self.name(of: place)) }

    private func open(named name: String) -> sending OpenFile? {
        guard let folder = try? OpenFolder(folder), let file = try? folder.file(below: name) else { return nil }
        folder.touch(name)
        return file
    }

    func bytes(of place: LibraryPlace, atMost limit: Int) -> [UInt8]? {
        try? open(place)?.bytes(atMost: limit, of: folder)
    }

    func has(_ place: LibraryPlace) -> Bool { (try? OpenFolder(folder))?.size(of: Self.name(of: place)) != nil }

    /// - Returns: whether it is stored.
    @discardableResult
    func storeBytes(_ bytes: [UInt8], of place: LibraryPlace) -> Bool { write(bytes, named: Self.name(of: place)) }

    private func write(_ bytes: [UInt8], named name: String) -> Bool {
        guard bytes.count <= cache.limit else { return false }
        do {
            try PrivateFolder.makeAll(folder)
            try OutputFile.write(bytes, to: "\(folder)/\(name)", rights: 0o600)
        } catch {
            return false
        }
        cache.hasTaken(bytes.count)
        return true
    }

    /// Stores what an open file has, whatever its size; it stands where it stood.
    /// - Returns: whether it is stored.
    @discardableResult
    func storeFile(_ file: OpenFile, of place: LibraryPlace) -> Bool {
        guard let count = FileStatus(descriptor: file.descriptor)?.byteCount, count <= cache.limit else { return false }
        let path = "\(folder)/\(Self.name(of: place))"
        do {
            try PrivateFolder.makeAll(folder)
            let output = try OutputFile(path, partial: OutputFile.partial(of: path), rights: 0o600)
            while let piece = Descriptor.read(file.descriptor, at: output.byteCount, count: 1 << 20), !piece.isEmpty {
                try output.write(piece)
            }
            guard output.byteCount == count else { return false }
            try output.finish()
        } catch {
            return false
        }
        cache.hasTaken(count)
        return true
    }

    /// All of it but what it is.
    func forget() {
        guard let folder = try? OpenFolder(folder) else { return }
        for name in (try? folder.entries()) ?? [] where OpenFolder.text(name) != Self.aboutName {
            unlinkat(folder.descriptor, name, 0)
        }
    }

    // MARK: What it is

    package var about: CachedAbout? {
        guard let folder = try? OpenFolder(folder),
            let bytes = try? folder.bytes(below: Self.aboutName, atMost: Self.aboutBytes)
        else { return nil }
        return CachedAbout(bytes)
    }

    func storeAbout(_ about: CachedAbout) { _ = write(about.json.utf8, named: Self.aboutName) }
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
