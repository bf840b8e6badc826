import Events

/// Bounds on an archive with a book (architecture, promise 8).
enum ArchiveLimits {
    static let entries = 100_000
    /// Of an entry, unpacked.
    static let entryBytes = 512 << 20
    /// Of all of them, and for each byte of the archive; so much is allowed to any.
    static let bytes = 16 << 30
    static let ratio = 100
    static let always = 16 << 20
}

/// Why an archive, or something in it, cannot be read.
enum ArchiveFault: Error, Equatable {
    case broken(String)
    case encrypted(String)
    case empty
    case noJob
    case severalJobs([String])
    case tooMany
    case tooLarge(String)
    /// What was unpacked, with the words of the system.
    case unwritten(String)

    var words: String {
        switch self {
        case .broken(let reason): "a damaged one (\(reason.kept))"
        case .encrypted(let name): "an encrypted one (\(name.kept))"
        case .empty: "an empty one"
        case .noJob: "none of metadata/job.json, chunk files and manifest.json in it"
        case .severalJobs(let roots):
            "several: \(roots.prefix(3).map { $0.isEmpty ? "/" : $0 }.joined(separator: ", ").kept)"
        case .tooMany: "more than \(ArchiveLimits.entries) entries"
        case .tooLarge(let limit): "more than \(limit), unpacked"
        case .unwritten(let words): "no room to unpack it: \(words)"
        }
    }
}
