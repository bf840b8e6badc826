import Events
import Files
import Platform

/// What the first 100 bytes of a file say, read without SQLite: foreign, newer and cut files are told apart before
/// anything is opened.
struct TapeFileHeader {
    let pageSize: Int
    /// Pages of the file, or `nil` when the header does not vouch for its own figure.
    let pageCount: Int?
    let usesWAL: Bool

    static func check(_ path: String) throws(TapeError) -> TapeFileHeader {
        let fileSize = try size(of: path)
        guard fileSize > 0 else { throw .empty(path: path) }
        let header = try TapeFileHeader(bytes: firstBytes(of: path), path: path)
        let expected = header.pageSize * (header.pageCount ?? 0)
        // While there is a write-ahead log, the newest pages may be in it alone.
        if expected > fileSize, !hasLog(path) {
            throw .truncated(path: path, expected: expected, found: fileSize)
        }
        return header
    }

    /// Whether a write-ahead log with something in it lies beside the file.
    static func hasLog(_ path: String) -> Bool { ((try? size(of: path + "-wal")) ?? 0) > 0 }

    static func size(of path: String) throws(TapeError) -> Int {
        guard let status = FileStatus(path) else {
            if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: errorWords())
        }
        switch status.kind {
        case .file: return status.byteCount
        case .folder: throw .isDirectory(path: path)
        case .pipe, .link, .other: throw .unreadable(path: path, reason: "not a regular file")
        }
    }

    /// Whether a file begins as a tape does. A pipe does not: looking would take it away.
    static func isDatabase(_ path: String) -> Bool {
        guard FileStatus(path)?.kind == .file, let bytes = try? firstBytes(of: path) else { return false }
        return bytes.starts(with: beginning)
    }

    private static let beginning = Array("SQLite format 3\0".utf8)

    private init(bytes: [UInt8], path: String) throws(TapeError) {
        guard bytes.starts(with: Self.beginning) else {
            throw .notSQLite(path: path, found: FileKind.words(bytes))
        }
        guard bytes.count == 100 else { throw .truncated(path: path, expected: nil, found: bytes.count) }
        func word(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard word(68) == TapeSchema.applicationID, word(60) > 0 else { throw .notATape(path: path) }
        guard word(60) <= TapeSchema.newestVersion else {
            throw .newerVersion(path: path, found: word(60), known: TapeSchema.newestVersion)
        }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        pageCount = word(24) == word(92) ? word(28) : nil
        usesWAL = bytes[18] == 2
    }

    private static func firstBytes(of path: String) throws(TapeError) -> [UInt8] {
        guard let file = OpenFile(path), let bytes = Descriptor.read(file.descriptor, limit: 100) else {
            throw .unreadable(path: path, reason: errorWords())
        }
        return bytes
    }
}
