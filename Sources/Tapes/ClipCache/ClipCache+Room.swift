import Files
import Platform

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
