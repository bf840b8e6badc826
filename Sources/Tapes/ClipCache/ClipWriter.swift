import Events
import Files

/// A clip on its way into the cache. Frames go to disk as they come, in any order; nothing of them stays in memory.
///
/// Until `finish` has returned the clip is not in the cache, whatever happens meanwhile (K50). After the first failure
/// every call fails the same way, and what was written is removed.
///
/// Owner: whoever downloads the clip; not to be shared.
package final class ClipWriter {
    package let name: ClipName
    package let version: String
    /// How many frames there will be; the last announcement counts (N35).
    package var frames: Int

    private let cache: ClipCache
    private let folder: OpenFolder
    private var written: [Int: ClipDescription.Frame] = [:]
    private var byteCount = 0
    private var state = State.open

    private enum State {
        case open
        case failed(ClipCacheError)
        case ended
    }

    private static let longestVersion = 4_096

    init(_ cache: ClipCache, _ name: ClipName, version: String, frames: Int) throws(ClipCacheError) {
        (self.cache, self.name, self.version, self.frames) = (cache, name, version, frames)
        let path = cache.path(of: name)
        guard version.utf8.count <= Self.longestVersion else {
            throw .refused(path: path, reason: "its version is longer than \(Self.longestVersion) bytes")
        }
        try Self.check(count: frames, path)
        do { folder = try cache.files.makeFolder(for: cache.place(of: name)) } catch { throw error.whileWriting }
    }

    deinit { abandon() }

    private static func check(count: Int, _ path: String) throws(ClipCacheError) {
        guard (1...Limits.clipFrames).contains(count) else {
            throw .refused(path: path, reason: "has \(count) frames, expected 1 to \(Limits.clipFrames)")
        }
    }

    /// Indexes that have not come, in order.
    package var missing: [Int] { (0..<max(0, min(frames, Limits.clipFrames))).filter { written[$0] == nil } }

    /// Puts one picture on disk. The same index again replaces it.
    /// - Throws: `ClipCacheError.refused` for an index or a picture beyond the limits, `.noRoom` when the clip alone is
    ///   larger than the cache may be, `.diskFull`, `.unwritable`; an earlier failure.
    package func write(_ bytes: [UInt8], frame index: Int) throws(ClipCacheError) {
        try checkOpen()
        let path = cache.path(of: name)
        guard (0..<Limits.clipFrames).contains(index) else {
            throw .refused(path: path, reason: "frame \(index): expected an index from 0 to \(Limits.clipFrames - 1)")
        }
        guard (1...Limits.messageBytes).contains(bytes.count) else {
            throw .refused(
                path: path, reason: "frame \(index): \(bytes.count) bytes, expected 1 to \(Limits.messageBytes)")
        }
        let kind = ClipPictureKind.sniff(bytes)
        let frame = ClipDescription.Frame(
            kind: kind, payload: Payload(hash: contentHash(of: bytes), byteCount: bytes.count))
        let before = written[index]
        guard before != frame else { return }
        let total = byteCount - (before?.payload.byteCount ?? 0) + bytes.count
        guard total <= cache.files.limit else {
            throw fail(.noRoom(path: path, needed: total, limit: cache.files.limit))
        }
        do {
            if let before, before.kind != kind { try remove(index, before) }
            try cache.files.calls.write(bytes, to: "\(folder.path)/\(ClipDescription.fileName(index, kind))")
        } catch {
            throw fail(error.whileWriting)
        }
        (written[index], byteCount) = (frame, total)
    }

    private func remove(_ index: Int, _ frame: ClipDescription.Frame) throws(DiskFailure) {
        try cache.files.calls.delete("\(folder.path)/\(ClipDescription.fileName(index, frame.kind))")
        byteCount -= frame.payload.byteCount
        written[index] = nil
    }

    /// Makes the clip one of the cache, in the place of an older version.
    /// - Throws: `ClipCacheError.incomplete` while frames are missing, after which more may be written; `.noRoom`,
    ///   `.diskFull`, `.unwritable`; an earlier failure.
    package func finish() throws(ClipCacheError) -> CachedClip {
        try checkOpen()
        let path = cache.path(of: name)
        try Self.check(count: frames, path)
        let missing = missing
        guard missing.isEmpty else {
            let named = Array(missing.prefix(ClipCacheError.missingNamed))
            throw .incomplete(path: path, expected: frames, missing: named)
        }
        do {
            return try publish(path)
        } catch {
            throw fail(error)
        }
    }

    private func publish(_ path: String) throws(ClipCacheError) -> CachedClip {
        let (files, place) = (cache.files, cache.place(of: name))
        do throws(DiskFailure) {
            for (index, frame) in written where index >= frames { try remove(index, frame) }
        } catch {
            throw error.whileWriting
        }
        // Before the clip can be seen: the cache is never larger than it may be.
        let needed = files.makeRoom(for: place)
        guard needed <= files.limit else { throw .noRoom(path: path, needed: needed, limit: files.limit) }
        do throws(DiskFailure) {
            let description = ClipDescription(
                backend: cache.backend, agent: cache.agent, clip: name.rawValue, version: version,
                frames: (0..<frames).compactMap { written[$0] })
            // Last of the files, and the folder only then gets its name: no order of sudden ends makes a clip of less.
            try files.calls.write(description.json.utf8, to: "\(folder.path)/\(ClipDescription.fileName)")
            try files.calls.sync(folder.descriptor, folder.path)
            // From here on somebody may read it, and still nobody remove it.
            _ = folder.lock(.shared)
            try files.put(folder.path, at: place)
        } catch {
            throw error.whileWriting
        }
        // It would otherwise be gone after a power cut, which only means that it is downloaded again.
        if let above = try? files.group(of: place) { try? files.calls.sync(above.descriptor, above.path) }
        state = .ended
        return try CachedClip(at: path, cache.all.opened)
    }

    /// Nothing of the clip stays, unless it is finished. Further calls do nothing.
    package func abandon() {
        if case .open = state { removeFiles() }
        state = .ended
    }

    private func checkOpen() throws(ClipCacheError) {
        switch state {
        case .open: return
        case .failed(let error): throw error
        case .ended: throw .closed(path: cache.path(of: name))
        }
    }

    private func fail(_ error: ClipCacheError) -> ClipCacheError {
        if case .open = state { removeFiles() }
        state = .failed(error)
        return error
    }

    private func removeFiles() {
        written = [:]
        try? cache.files.calls.delete(folder.path)
    }
}
