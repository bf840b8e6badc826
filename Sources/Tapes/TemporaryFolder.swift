import Events
import Files
import Platform

/// A folder for tapes that go with the process. It is locked as long as the value is there: one that nobody locks was left by
/// a process that was killed, and whoever next makes one beside it removes it.
///
/// Owner: whoever fills it. Removing it in time is the owner's; this is for those who cannot any more.
package final class TemporaryFolder: Sendable {
    package let path: String
    /// Holds the lock.
    private let folder: OpenFolder

    private static let prefix = "cameo-tape-"
    private static let blanks = "XXXXXX"
    private static let tries = 8
    /// What the names in it begin with; a folder with anything else in it is somebody's.
    private static let tapeName = "session.cameo"

    /// - Parameter places: folders, the best first.
    /// - Throws: `TapeError.unwritable` when there is room in none of them.
    package init(in places: [String]) throws(TapeError) {
        var failure = TapeError.unwritable(path: "/", reason: "no folder for a temporary tape")
        for named in places {
            // Folders are opened by their own names, and the place may be a link.
            let place = OpenFolder.realPath(of: named)
            Self.removeLeftOver(in: place)
            do throws(DiskFailure) {
                folder = try Self.make(in: place)
                path = folder.path
                return
            } catch {
                failure = .unwritable(path: error.path, reason: error.words)
            }
        }
        throw failure
    }

    /// Path of the tape in it.
    package var tape: String { path + "/" + Self.tapeName }

    private static func make(in place: String) throws(DiskFailure) -> OpenFolder {
        for _ in 0..<tries {
            var template = Array("\(place)/\(prefix)\(blanks)".utf8CString)
            guard mkdtemp(&template) != nil else { throw DiskFailure(path: place, code: errno) }
            // Between making and locking it may have been taken for left over.
            do throws(DiskFailure) {
                let folder = try OpenFolder(OpenFolder.text(template))
                if folder.lock(.exclusive) != .held, folder.isNamed(folder.path) { return folder }
                rmdir(folder.path)
            } catch {
                guard error.code == ENOENT else { throw error }
            }
        }
        throw DiskFailure(path: place, code: EAGAIN)
    }

    private static func removeLeftOver(in place: String) {
        guard let above = try? OpenFolder(place), let names = try? above.entries() else { return }
        for name in names {
            let text = OpenFolder.text(name)
            guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + blanks.utf8.count,
                let folder = try? above.folder(named: name), folder.isOwn, folder.lock(.exclusive) == .taken,
                let files = try? folder.names(),
                files.allSatisfy({ $0.hasPrefix(tapeName) && folder.size(of: $0) != nil })
            else { continue }
            for file in files { unlinkat(folder.descriptor, file, 0) }
            unlinkat(above.descriptor, name, AT_REMOVEDIR)
        }
    }
}

extension TemporaryFolder {
    /// Where the user wants temporary files.
    /// - Parameter large: whether what comes into it may need more room than memory has: `/tmp` may be memory.
    package static func make(large: Bool = false) throws(TapeError) -> TemporaryFolder {
        try TemporaryFolder(in: TemporaryPlaces.all(large: large))
    }

    /// What may be in it, and it itself.
    package var temporaryFiles: [String] { TapeFiles.all(of: tape) + TapeFiles.partial(of: tape) + [path] }
}
