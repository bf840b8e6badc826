import Events
import Files
import Platform

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
    private static let tries = 8

    init(_ cache: ClipCache, _ name: ClipName, version: String, frames: Int) throws(ClipCacheError) {
        (self.cache, self.name, self.version, self.frames) = (cache, name, version, frames)
        let path = cache.path(of: name)
        guard version.utf8.count <= Self.longestVersion else {
            throw .refused(path: path, reason: "its version is longer than \(Self.longestVersion) bytes")
        }
        try Self.check(count: frames, path)
        folder = try Self.makeFolder(cache, name)
    }

    deinit { abandon() }

    private static func check(count: Int, _ path: String) throws(ClipCacheError) {
        guard (1...Limits.clipFrames).contains(count) else {
            throw .refused(path: path, reason: "has \(count) frames, expected 1 to \(Limits.clipFrames)")
        }
    }

    private static func newPath(_ cache: ClipCache, _ name: ClipName, _ ending: String) -> String {
        cache.agentFolder + "/" + ClipFolderName.hidden(ClipFolderName.of(name.rawValue), ending)
    }

    /// A locked folder that nobody else takes for left over.
    private static func makeFolder(_ cache: ClipCache, _ name: ClipName) throws(ClipCacheError) -> OpenFolder {
        var failure = DiskFailure(path: cache.agentFolder, code: EEXIST)
        for _ in 0..<tries {
            let path = newPath(cache, name, "new")
            do {
                try cache.disk.makeFolders(cache.agentFolder)
                try cache.disk.makeFolder(path)
                let folder = try OpenFolder(path)
                // Between making and locking it may have been taken for left over.
                if folder.lock(.exclusive) != .held, folder.isNamed(path) { return folder }
            } catch {
                failure = error
                // Somebody has removed the agent's folder as empty, or has the name already.
                guard error.code == ENOENT || error.code == EEXIST else { break }
            }
        }
        throw failure.whileWriting
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
        guard total <= cache.sizeLimit else {
            throw fail(.noRoom(path: path, needed: total, limit: cache.sizeLimit))
        }
        do {
            if let before, before.kind != kind { try remove(index, before) }
            try cache.disk.write(bytes, to: "\(folder.path)/\(ClipDescription.fileName(index, kind))")
        } catch {
            throw fail(error.whileWriting)
        }
        (written[index], byteCount) = (frame, total)
    }

    private func remove(_ index: Int, _ frame: ClipDescription.Frame) throws(DiskFailure) {
        let path = "\(folder.path)/\(ClipDescription.fileName(index, frame.kind))"
        try cache.disk.check(.remove(path))
        guard unlink(path) == 0 else { throw DiskFailure(path: path, code: errno) }
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
        do {
            for (index, frame) in written where index >= frames { try remove(index, frame) }
            let description = ClipDescription(
                backend: cache.backend, agent: cache.agent, clip: name.rawValue, version: version,
                frames: (0..<frames).compactMap { written[$0] })
            // Before the clip can be seen: the cache is never larger than it may be.
            try cache.makeRoom(for: path)
            // Last of the files, and the folder only then gets its name: no order of sudden ends makes a clip of less.
            let file = "\(folder.path)/\(ClipDescription.fileName)"
            try cache.disk.write(description.json.utf8, to: file)
            try cache.disk.sync(folder.descriptor, folder.path)
            // From here on somebody may read it, and still nobody remove it.
            _ = folder.lock(.shared)
            try putInPlace(path)
            state = .ended
            return try CachedClip(try OpenFolder(path), cache.disk.opened)
        } catch let failure as DiskFailure {
            throw failure.whileWriting
        } catch let error as ClipCacheError {
            throw error
        } catch {
            throw .unwritable(path: path, reason: "\(error)")
        }
    }

    /// Another process may be putting the same clip there at the same time: the last one stays.
    private func putInPlace(_ path: String) throws(DiskFailure) {
        for attempt in 1...Self.tries {
            do {
                try cache.disk.rename(folder.path, to: path)
                // It would otherwise be gone after a power cut, which only means that it is downloaded again.
                if let above = try? OpenFolder(cache.agentFolder) { try? cache.disk.sync(above.descriptor, above.path) }
                return
            } catch {
                let isTaken = [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(error.code)
                guard isTaken, attempt < Self.tries else { throw error }
                try cache.takeAway(path, to: Self.newPath(cache, name, "old"))
            }
        }
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
        try? cache.disk.empty(folder)
    }
}
