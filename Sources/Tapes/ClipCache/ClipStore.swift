import Events
import Platform

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
