import Events
import Files
import Platform
import Synchronization

/// Downloaded clips of one agent of one backend, on disk (specification 1.12, recommended column).
///
///     <folder>/<backend>/<agent>/<clip>/0000.webp ... clip.json
///     <folder>/<backend>/<agent>/.<clip>.<process>.<number>.new/    being written, or left by a process that was killed
///
/// A clip's folder appears under its name when it is complete, its description written last, and is locked while
/// somebody has it open, so that no other process takes it away. A folder that begins with `.` is nobody's clip.
///
/// Everything waits for the disk: `ClipStore` does that on a queue of its own. Nothing is made before the first clip is
/// stored, and a folder that cannot be used is one without clips.
package struct ClipCache: Sendable {
    package let folder: String
    package let backend: String
    package let agent: String
    /// Bytes that all backends' clips together may take.
    package let sizeLimit: Int
    let disk: ClipDisk

    /// - Parameters:
    ///   - folder: for the clips of all backends; the usual one is `clips` in `UserFolder.cache`.
    ///   - backend: its address, in one spelling: `BackendAddress.httpBase`.
    package init(folder: String, backend: String, agent: String, sizeLimit: Int = Limits.clipCacheBytes) {
        self.init(folder: folder, backend: backend, agent: agent, sizeLimit: sizeLimit, disk: ClipDisk())
    }

    init(folder: String, backend: String, agent: String, sizeLimit: Int, disk: ClipDisk) {
        (self.folder, self.backend, self.agent) = (folder, backend, agent)
        (self.sizeLimit, self.disk) = (max(0, sizeLimit), disk)
    }

    var agentFolder: String { "\(folder)/\(ClipFolderName.of(backend))/\(ClipFolderName.of(agent))" }
    func path(of clip: ClipName) -> String { "\(agentFolder)/\(ClipFolderName.of(clip.rawValue))" }

    /// The clip when it is whole: of this version, all pictures there with the right number of bytes, nothing else in
    /// the folder (K45, K50, N37). What is in the pictures is looked at when they are read.
    /// - Throws: `ClipCacheError` with the reason why it counts as absent.
    package func clip(named name: ClipName, version: String, frames: Int) throws(ClipCacheError) -> CachedClip {
        let clip = try open(name)
        let found = clip.description
        guard found.version.utf8.elementsEqual(version.utf8) else {
            throw .otherVersion(path: clip.path, expected: version, found: found.version)
        }
        guard found.frames.count == frames else {
            throw .otherCount(path: clip.path, expected: frames, found: found.frames.count)
        }
        try clip.verify()
        clip.touch()
        return clip
    }

    /// The clip in whatever version it has, for a picture before the backend has been asked. Of its pictures none is
    /// looked at before it is read.
    /// - Throws: `ClipCacheError` with the reason why it counts as absent.
    func lastKnown(named name: ClipName) throws(ClipCacheError) -> CachedClip {
        let clip = try open(name)
        clip.touch()
        return clip
    }

    /// What the avatar idled with, as far as the cache knows: for the first picture.
    /// - Throws: `ClipCacheError` with the reason why there is none.
    package func lastKnownIdle() throws(ClipCacheError) -> CachedClip {
        do throws(ClipCacheError) {
            return try lastKnown(named: .idle)
        } catch {
            let all = ClipCacheFolder(folder, disk).entries().compactMap { try? $0.content.get() }
            let own = all.filter { $0.backend == backend && $0.agent == agent }.map { ClipName($0.clip) }
            guard let name = ClipName.idle(among: own), name != .idle else { throw error }
            return try lastKnown(named: name)
        }
    }

    private func open(_ name: ClipName) throws(ClipCacheError) -> CachedClip {
        let path = path(of: name)
        let folder: OpenFolder
        do { folder = try OpenFolder(path) } catch { throw error.whileReading }
        let clip = try CachedClip(folder, disk.opened)
        // A folder that somebody has put under another name.
        let found = clip.description
        guard found.clip.utf8.elementsEqual(name.rawValue.utf8), found.agent.utf8.elementsEqual(agent.utf8),
            found.backend.utf8.elementsEqual(backend.utf8)
        else { throw .damaged(path: path, reason: "holds another clip, \"\(found.clip)\"") }
        return clip
    }

    /// Begins to put a clip into the cache.
    /// - Parameter frames: how many it is to have; `ClipWriter.frames` may change it.
    /// - Throws: `ClipCacheError.unwritable`, `.diskFull`, `.refused`.
    package func writer(for name: ClipName, version: String, frames: Int) throws(ClipCacheError) -> ClipWriter {
        try ClipWriter(self, name, version: version, frames: frames)
    }
}

/// How many clips are open: each takes a descriptor, of which sockets need some as well.
final class OpenClips: Sendable {
    /// Of this process.
    static let all = OpenClips(most: 256)

    let most: Int
    private let count = Mutex(0)

    init(most: Int) { self.most = most }

    /// - Returns: `false` where it is one too many; it counts until `close()` all the same.
    func open() -> Bool {
        count.withLock { count in
            count += 1
            return count <= most
        }
    }

    func close() { count.withLock { $0 -= 1 } }
}

extension ClipCache {
    /// Makes room for a clip that has been written and is not yet in its place.
    /// - Throws: `ClipCacheError.noRoom` when what is in use takes too much.
    func makeRoom(for path: String) throws(ClipCacheError) {
        let all = ClipCacheFolder(folder, disk)
        all.removeAbandoned()
        let total = all.shrink(to: sizeLimit, keeping: String(path.dropFirst(folder.count + 1)))
        guard total <= sizeLimit else { throw .noRoom(path: path, needed: total, limit: sizeLimit) }
    }

    /// Takes what stands in a clip's place out of the way, and removes it unless somebody has it open, for whom it stays
    /// until he has ended.
    func takeAway(_ path: String, to away: String) throws(DiskFailure) {
        do {
            try disk.rename(path, to: away)
        } catch {
            guard error.code == ENOENT else { throw error }
            return
        }
        guard let folder = try? OpenFolder(away) else {
            unlink(away)
            return
        }
        if folder.lock(.exclusive) != .held { try? disk.empty(folder) }
    }
}

/// A clip cache whose work is done on a queue of its own, so that nobody waits for the disk who has to answer a ping or
/// draw a frame.
///
/// Owner: the connection's side of the app. Clips are written under their names, one version of each at a time.
package actor ClipStore {
    private let cache: ClipCache
    private var writers: [ClipName: ClipWriter] = [:]
    private let executor = BlockingExecutor(name: "cameo.clips", qos: .utility)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ cache: ClipCache) { self.cache = cache }

    /// - Throws: `ClipCacheError` with the reason why the clip counts as absent.
    package func clip(named name: ClipName, version: String, frames: Int) throws(ClipCacheError) -> CachedClip {
        try cache.clip(named: name, version: version, frames: frames)
    }

    /// - Throws: `ClipCacheError` with the reason why the clip counts as absent.
    package func lastKnownIdle() throws(ClipCacheError) -> CachedClip { try cache.lastKnownIdle() }

    /// - Throws: `ClipCacheError` when the picture is not what was written.
    package func bytes(ofFrame index: Int, of clip: CachedClip) throws(ClipCacheError) -> [UInt8] {
        try clip.bytes(ofFrame: index)
    }

    /// Begins a clip; one that was being written under the name is abandoned.
    /// - Throws: `ClipCacheError` when it cannot be stored.
    package func begin(_ name: ClipName, version: String, frames: Int) throws(ClipCacheError) {
        abandon(name)
        writers[name] = try cache.writer(for: name, version: version, frames: frames)
    }

    /// The last announced count holds (N35); without a clip begun nothing happens.
    package func announce(_ frames: Int, of name: ClipName) { writers[name]?.frames = frames }

    /// - Throws: `ClipCacheError`, the first failure also for all later frames of the clip; `.closed` without a clip begun.
    package func write(_ bytes: [UInt8], frame index: Int, of name: ClipName) throws(ClipCacheError) {
        guard let writer = writers[name] else { throw .closed(path: cache.path(of: name)) }
        try writer.write(bytes, frame: index)
    }

    /// - Throws: `ClipCacheError`; after `.incomplete` more may be written, after any other the clip is abandoned.
    package func finish(_ name: ClipName) throws(ClipCacheError) -> CachedClip {
        guard let writer = writers[name] else { throw .closed(path: cache.path(of: name)) }
        do {
            let clip = try writer.finish()
            writers[name] = nil
            return clip
        } catch {
            if case .incomplete = error { throw error }
            writers[name] = nil
            throw error
        }
    }

    package func abandon(_ name: ClipName) { writers.removeValue(forKey: name)?.abandon() }
}
