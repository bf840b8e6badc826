import Platform
import Synchronization

extension DiskCache {
    private static let tries = 8
    private static let number = Atomic<Int>(0)

    // MARK: Writing

    /// A name of nobody's: being written, or on its way out. No two of one process are the same.
    /// - Parameter path: of the entry.
    private func hidden(_ path: String, _ ending: String) -> String {
        let number = Self.number.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(FileNames.folder(of: path))/.\(FileNames.last(of: path)).\(getpid()).\(number).\(ending)"
    }

    /// A locked folder that nobody else takes for left over, to be filled and then put in its place.
    package func makeFolder(for place: String) throws(DiskFailure) -> OpenFolder {
        try make(place) { path throws(DiskFailure) in
            try calls.makeFolder(path)
            let folder = try OpenFolder(path)
            return isOurs(folder.descriptor, path) ? folder : nil
        }
    }

    /// Between making and locking it may have been taken for left over, and between opening and locking have got another name.
    private func isOurs(_ descriptor: Int32, _ path: String) -> Bool {
        OpenFolder.lock(.exclusive, descriptor) != .held && OpenFolder.isNamed(path, descriptor)
    }

    private func make<Made>(_ place: String, _ make: (String) throws(DiskFailure) -> Made?) throws(DiskFailure) -> Made
    {
        var failure = DiskFailure(path: FileNames.folder(of: path(of: place)), code: EEXIST)
        for _ in 0..<Self.tries {
            do throws(DiskFailure) {
                try makeGroup(of: place)
                if let made = try make(hidden(path(of: place), "new")) { return made }
            } catch {
                failure = error
                // Somebody has removed the group as empty, or has the name already.
                guard error.code == ENOENT || error.code == EEXIST else { break }
            }
        }
        throw failure
    }

    func makeGroup(of place: String) throws(DiskFailure) {
        try PrivateFolder.makeAll(FileNames.folder(of: path(of: place)), calls.makeFolder)
        _ = try group(of: place)
    }

    /// - Parameter piece: what stands from a byte on.
    func store(_ count: Int, at place: String, _ piece: (Int) -> [UInt8]?) -> Bool {
        let made = try? make(place) { path throws(DiskFailure) in
            let file = try calls.makeFile(path)
            return isOurs(file.descriptor, path) ? (file, path) : nil
        }
        guard let (file, path) = made else { return false }
        do throws(DiskFailure) {
            var done = 0
            while done < count, let bytes = piece(done), !bytes.isEmpty {
                try calls.write(bytes, to: file, path)
                done += bytes.count
            }
            guard done == count, hasRoom(for: count, at: place) else { throw DiskFailure(path: path, code: EFBIG) }
            try put(path, at: place)
        } catch {
            try? calls.delete(path)
            return false
        }
        // What is written last may fail only now: over a quota, or on a disk behind a network.
        let isWhole = file.close()
        if !isWhole { remove(place) }
        return isWhole
    }

    /// Gives what is complete its name, in the place of what has it. Of two processes that do that at the same time the last one stays.
    package func put(_ made: String, at place: String) throws(DiskFailure) {
        for attempt in 1...Self.tries {
            do throws(DiskFailure) {
                return try calls.move(made, to: path(of: place))
            } catch {
                let isTaken = [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(error.code)
                guard isTaken, attempt < Self.tries else { throw error }
                try takeAway(place)
            }
        }
    }

    /// Takes what has an entry's name out of the way, and removes it unless somebody has it open, for whom it stays until he has ended.
    func takeAway(_ place: String) throws(DiskFailure) {
        let away = hidden(path(of: place), "old")
        do throws(DiskFailure) {
            try calls.move(path(of: place), to: away)
            _ = removeUnused(away, after: 0)
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }

    // MARK: Room

    /// For a file of that many bytes, written and not yet in its place. The others are looked at only where it may be too much.
    private func hasRoom(for bytes: Int, at place: String) -> Bool {
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
    private func removeUnused(_ path: String, after seconds: Int64 = 86_400) -> Bool {
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
