import Events
import Files
import Platform
import Synchronization

/// What lies in the cache's folder, of all backends.
package struct ClipCacheEntry: Sendable {
    package let path: String
    /// Bytes of all files.
    package let byteCount: Int
    /// Seconds since 1970.
    package let lastUse: Int64
    /// What is in it, or why it is nothing.
    package let content: Result<ClipDescription, ClipCacheError>
}

/// All clips of all backends and agents in one folder.
package struct ClipCacheFolder: Sendable {
    package let path: String
    let disk: ClipDisk

    package init(_ path: String) { self.init(path, ClipDisk()) }

    init(_ path: String, _ disk: ClipDisk) { (self.path, self.disk) = (path, disk) }

    /// A folder of an agent in which a clip may be.
    struct Found {
        let folder: OpenFolder
        let agentPath: String
        let name: String
        /// Below the cache's folder, whose own path may be spelled in several ways: `backend/agent/name`.
        let place: String
        /// Being written, or left over: nobody's clip.
        var isHidden: Bool { ClipFolderName.isHidden(name) }
    }

    /// - Parameter visit: called for each folder that a clip may be in, in no order.
    func walk(_ visit: (Found) -> Void) {
        // The user may have put a link in the place of the whole cache, but of no folder within.
        guard let root = try? OpenFolder(realPath) else { return }
        eachFolder(of: root) { backend in
            eachFolder(of: backend) { agent in
                eachFolder(of: agent) { folder in
                    let name = String(folder.path.dropFirst(agent.path.count + 1))
                    let place = String(folder.path.dropFirst(root.path.count + 1))
                    visit(Found(folder: folder, agentPath: agent.path, name: name, place: place))
                }
            }
        }
    }

    private var realPath: String { OpenFolder.realPath(of: path) }

    /// One after the other: thousands of them must not take all descriptors.
    private func eachFolder(of folder: OpenFolder, _ visit: (OpenFolder) -> Void) {
        for name in (try? folder.entries()) ?? [] {
            if let inner = try? folder.folder(named: name) { visit(inner) }
        }
    }

    /// Clips, and what stands where clips do, those used last first.
    package func entries() -> [ClipCacheEntry] {
        var entries: [ClipCacheEntry] = []
        walk { found in
            guard !found.isHidden else { return }
            entries.append(
                ClipCacheEntry(
                    path: found.folder.path, byteCount: found.folder.byteCount(),
                    lastUse: found.folder.lastChange(of: ClipDescription.fileName) ?? 0,
                    content: description(of: found.folder)))
        }
        return entries.sorted { ($1.lastUse, $0.path) < ($0.lastUse, $1.path) }
    }

    private func description(of folder: OpenFolder) -> Result<ClipDescription, ClipCacheError> {
        do throws(ClipCacheError) {
            let clip = try CachedClip(folder, disk.opened)
            try clip.verify()
            return .success(clip.description)
        } catch {
            return .failure(error)
        }
    }

    package struct Cleared: Hashable, Sendable {
        package var clips = 0
        package var byteCount = 0
        /// Left alone, because somebody has them open.
        package var inUse = 0
        /// Left, because they could not be removed.
        package var failed = 0
        /// Why the first of those could not be.
        package var failure: String?
    }

    /// Whether it can be looked into. A folder that is not there holds no clips.
    /// - Throws: `ClipCacheError.damaged` where something else has its place, `.unreadable`.
    package func check() throws(ClipCacheError) {
        do throws(DiskFailure) {
            _ = try OpenFolder(realPath).entries()
        } catch {
            if error.code != ENOENT { throw error.whileReading }
        }
    }

    /// Removes clips that nobody has open, and temporary files.
    /// - Parameter backend: its address; all when `nil`.
    package func clear(backend: String? = nil) -> Cleared {
        removeAbandoned()
        var cleared = Cleared()
        let wanted = backend.map(ClipFolderName.of)
        walk { found in
            guard !found.isHidden else { return }
            let owner = found.agentPath.split(separator: "/").dropLast().last.map(String.init)
            guard wanted == nil || wanted == owner else { return }
            let count = found.folder.byteCount()
            do throws(DiskFailure) {
                if try remove(found) {
                    cleared.clips += 1
                    cleared.byteCount += count
                } else {
                    cleared.inUse += 1
                }
            } catch {
                cleared.failed += 1
                cleared.failure = cleared.failure ?? error.reason
            }
        }
        removeEmptyFolders()
        return cleared
    }

    /// Removes folders of writers that were killed, and of clips that were in use when they were replaced. A folder
    /// belongs to somebody as long as it is locked; where there are no locks, for a day.
    func removeAbandoned() {
        walk { found in
            guard found.isHidden else { return }
            switch found.folder.lock(.exclusive) {
            case .taken: break
            case .held: return
            case .unsupported: guard isOld(found.folder) else { return }
            }
            try? disk.empty(found.folder)
        }
    }

    private static let oldSeconds: Int64 = 86_400

    private func isOld(_ folder: OpenFolder) -> Bool {
        folder.lastChange.map { Int64(time(nil)) - $0 > Self.oldSeconds } ?? false
    }

    private func removeEmptyFolders() {
        guard let root = try? OpenFolder(realPath) else { return }
        eachFolder(of: root) { backend in
            eachFolder(of: backend) { rmdir($0.path) }
            rmdir(backend.path)
        }
    }

    /// Removes clips, the least recently used first, until all take at most `limit` bytes.
    /// - Parameter kept: `Found.place` of a clip that is not removed for it: it is about to be replaced.
    /// - Returns: bytes that are there afterwards, without `kept`.
    func shrink(to limit: Int, keeping kept: String) -> Int {
        var total = 0
        var clips: [(path: String, agentPath: String, name: String, lastUse: Int64, count: Int)] = []
        walk { found in
            let count = found.folder.byteCount()
            guard found.place != kept else { return }
            total += count
            guard !found.isHidden else { return }
            let lastUse = found.folder.lastChange(of: ClipDescription.fileName) ?? 0
            clips.append((found.folder.path, found.agentPath, found.name, lastUse, count))
        }
        for clip in clips.sorted(by: { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }) {
            guard total > limit else { break }
            guard let folder = try? OpenFolder(clip.path) else { continue }
            if (try? remove(Found(folder: folder, agentPath: clip.agentPath, name: clip.name, place: ""))) == true {
                total -= clip.count
            }
        }
        return total
    }

    /// - Returns: whether it is gone; not while somebody has it open, or keeps it.
    /// - Throws: why it cannot be removed. What is left of it then is nobody's clip.
    private func remove(_ found: Found) throws(DiskFailure) -> Bool {
        let (folder, path) = (found.folder, found.folder.path)
        guard folder.lock(.exclusive) != .held, folder.isNamed(path) else { return false }
        let away = found.agentPath + "/" + ClipFolderName.hidden(found.name, "old")
        // Out of the way at once: half of a clip is never seen.
        try disk.rename(path, to: away)
        let moved = try OpenFolder(away)
        guard folder.isNamed(away) else {
            // Replaced in this very moment, by somebody who wants to keep it.
            try disk.rename(away, to: path)
            return false
        }
        try disk.empty(moved)
        guard !moved.isNamed(away) else { throw DiskFailure(path: away, code: ENOTEMPTY) }
        return withExtendedLifetime(folder) { true }
    }
}

/// Names of folders for backends, agents and clips, whose own names are strangers' text.
///
/// Small letters, digits, `_`, `-` and inner `.` stay; every other byte becomes `%xx`, so that two names never share a
/// folder, also where the file system does not tell capital letters or forms of accents apart. A long name ends in `~`
/// and its hash. No result is empty, begins with `.` or holds `/`.
enum ClipFolderName {
    private static let longest = 100
    private static let kept = 60

    static func of(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return "%" }
        // Far longer ones are not spelled out first.
        guard bytes.count <= longest else { return shortened(bytes) }
        let name = encoded(bytes[...])
        return name.utf8.count <= longest ? name : shortened(bytes)
    }

    /// One that is no clip's: being written, or on its way out. No two of one process are the same.
    /// - Parameter name: the clip's folder's own.
    static func hidden(_ name: String, _ ending: String) -> String {
        ".\(name).\(getpid()).\(number.wrappingAdd(1, ordering: .relaxed).newValue).\(ending)"
    }

    static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }

    private static let number = Atomic<Int>(0)

    private static func shortened(_ bytes: [UInt8]) -> String {
        encoded(bytes.prefix(kept)).prefix(kept) + "~" + contentHash(of: bytes).hex.prefix(32)
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var name = ""
        for (place, byte) in zip(bytes.indices, bytes) {
            if isPlain(byte) || (byte == UInt8(ascii: ".") && place > bytes.startIndex) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
