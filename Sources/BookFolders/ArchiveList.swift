import CArchive
import Events
import Platform

/// What is in an archive, by its own list: no entry is unpacked.
struct ArchiveList {
    /// Of files below the archive's own folder, as they say; of two with the same name the first counts.
    private(set) var sizes: [String: Int] = [:]
    private var passedOver: (count: Int, first: String) = (0, "")

    /// - Parameter isBounded: whether what is too large is refused.
    init(_ descriptor: Int32, byteCount: Int, isBounded: Bool = true) throws(ArchiveFault) {
        var sizes: [String: Int] = [:]
        var (passedOver, total): ((count: Int, first: String), Int) = ((0, ""), 0)
        try ArchiveWalk.walk(descriptor) { (entry, _) throws(ArchiveFault) in
            if ArchiveWalk.isFolder(entry) { return true }
            let name = ArchiveWalk.name(of: entry)
            guard let name, ArchiveWalk.isFile(entry), sizes[name] == nil else {
                if passedOver.count == 0 { passedOver.first = name ?? ArchiveWalk.told(entry) }
                passedOver.count += 1
                return true
            }
            guard archive_entry_is_data_encrypted(entry) == 0 else { throw .encrypted(name) }
            let size = Int(archive_entry_size(entry))
            guard size >= 0 else { throw .broken("a size below zero") }
            sizes[name] = size
            total += min(size, ArchiveLimits.bytes)
            return true
        }
        (self.sizes, self.passedOver) = (sizes, passedOver)
        guard isBounded else { return }
        if sizes.isEmpty && passedOver.count == 0 { throw .empty }
        guard total <= ArchiveLimits.bytes else { throw .tooLarge("\(ArchiveLimits.bytes >> 30) GiB") }
        guard total <= ArchiveLimits.always + ArchiveLimits.ratio * byteCount else {
            throw .tooLarge("\(ArchiveLimits.ratio) times the size of the file")
        }
    }

    var oddities: [String] {
        guard passedOver.count > 0 else { return [] }
        let which = "links, names outside the archive, or duplicate names"
        return ["\(passedOver.count) of the archive's entries are not read (\(which)): \(passedOver.first.kept)"]
    }
}

/// A place in the list at the end of a zip archive, from which libarchive goes on.
///
/// Owner: whoever has the file; nobody else may move in it meanwhile.
final class ArchiveCursor {
    let archive: OpaquePointer

    private static let blockBytes = 16 << 10

    /// Before the first entry.
    init(_ descriptor: Int32) throws(ArchiveFault) {
        guard let archive = archive_read_new() else { throw .broken("no memory") }
        self.archive = archive
        archive_read_support_format_zip_seekable(archive)
        archive_read_set_options(archive, "hdrcharset=UTF-8")
        // It takes the place where the file stands for its beginning.
        guard lseek(descriptor, 0, SEEK_SET) == 0,
            archive_read_open_fd(archive, descriptor, Self.blockBytes) == ARCHIVE_OK
        else { throw .broken(ArchiveWalk.reason(archive)) }
    }

    deinit { archive_read_free(archive) }

    /// - Returns: `nil` behind the last entry.
    func next() throws(ArchiveFault) -> OpaquePointer? {
        var entry: OpaquePointer?
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else {
            throw .broken(ArchiveWalk.reason(archive))
        }
        return entry
    }
}

/// libarchive's way through the list at the end of a zip archive.
enum ArchiveWalk {
    /// Does something while names are read as they are written, whatever the user's locale.
    static func readingNames<Value>(_ work: () throws(ArchiveFault) -> Value) throws(ArchiveFault) -> Value {
        let letters = cameo_archive_letters_begin()
        defer { cameo_archive_letters_end(letters) }
        return try work()
    }

    /// - Parameter take: gets an entry, and the archive to unpack it; `false` ends the walk.
    static func walk(
        _ descriptor: Int32, atMost limit: Int = ArchiveLimits.entries,
        _ take: (OpaquePointer, OpaquePointer) throws(ArchiveFault) -> Bool
    ) throws(ArchiveFault) {
        try readingNames { () throws(ArchiveFault) in
            let cursor = try ArchiveCursor(descriptor)
            for _ in 0...limit {
                guard let entry = try cursor.next(), try take(entry, cursor.archive) else { return }
            }
            throw .tooMany
        }
    }

    /// From the archive's own folder on; `nil` for one that leads out of it, or cannot be read.
    static func name(of entry: OpaquePointer) -> String? {
        guard let pointer = archive_entry_pathname(entry) else { return nil }
        let path = String(cString: pointer)
        guard !path.hasPrefix("/"), !path.utf8.contains(0x5C) else { return nil }
        let parts = path.split(separator: "/").filter { $0 != "." }
        return parts.isEmpty || parts.contains("..") ? nil : parts.joined(separator: "/")
    }

    /// A name as it is told.
    static func told(_ entry: OpaquePointer) -> String {
        archive_entry_pathname(entry).map { String(cString: $0) } ?? "a name that cannot be read"
    }

    /// And no link.
    static func isFile(_ entry: OpaquePointer) -> Bool { cameo_archive_is_link(entry) == 0 && !isFolder(entry) }

    static func isFolder(_ entry: OpaquePointer) -> Bool { cameo_archive_is_folder(entry) != 0 }

    static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0).withoutCapital } ?? "something else"
    }
}
