/// Values by key, at most so many bytes of them together; the longest unused go first.
///
/// Cost: constant for look-up and insertion, apart from pinned values that an eviction passes.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var key: Key
        var value: Value?
        var byteCount: Int
        var isPinned: Bool
        /// Neighbours in order of use, as places in `entries`; -1 at the ends.
        var newer: Int
        var older: Int
    }

    let byteLimit: Int
    private(set) var byteCount = 0
    private var places: [Key: Int] = [:]
    private var entries: [Entry] = []
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    var count: Int { places.count }
    func contains(_ key: Key) -> Bool { places[key] != nil }

    /// The value, which counts as a use of it.
    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place].value
    }

    /// The value without counting as a use.
    func peek(_ key: Key) -> Value? { places[key].flatMap { entries[$0].value } }

    /// Stores a value in place of an older one of this key and keeps that one's pin.
    /// - Returns: `false` when it does not fit beside the pinned values; then nothing is stored under the key.
    mutating func insert(_ value: Value, byteCount size: Int, for key: Key) -> Bool {
        let wasPinned = places[key].map { entries[$0].isPinned } ?? false
        remove(key)
        guard makeRoom(for: size) else { return false }
        let entry = Entry(key: key, value: value, byteCount: size, isPinned: wasPinned, newer: -1, older: -1)
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(entry) } else { entries[place] = entry }
        places[key] = place
        byteCount += size
        link(place)
        return true
    }

    /// A pinned value is not evicted. Returns `false` when there is no such key.
    @discardableResult
    mutating func setPinned(_ isPinned: Bool, _ key: Key) -> Bool {
        guard let place = places[key] else { return false }
        entries[place].isPinned = isPinned
        return true
    }

    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        byteCount -= entries[place].byteCount
        entries[place].value = nil
        free.append(place)
    }

    mutating func removeAll() { self = RecentlyUsed(byteLimit: byteLimit) }

    mutating func removeAll(where isGone: (Key) -> Bool) {
        for key in Array(places.keys) where isGone(key) { remove(key) }
    }

    private mutating func makeRoom(for size: Int) -> Bool {
        guard size <= byteLimit else { return false }
        var place = oldest
        while byteCount > byteLimit - size, place >= 0 {
            let next = entries[place].newer
            if !entries[place].isPinned { remove(entries[place].key) }
            place = next
        }
        return byteCount <= byteLimit - size
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (entries[place].newer, entries[place].older)
        if newer >= 0 { entries[newer].older = older } else { newest = older }
        if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    }

    private mutating func link(_ place: Int) {
        entries[place].newer = -1
        entries[place].older = newest
        if newest >= 0 { entries[newest].newer = place } else { oldest = place }
        newest = place
    }
}
