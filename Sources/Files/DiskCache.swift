import Events
import Platform
import Synchronization

/// What can be had again, in a folder of the user's, up to a number of bytes: what was used longest ago goes first.
///
///     <path>/<group>/<group>/<name>                             an entry: a file, or a folder of files
///     <path>/<group>/<group>/.<name>.<process>.<number>.new     being written, or left by a process that was killed
///
/// An entry appears under its name when it is complete, and is replaced as a whole. What else has its name, such as a link, counts as
/// absent and is removed. A name that begins with `.` is no entry's. Several processes may use one folder: what is being written is
/// locked, and so may be an entry that somebody has open, which then stays.
///
/// Everything waits for the disk. Nothing is made before the first entry is written, and a folder that cannot be used has no entries.
package final class DiskCache: Sendable {
    package let path: String
    /// Bytes of all entries together.
    package let limit: Int
    package let calls: DiskCalls
    private let depth: Int
    private let mark: String?
    /// Bytes of all entries, or some more; `nil` until they were counted.
    let total = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - depth: how many folders an entry is in, below the cache's own.
    ///   - mark: where entries are folders, the file in each whose time is that of its last use.
    package init(_ path: String, depth: Int, mark: String? = nil, limit: Int, calls: DiskCalls = DiskCalls()) {
        (self.path, self.depth, self.mark, self.limit, self.calls) = (path, depth, mark, max(0, limit), calls)
    }

    /// For what has a stranger's text for a name.
    package static func name(of text: String) -> String { String(contentHash(of: Array(text.utf8)).hex.prefix(32)) }

    package func path(of place: String) -> String { "\(path)/\(place)" }

    // MARK: Looking

    package struct Entry: Sendable {
        /// Below the cache's folder, whose own path may be spelled in several ways.
        package let place: String
        package let path: String
        /// Bytes of all files.
        package let byteCount: Int
        /// Seconds since 1970.
        package let lastUse: Int64

        var isHidden: Bool { FileNames.last(of: place).hasPrefix(".") }
    }

    /// Those used last first.
    package func entries() -> [Entry] {
        var entries: [Entry] = []
        each(removesEmpty: false) { if !$0.isHidden { entries.append($0) } }
        return entries.sorted { ($1.lastUse, $0.path) < ($0.lastUse, $1.path) }
    }

    /// - Parameter visit: called for each entry, and for what is no entry yet or any more, in no order.
    func each(removesEmpty: Bool = true, _ visit: (Entry) -> Void) {
        let root = realPath
        eachGroup(removesEmpty: removesEmpty) { group in
            for name in (try? group.names()) ?? [] {
                let path = "\(group.path)/\(name)"
                let folder = mark == nil ? nil : try? OpenFolder(path)
                guard let count = mark == nil ? group.size(of: name) : folder?.byteCount() else { continue }
                let use = mark.map { folder?.lastChange(of: $0) } ?? group.lastChange(of: name)
                let place = String(path.dropFirst(root.count + 1))
                visit(Entry(place: place, path: path, byteCount: count, lastUse: use ?? 0))
            }
        }
    }

    /// - Parameter visit: called for each folder that entries are in, in no order.
    package func eachGroup(removesEmpty: Bool = false, _ visit: (OpenFolder) -> Void) {
        /// One after the other: thousands of them must not take all descriptors.
        func visitAll(in folder: OpenFolder, _ depth: Int) {
            guard depth > 0 else { return visit(folder) }
            for name in (try? folder.entries()) ?? [] {
                guard let inner = try? folder.folder(named: name) else { continue }
                visitAll(in: inner, depth - 1)
                // Where nothing is left in it.
                if removesEmpty { unlinkat(folder.descriptor, name, AT_REMOVEDIR) }
            }
        }
        if let root = try? OpenFolder(realPath) { visitAll(in: root, depth) }
    }

    /// The user may have put a link in the place of the whole cache, but of no folder within.
    package var realPath: String { OpenFolder.realPath(of: path) }

    /// The folder that an entry is in, to which no link of the cache leads.
    package func group(of place: String) throws(DiskFailure) -> OpenFolder {
        var folder = try OpenFolder(following: path)
        for part in place.split(separator: "/").dropLast() {
            folder = try folder.folder(named: Array(String(part).utf8CString))
        }
        return folder
    }

    package func has(_ place: String) -> Bool { (try? group(of: place))?.size(of: FileNames.last(of: place)) != nil }

    /// - Parameter isUse: whether it then goes later than others.
    /// - Returns: `nil` where it is absent.
    package func open(_ place: String, isUse: Bool = true) -> sending OpenFile? {
        guard let group = try? group(of: place) else { return nil }
        let name = FileNames.last(of: place)
        do throws(RefusedPath) {
            let file = try group.file(below: name)
            if isUse { group.touch(name) }
            return file
        } catch {
            if case .system = error.why {} else { remove(place) }
            return nil
        }
    }

    /// - Parameter limit: of bytes; an entry that has more is removed.
    package func bytes(of place: String, atMost limit: Int, isUse: Bool = true) -> [UInt8]? {
        guard let file = open(place, isUse: isUse) else { return nil }
        if let count = FileStatus(descriptor: file.descriptor)?.byteCount, count <= limit {
            return Descriptor.read(file.descriptor, at: 0, count: count)
        }
        remove(place)
        return nil
    }

    /// - Returns: whether it is kept: not what is larger than the cache may be, and nothing on a disk that is full or cannot be
    ///   written to.
    package func storeBytes(_ bytes: [UInt8], at place: String) -> Bool {
        bytes.count <= limit && store(bytes.count, at: place) { _ in bytes }
    }

    /// Keeps what an open file has, whatever its size; it stands where it stood.
    package func storeFile(_ file: OpenFile, at place: String) -> Bool {
        guard let count = FileStatus(descriptor: file.descriptor)?.byteCount, count <= limit else { return false }
        return store(count, at: place) { Descriptor.read(file.descriptor, at: $0, count: min(1 << 20, count - $0)) }
    }

    /// Opens an entry to which lines are added, also by several processes at a time.
    package func openToAppend(_ place: String) -> sending OpenFile? {
        guard (try? makeGroup(of: place)) != nil else { return nil }
        makeRoom()
        // A pipe would be waited for.
        return OpenFile(path(of: place), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, rights: 0o600)
    }

    /// Whatever has that name; where that cannot be done it stays.
    package func remove(_ place: String) {
        if (try? group(of: place)) != nil { try? takeAway(place) }
    }
}
