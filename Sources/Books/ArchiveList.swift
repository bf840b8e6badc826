import CArchive
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
