import CArchive
import Events

/// An archive in memory: what is in it by name, and some of it unpacked. Nothing is ever written anywhere.
struct ZipArchive: PublicationFiles {
    private let bytes: [UInt8]
    /// Of files that are below the archive's own folder; of two with the same name the first counts.
    private(set) var names: [String] = []
    private(set) var locked: Set<String> = []
    private(set) var oddities = OddityList()
    /// The folder that all of the book was packed with.
    private var top = ""
    private var unpacked = 0
    private static let pieceBytes = 64 << 10

    /// - Throws: `TextError.broken` for what is no archive, `.tooLarge`.
    init(_ bytes: [UInt8]) throws(TextError) {
        self.bytes = bytes
        var (names, locked): ([String], Set<String>) = ([], [])
        var seen: Set<String> = []
        var oddities = OddityList()
        try Self.walk(bytes) { (entry, _) throws(TextError) in
            guard let name = Self.name(of: entry) else {
                oddities.note("an archive entry has an unreadable name")
                return
            }
            guard let path = Self.file(entry, name, &oddities) else { return }
            guard seen.insert(path).inserted else {
                oddities.note("\(FoldedText.shown(path)): duplicate entry; using the first")
                return
            }
            if archive_entry_is_data_encrypted(entry) == 0 { names.append(path) } else { locked.insert(path) }
        }
        top = Self.top(of: names)
        let count = top.utf8.count
        func below(_ name: String) -> String? {
            name.hasPrefix(top) ? String(decoding: name.utf8.dropFirst(count), as: UTF8.self) : nil
        }
        (self.names, self.locked) = (names.compactMap(below), Set(locked.compactMap(below)))
        self.oddities = oddities
    }

    /// `book/` where the container is `book/META-INF/container.xml`: somebody has packed the folder, and not what is in it.
    private static func top(of names: [String]) -> String {
        let container = EPUBContainer.path.lowercased()
        let found = names.filter { $0.utf8.count >= container.utf8.count && $0.lowercased().hasSuffix(container) }
        guard let name = found.min(by: { $0.utf8.count < $1.utf8.count }), name.utf8.count > container.utf8.count,
            name.utf8.dropLast(container.utf8.count).last == UInt8(ascii: "/")
        else { return "" }
        return String(decoding: name.utf8.dropLast(container.utf8.count), as: UTF8.self)
    }

    mutating func read(_ wanted: Set<String>) throws(TextError) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        let missing = Set(wanted.intersection(names).map { top + $0 })
        guard !missing.isEmpty else { return [:] }
        let count = top.utf8.count
        try Self.walk(bytes) { (entry, archive) throws(TextError) in
            guard let name = Self.name(of: entry).flatMap(EPUBPath.entry), missing.contains(name),
                cameo_archive_is_link(entry) == 0, cameo_archive_is_folder(entry) == 0
            else { return }
            let path = String(decoding: name.utf8.dropFirst(count), as: UTF8.self)
            if found[path] == nil { found[path] = try data(archive, path) }
        }
        return found
    }

    // MARK: Entries

    /// Its path from the top; `nil` for all that is no file of the book.
    private static func file(_ entry: OpaquePointer, _ name: String, _ oddities: inout OddityList) -> String? {
        if cameo_archive_is_link(entry) != 0 {
            oddities.note("\(FoldedText.shown(name)): a link; skipped")
            return nil
        }
        if name.hasSuffix("/") || cameo_archive_is_folder(entry) != 0 { return nil }
        guard let path = EPUBPath.entry(name) else {
            oddities.note("\(FoldedText.shown(name)): outside the book; skipped")
            return nil
        }
        return path.hasSuffix("/") ? nil : path
    }

    /// In UTF-8, whatever the language of the system is.
    private static func name(of entry: OpaquePointer) -> String? {
        archive_entry_pathname(entry).map { String(cString: $0) }
    }

    private mutating func data(_ archive: OpaquePointer, _ name: String) throws(TextError) -> [UInt8]? {
        var data: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        while true {
            let count = archive_read_data(archive, &piece, piece.count)
            if count == 0 { return data }
            guard count > 0 else {
                oddities.note("\(FoldedText.shown(name)): cannot be unpacked (\(Self.reason(archive)))")
                return nil
            }
            data += piece[..<count]
            unpacked += count
            guard data.count <= TextLimits.entryBytes else {
                throw .tooLarge(
                    what: "\(FoldedText.shown(name)), unpacked", limit: "\(TextLimits.entryBytes >> 20) MiB")
            }
            try checkUnpacked()
        }
    }

    private func checkUnpacked() throws(TextError) {
        guard unpacked <= TextLimits.unpackedBytes else {
            throw .tooLarge(what: "all of the book, unpacked", limit: "\(TextLimits.unpackedBytes >> 20) MiB")
        }
        guard unpacked <= TextLimits.unpackedAlways + TextLimits.unpackedRatio * bytes.count else {
            throw .tooLarge(what: "the book, unpacked", limit: "\(TextLimits.unpackedRatio) times the size of its file")
        }
    }

    // MARK: libarchive

    private static func walk(
        _ bytes: [UInt8], _ take: (OpaquePointer, OpaquePointer) throws(TextError) -> Void
    ) throws(TextError) {
        let letters = cameo_archive_letters_begin()
        defer { cameo_archive_letters_end(letters) }
        guard let archive = archive_read_new() else { throw broken("memory", "none") }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip_seekable(archive)
        archive_read_set_options(archive, "hdrcharset=UTF-8")
        // Nobody changes the bytes meanwhile: they are held by the caller.
        let result = bytes.withUnsafeBytes { buffer -> Result<Void, TextError> in
            guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
                return .failure(unreadable(archive))
            }
            return Result { () throws(TextError) in try walk(archive, take) }
        }
        try result.get()
    }

    private static func walk(
        _ archive: OpaquePointer, _ take: (OpaquePointer, OpaquePointer) throws(TextError) -> Void
    ) throws(TextError) {
        for _ in 0...TextLimits.archiveEntries {
            var entry: OpaquePointer?
            let result = archive_read_next_header(archive, &entry)
            if result == ARCHIVE_EOF { return }
            guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else {
                throw unreadable(archive)
            }
            try take(entry, archive)
        }
        throw .tooLarge(what: "files of the book", limit: "\(TextLimits.archiveEntries)")
    }

    private static func broken(_ expected: String, _ found: String) -> TextError {
        .broken(place: "the book's archive", expected: expected, found: found)
    }

    private static func unreadable(_ archive: OpaquePointer) -> TextError {
        broken("a zip archive", "a damaged one (\(reason(archive)))")
    }

    private static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { FoldedText.shown(String(cString: $0)).withoutCapital } ?? "something else"
    }
}
