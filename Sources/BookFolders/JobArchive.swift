import BookAPI
import CArchive
import Events
import Files
import Platform
import Synchronization

/// A job in a zip archive, wherever in it: its list is read once, an entry is unpacked when it is asked for, into a file without a
/// name. Nothing else is ever written anywhere.
///
/// From any thread; the archive's file is read by one at a time.
final class JobArchive: JobFiles {
    let path: String
    let title: String
    let lastWrite: Int64
    let oddities: [String]
    /// Of the folder in the archive that the job is in, with its slash.
    private let root: String
    /// Of files, from the archive's own folder on.
    private let sizes: [String: Int]
    private let reader: Mutex<Reader>

    private struct Reader {
        var file: OpenFile
        /// Behind what was unpacked last: whoever reads a book finds what comes next there.
        var cursor: ArchiveCursor?
    }

    /// What is small stays in memory.
    private static let memoryBytes = 16 << 20
    private static let pieceBytes = 64 << 10

    /// - Parameter path: of an archive.
    init(_ path: String) throws(JobError) {
        guard let file = OpenFile(path), let status = FileStatus(descriptor: file.descriptor) else {
            throw .unreadable(path: path, words: errorWords(errno))
        }
        func bad(_ found: String) -> JobError { .badArchive(path: path, found: found) }
        let list: ArchiveList
        let root: String
        do throws(ArchiveFault) {
            list = try ArchiveList(file.descriptor, byteCount: status.byteCount)
            root = try JobRoot.find(in: list.sizes.keys)
        } catch {
            throw bad(error.words)
        }
        (sizes, oddities, lastWrite, self.root) = (list.sizes, list.oddities, status.lastChange, root)
        let real = FileNames.last(of: OpenFolder.realPath(of: path))
        let stem = real.lowercased().hasSuffix(".zip") ? String(real.dropLast(4)) : real
        title = root.isEmpty ? stem : FileNames.last(of: root)
        self.path = root.isEmpty ? path : "\(path)/\(root.dropLast())"
        reader = Mutex(Reader(file: file))
    }

    func hasFile(_ path: String) -> Bool { (try? place(of: path)) != nil }

    func names(in folder: String?) -> [String] {
        let beginning = root + (folder.map { $0 + "/" } ?? "")
        return sizes.keys.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
            .filter { !$0.contains("/") }
    }

    func file(at path: String) throws(RefusedPath) -> sending OpenFile {
        let (name, size) = try place(of: path)
        func refused(_ words: String) -> RefusedPath { RefusedPath(path: path, folder: self.path, why: .packed(words)) }
        let unpacked: OpenFile
        do {
            unpacked = size <= Self.memoryBytes ? try OpenFile.inMemory() : try OpenFile.temporary([])
        } catch {
            throw refused(CommandError(error).reason)
        }
        let target = unpacked.descriptor
        do throws(ArchiveFault) {
            try reader.withLock { reader throws(ArchiveFault) in
                guard size <= ArchiveLimits.entryBytes else {
                    throw .tooLarge("\(ArchiveLimits.entryBytes >> 20) MiB")
                }
                do throws(ArchiveFault) {
                    try ArchiveWalk.readingNames { () throws(ArchiveFault) in
                        try Self.unpack(name, size, by: &reader, to: target)
                    }
                } catch {
                    reader.cursor = nil
                    throw error
                }
            }
        } catch {
            throw refused(error.words)
        }
        lseek(target, 0, SEEK_SET)
        return unpacked
    }

    /// By the rules of a folder's paths.
    private func place(of path: String) throws(RefusedPath) -> (name: String, size: Int) {
        func refused(_ why: RefusedPath.Why) -> RefusedPath { RefusedPath(path: path, folder: self.path, why: why) }
        guard !path.isEmpty else { throw refused(.empty) }
        guard !path.hasPrefix("/") else { throw refused(.absolute) }
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { throw refused(.up) }
        let name = root + parts.joined(separator: "/")
        guard let size = sizes[name] else { throw refused(.system(ENOENT)) }
        return (name, size)
    }

    /// Looks behind the last entry first, and then from the first one on.
    private static func unpack(
        _ name: String, _ size: Int, by reader: inout Reader, to target: Int32
    ) throws(ArchiveFault) {
        for isAnew in reader.cursor == nil ? [true] : [false, true] {
            if isAnew { reader.cursor = try ArchiveCursor(reader.file.descriptor) }
            while let cursor = reader.cursor, let entry = try cursor.next() {
                guard ArchiveWalk.name(of: entry) == name, ArchiveWalk.isFile(entry) else { continue }
                return try unpack(size, of: cursor.archive, to: target)
            }
        }
        throw .broken("it no longer exists")
    }

    private static func unpack(_ size: Int, of archive: OpaquePointer, to target: Int32) throws(ArchiveFault) {
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        var total = 0
        while true {
            let count = archive_read_data(archive, &piece, piece.count)
            if count == 0 { return }
            guard count > 0 else { throw .broken(ArchiveWalk.reason(archive)) }
            total += count
            guard total <= size else { throw .broken("more than the declared \(size) bytes") }
            guard Descriptor.writeAll(Array(piece[..<count]), to: target) else { throw .unwritten(errorWords(errno)) }
        }
    }
}

extension JobFolder {
    /// Whether a file of this name is one of a document or a book, whichever slashes and capitals its program has written.
    private static func isOfDocument(_ name: String) -> Bool {
        let name = String(name.lowercased().map { $0 == "\\" ? "/" : $0 })
        return [".opf", ".fb2"].contains(where: name.hasSuffix)
            || documentFiles.contains { name == $0 || name.hasSuffix("/" + $0) }
    }

    /// EPUB, Office Open XML, OpenDocument.
    private static let documentFiles = ["meta-inf/container.xml", "[content_types].xml", "meta-inf/manifest.xml"]

    /// Whether a file is an archive that a job may be in, by what it begins with: not one that is an EPUB, or a document of an
    /// office program, of which a reader of texts says what it is.
    package static func isArchive(_ path: String) -> Bool {
        guard FileStatus(path)?.kind == .file, let file = OpenFile(path),
            let start = Descriptor.read(file.descriptor, at: 0, count: 128), JobArchive.isZip(start)
        else { return false }
        if String(decoding: start, as: UTF8.self).contains("mimetypeapplication/epub+zip") { return false }
        guard let list = try? ArchiveList(file.descriptor, byteCount: 0, isBounded: false) else {
            return !path.lowercased().hasSuffix(".epub")
        }
        return !list.sizes.keys.contains(where: isOfDocument)
    }
}

extension JobArchive {
    /// By what it begins with; an empty one begins with its end.
    static func isZip(_ start: [UInt8]) -> Bool {
        start.starts(with: "PK\u{3}\u{4}".utf8) || start.starts(with: "PK\u{5}\u{6}".utf8)
    }
}

/// Where in an archive a job is: in the folder nearest to the top that has its files, or a film.
enum JobRoot {
    /// - Parameter names: of all files in the archive.
    /// - Returns: with its slash; empty for the archive's own folder.
    static func find(in names: some Sequence<String>) throws(ArchiveFault) -> String {
        var (roots, beside, films): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for name in names {
            let parts = name.split(separator: "/")
            guard let last = parts.last else { continue }
            let isInMetadata = parts.dropLast().last == "metadata"
            let isChunk = JobFileNames.isChunk(String(last))
            let folder = parts.dropLast(isInMetadata ? 2 : 1).map { $0 + "/" }.joined()
            if isInMetadata ? last == "job.json" || isChunk : last == JobFileNames.manifest {
                roots.insert(folder)
            } else if isChunk {
                beside.insert(folder)
            } else if !last.hasPrefix("."), ListedMedia.isFilm(name) {
                let isInMedia = JobFileNames.mediaFolders.contains { $0 == parts.dropLast().last ?? "" }
                films.insert(parts.dropLast(isInMedia ? 2 : 1).map { $0 + "/" }.joined())
            }
        }
        let found = [roots, beside, films].first { !$0.isEmpty } ?? []
        func depth(_ root: String) -> Int { root.utf8.count { $0 == UInt8(ascii: "/") } }
        guard let least = found.map(depth).min() else { throw .noJob }
        let nearest = found.filter { depth($0) == least }.sorted()
        guard nearest.count == 1 else { throw .severalJobs(nearest) }
        return nearest[0]
    }
}
