import Events
import Files
import Platform
import Synchronization

/// Downloaded clips of one agent of one backend, on disk (specification 1.12, recommended column).
///
///     <folder>/<backend>/<agent>/<clip>/0000.webp ... clip.json
///
/// A clip's description is written last, and its folder is locked while somebody has it open.
///
/// Everything waits for the disk: `ClipStore` does that on a queue of its own.
package struct ClipCache: Sendable {
    package let backend: String
    package let agent: String
    /// Of all backends.
    let all: ClipCacheFolder

    /// - Parameters:
    ///   - folder: for the clips of all backends; the usual one is `clips` in `UserFolder.cache`.
    ///   - backend: its address, in one spelling: `BackendAddress.httpBase`.
    ///   - sizeLimit: bytes that all backends' clips together may take.
    package init(folder: String, backend: String, agent: String, sizeLimit: Int = Limits.clipCacheBytes) {
        self.init(ClipCacheFolder(folder, limit: sizeLimit), backend: backend, agent: agent)
    }

    init(_ all: ClipCacheFolder, backend: String, agent: String) {
        (self.all, self.backend, self.agent) = (all, backend, agent)
    }

    var files: DiskCache { all.files }

    func place(of clip: ClipName) -> String {
        [backend, agent, clip.rawValue].map(ClipFolderName.of).joined(separator: "/")
    }

    func path(of clip: ClipName) -> String { files.path(of: place(of: clip)) }

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
            let all = all.entries().compactMap { try? $0.content.get() }
            let own = all.filter { $0.backend == backend && $0.agent == agent }.map { ClipName($0.clip) }
            guard let name = ClipName.idle(among: own), name != .idle else { throw error }
            return try lastKnown(named: name)
        }
    }

    private func open(_ name: ClipName) throws(ClipCacheError) -> CachedClip {
        let path = path(of: name)
        let clip = try CachedClip(at: path, all.opened)
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
            if case .incomplete = error {} else { writers[name] = nil }
            throw error
        }
    }

    package func abandon(_ name: ClipName) { writers.removeValue(forKey: name)?.abandon() }
}
