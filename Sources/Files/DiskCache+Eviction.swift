import Platform
import Synchronization

extension DiskCache {
    // MARK: Room

    /// For a file of that many bytes, written and not yet in its place. The others are looked at only where it may be too much.
    func hasRoom(for bytes: Int, at place: String) -> Bool {
        total.withLock { total in
            let known = total.map { $0 + bytes } ?? .max
            let taken = known <= limit ? known : makeRoom(for: place)
            total = taken
            return taken <= limit
        }
    }

    /// Removes entries, the least recently used first, until all take at most the limit, and what was left over.
    /// - Parameter place: of an entry that is not removed for it: it is about to be replaced.
    /// - Returns: bytes that are there afterwards, with those that are being written, without what is to be replaced.
    @discardableResult
    package func makeRoom(for place: String? = nil) -> Int {
        var (left, entries): (Int, [Entry]) = (0, [])
        each { entry in
            guard entry.place != place, !isRemoved(entry) else { return }
            left += entry.byteCount
            if !entry.isHidden { entries.append(entry) }
        }
        for entry in entries.sorted(by: { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }) {
            guard left > limit else { break }
            if (try? remove(entry)) == true { left -= entry.byteCount }
        }
        return left
    }

    /// Whether a process was writing it that was killed, or it was in use when it was replaced: then it goes.
    private func isRemoved(_ entry: Entry) -> Bool { entry.isHidden && removeUnused(entry.path) }

    /// Removes what has a hidden name. It belongs to somebody as long as it is locked.
    /// - Parameter seconds: for which it stays where there are no locks.
    /// - Returns: whether it is gone.
    func removeUnused(_ path: String, after seconds: Int64 = 86_400) -> Bool {
        // Of what cannot be opened, such as a link, nobody can have the lock.
        guard let file = opened(path) else { return (try? calls.delete(path)) != nil }
        let locking = OpenFolder.lock(.exclusive, file.descriptor)
        let age = FileStatus(descriptor: file.descriptor).map { Int64(time(nil)) - $0.lastChange } ?? 0
        guard locking == .taken || locking == .unsupported && age >= seconds else { return false }
        // It may have been put in its place meanwhile.
        return OpenFolder.isNamed(path, file.descriptor) && (try? calls.delete(path)) != nil
    }

    /// A file or a folder; a pipe is not waited for.
    private func opened(_ path: String) -> OpenFile? { OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) }

    /// - Returns: whether it is gone; not while somebody has it open, or keeps it.
    /// - Throws: why it cannot be removed. What is left of it then is no entry.
    private func remove(_ entry: Entry) throws(DiskFailure) -> Bool {
        guard let file = opened(entry.path) else { throw DiskFailure(path: entry.path, code: errno) }
        guard isOurs(file.descriptor, entry.path) else { return false }
        // Out of the way at once: half of an entry is never seen.
        let away = hidden(entry.path, "old")
        try calls.move(entry.path, to: away)
        guard OpenFolder.isNamed(away, file.descriptor) else {
            // Replaced in this very moment, by somebody who wants to keep it.
            try calls.move(away, to: entry.path)
            return false
        }
        try calls.delete(away)
        return withExtendedLifetime(file) { true }
    }

    // MARK: Clearing

    package struct Cleared: Hashable, Sendable {
        package var entries = 0
        package var byteCount = 0
        /// Left alone, because somebody has them open.
        package var inUse = 0
        /// Left, because they could not be removed.
        package var failed = 0
        /// Why the first of those could not be.
        package var failure: String?
    }

    /// Removes entries that nobody has open, and what was left over.
    /// - Parameter isWanted: whether an entry in this place is to go.
    package func clear(_ isWanted: (String) -> Bool = { _ in true }) -> Cleared {
        var cleared = Cleared()
        each { entry in
            guard !isRemoved(entry), !entry.isHidden, isWanted(entry.place) else { return }
            do throws(DiskFailure) {
                if try remove(entry) {
                    cleared.entries += 1
                    cleared.byteCount += entry.byteCount
                } else {
                    cleared.inUse += 1
                }
            } catch {
                cleared.failed += 1
                cleared.failure = cleared.failure ?? error.reason
            }
        }
        return cleared
    }
}
