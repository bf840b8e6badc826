import Platform
import Synchronization

extension DiskCache {
    private static let tries = 8
    private static let number = Atomic<Int>(0)

    /// A name of nobody's: being written, or on its way out. No two of one process are the same.
    /// - Parameter path: of the entry.
    func hidden(_ path: String, _ ending: String) -> String {
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
    func isOurs(_ descriptor: Int32, _ path: String) -> Bool {
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
}
