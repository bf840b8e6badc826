/// Values by key, as many as cost no more than a limit together, in bytes or whatever they are counted in; the least recently used go
/// first.
///
/// Cost: constant for look-up and insertion, a value that is evicted counted with the insertion of it.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var key: Key
        var value: Value?
        var cost: Int
        /// Neighbors in order of use, as places in `entries`; -1 at the ends.
        var newer: Int
        var older: Int
    }

    package let limit: Int
    package private(set) var cost = 0
    private var places: [Key: Int] = [:]
    private var entries: [Entry] = []
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1

    package init(limit: Int) { self.limit = limit }

    /// The value, which counts as a use of it.
    package mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place].value
    }

    /// The value without counting as a use.
    package func peek(_ key: Key) -> Value? { places[key].flatMap { entries[$0].value } }

    /// Stores a value in place of an older one of this key.
    /// - Returns: `false` when it costs more than the limit; then nothing is stored under the key.
    package mutating func insert(_ value: Value, cost new: Int, for key: Key) -> Bool {
        remove(key)
        guard new <= limit else { return false }
        while cost > limit - new { remove(entries[oldest].key) }
        let entry = Entry(key: key, value: value, cost: new, newer: -1, older: -1)
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(entry) } else { entries[place] = entry }
        places[key] = place
        cost += new
        link(place)
        return true
    }

    @discardableResult package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        cost -= entries[place].cost
        free.append(place)
        return entries[place].value.take()
    }

    package mutating func removeAll() { self = RecentlyUsed(limit: limit) }

    package mutating func removeAll(where isGone: (Key) -> Bool) {
        for key in Array(places.keys) where isGone(key) { remove(key) }
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
