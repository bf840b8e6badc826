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
