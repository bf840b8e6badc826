import BookFolders
import Events
import Files
import Platform
import Playback

/// What `cameo check` is to judge: of a folder its tapes and books, and the folder itself where it is a book.
package enum CheckedFiles {
    /// How much of a folder is looked at.
    struct Bounds {
        var depth = 64
        /// Of tapes and books in it and below it.
        var files = 20_000
        /// Of names in each folder.
        var entries = OpenFolder.mostEntries
    }

    /// Marks lie beside their recording.
    private static let marksEnding = ".marks.ndjson"

    /// - Returns: files in the order in which they are named, those of a folder by their paths. A folder with nothing in it to judge,
    ///   and one below it that cannot be read, stay: that is their result.
    /// - Throws: `CommandError.unusable` for a folder with more in it than is looked at: not all of it would be judged.
    static func expanded(_ names: [String], _ bounds: Bounds = Bounds()) throws(CommandError) -> [String] {
        var found: [String] = []
        for name in names { found += try expanded(name, bounds) }
        return found
    }

    private static func expanded(_ name: String, _ bounds: Bounds) throws(CommandError) -> [String] {
        guard FileStatus(name)?.kind == .folder, let folder = try? OpenFolder(following: name) else { return [name] }
        let root = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
        if (try? JobFolder.open(name))?.player == .reader { return [name] + tapes(in: folder, root) }
        var search = FolderSearch(of: root, bounds)
        try search.look(into: folder, root)
        return search.found.isEmpty ? [name] : search.found
    }

    /// Tapes that lie in a book's folder; in those below it are files of the book.
    private static func tapes(in folder: OpenFolder, _ path: String) -> [String] {
        let names = ((try? folder.entries()) ?? []).map { OpenFolder.text($0) }.filter { !$0.hasPrefix(".") }
        return names.sorted().map { path == "/" ? "/" + $0 : "\(path)/\($0)" }.filter(isTape)
    }

    /// Tapes and books in a folder and below it, and folders there that cannot be read.
    private struct FolderSearch {
        private let root: String
        private let bounds: Bounds
        private(set) var found: [String] = []
        private var depth = 0

        init(of root: String, _ bounds: Bounds) { (self.root, self.bounds) = (root, bounds) }

        /// What hides (`.name`) is passed over; a link to a file is not, one to a folder is.
        mutating func look(into folder: OpenFolder, _ path: String) throws(CommandError) {
            guard depth <= bounds.depth else {
                throw .unusable("\(path): lies more than \(bounds.depth) folders below \(root); check it separately")
            }
            guard let entries = try? folder.entries() else { return found.append(path) }
            guard entries.count < bounds.entries else {
                throw .unusable("\(path): contains \(bounds.entries) files or more; name the tapes in it instead")
            }
            depth += 1
            for entry in entries.map({ (name: OpenFolder.text($0), bytes: $0) }).sorted(by: { $0.name < $1.name })
            where !entry.name.hasPrefix(".") {
                try look(at: entry.bytes, path == "/" ? "/" + entry.name : "\(path)/\(entry.name)", in: folder)
                guard found.count <= bounds.files else {
                    throw .unusable(
                        "\(root): contains more than \(bounds.files) tapes and books; check the folders in it one by one"
                    )
                }
            }
            depth -= 1
        }

        private mutating func look(
            at name: [CChar], _ place: String, in folder: OpenFolder
        ) throws(CommandError) {
            let inner: OpenFolder
            do throws(DiskFailure) { inner = try folder.folder(named: name) } catch {
                // A link to a folder is none to `openat`, and a folder that cannot be read is no file.
                let isUnread = FileStatus(place, followsLinks: false)?.kind == .folder
                if isUnread || CheckedFiles.isTape(place) { found.append(place) }
                return
            }
            let job = try? JobFolder.open(in: inner)
            guard job?.player != .reader else {
                found.append(place)
                found += CheckedFiles.tapes(in: inner, place)
                return
            }
            let before = found.count
            try look(into: inner, place)
            // A film that lies there is no book that could not be read; a job of a film is.
            if let job, job.form != .film, found.count == before { found.append(place) }
        }
    }

    private static func isTape(_ place: String) -> Bool {
        OpenTape.isNamed(place) && !place.lowercased().hasSuffix(marksEnding) && FileStatus(place)?.kind != .folder
    }

    /// Why a folder is nothing that can be judged.
    static func nothing(in folder: String) -> CommandError {
        do throws(DiskFailure) {
            _ = try OpenFolder(following: folder).entries()
        } catch {
            return .unusable("\(folder): cannot be read: \(error.words)")
        }
        return .unusable(
            "\(folder): contains no tape (.cameo, .ndjson) and is not a book; name tapes, or a folder of them")
    }
}
