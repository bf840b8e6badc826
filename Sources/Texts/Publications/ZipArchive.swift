import CArchive
import Events

/// An archive in memory: what is in it by name, and some of it unpacked. Nothing is ever written anywhere.
struct ZipArchive {
    private let bytes: [UInt8]
    /// Of files that are below the archive's own folder; of two with the same name the first counts.
    private(set) var names: Set<String> = []
    private(set) var oddities = OddityList()
    private var unpacked = 0
    private static let pieceBytes = 64 << 10

    /// - Throws: `TextError.broken` for what is no archive, `.tooLarge`, `.protected`.
    init(_ bytes: [UInt8]) throws(TextError) {
        self.bytes = bytes
        var names: Set<String> = []
        var oddities = OddityList()
        try Self.walk(bytes) { (entry, _) throws(TextError) in
            guard let name = Self.name(of: entry) else {
                oddities.note("an archive entry has an unreadable name")
                return
            }
            guard Self.isFile(entry, name, &oddities) else { return }
            guard archive_entry_is_data_encrypted(entry) == 0 else { throw .protected(place: FoldedText.shown(name)) }
            if !names.insert(name).inserted {
                oddities.note("\(FoldedText.shown(name)): duplicate entry; using the first")
            }
        }
        (self.names, self.oddities) = (names, oddities)
    }

    /// - Returns: those of them that are there. One that is broken is left out, and said to be odd.
    /// - Throws: `TextError.tooLarge` when more comes of it than of any book.
    mutating func read(_ wanted: Set<String>) throws(TextError) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        let missing = wanted.intersection(names)
        guard !missing.isEmpty else { return [:] }
        try Self.walk(bytes) { (entry, archive) throws(TextError) in
            guard let name = Self.name(of: entry), missing.contains(name), found[name] == nil,
                cameo_archive_is_link(entry) == 0
            else { return }
            found[name] = try data(archive, name)
        }
        return found
    }

    mutating func read(_ name: String) throws(TextError) -> [UInt8]? { try read([name])[name] }

    // MARK: Entries

    private static func isFile(_ entry: OpaquePointer, _ name: String, _ oddities: inout OddityList) -> Bool {
        if cameo_archive_is_link(entry) != 0 {
            oddities.note("\(FoldedText.shown(name)): a link; skipped")
            return false
        }
        if name.hasSuffix("/") || cameo_archive_is_folder(entry) != 0 { return false }
        guard EPUBPath.isBelow(name) else {
            oddities.note("\(FoldedText.shown(name)): outside the book; skipped")
            return false
        }
        return true
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
