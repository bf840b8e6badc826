import Events
import Files
import Platform

/// Why a clip is not taken from the cache, or not put there. None of it stops the player: the clip is downloaded, or
/// kept in memory alone.
package enum ClipCacheError: ReasonedError, Hashable {
    // The clip counts as absent.
    case notCached(path: String)
    case otherVersion(path: String, expected: String, found: String)
    case otherCount(path: String, expected: Int, found: Int)
    /// Something of it is not what was written: cut off, missing, replaced or foreign.
    case damaged(path: String, reason: String)
    case unreadable(path: String, reason: String)
    /// Another process is taking it away.
    case leaving(path: String)
    case tooManyOpen(path: String, limit: Int)

    // It cannot be put there.
    case diskFull(path: String)
    case unwritable(path: String, reason: String)
    /// Bytes that the clip needs, and that the cache may have.
    case noRoom(path: String, needed: Int, limit: Int)
    /// Beyond the limits on what comes from outside.
    case refused(path: String, reason: String)
    /// The first of the frames that have not come.
    case incomplete(path: String, expected: Int, missing: [Int])
    case closed(path: String)

    /// One line for people; starts with the file or folder.
    package var reason: String {
        switch self {
        case .notCached(let path): "\(path): not found"
        case .otherVersion(let path, let expected, let found):
            "\(path): has version \"\(found)\", expected \"\(expected)\""
        case .otherCount(let path, let expected, let found): "\(path): has \(found) frames, expected \(expected)"
        case .damaged(let path, let reason): "\(path): \(reason)"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .leaving(let path): "\(path): being removed by another process"
        case .tooManyOpen(let path, let limit): "\(path): \(limit) clips are open already"
        case .diskFull(let path): "\(path): no space left"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .noRoom(let path, let needed, let limit):
            "\(path): needs \(needed) bytes, and the cache's limit of \(limit) leaves less"
        case .refused(let path, let reason): "\(path): \(reason)"
        case .incomplete(let path, let expected, let missing):
            "\(path): missing from \(expected) frames: "
                + missing.map(String.init).joined(separator: ", ") + (missing.count == Self.missingNamed ? "..." : "")
        case .closed(let path): "\(path): already finished or abandoned"
        }
    }

    static let missingNamed = 8
}

extension DiskFailure {
    var whileWriting: ClipCacheError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull(path: path)
        default: .unwritable(path: path, reason: words)
        }
    }

    var whileReading: ClipCacheError {
        switch code {
        case ENOENT: .notCached(path: path)
        case ENOTDIR: .damaged(path: path, reason: "not a folder")
        // What `O_NOFOLLOW` says of a link.
        case ELOOP: .damaged(path: path, reason: "expected a folder, found a link")
        default: .unreadable(path: path, reason: words)
        }
    }
}

extension RefusedPath.Why {
    /// - Parameter path: of the file.
    func whileReading(_ path: String) -> ClipCacheError {
        switch self {
        case .system(ENOENT): .damaged(path: path, reason: "missing")
        case .system(let code): DiskFailure(path: path, code: code).whileReading
        case .link: DiskFailure(path: path, code: ELOOP).whileReading
        default: .damaged(path: path, reason: "not a regular file")
        }
    }
}
