/// How often each name came, in the order in which they came first. Names beyond the limit are counted together.
package struct NameCounts: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var count: Int
    }

    package private(set) var entries: [Entry] = []
    /// Of all names that are not among the entries.
    package private(set) var others = 0
    private let limit: Int
    private var places: [String: Int] = [:]
    private var latest = 0

    package init(limit: Int) { self.limit = limit }

    package mutating func add(_ name: String) {
        // The same name comes many times in a row.
        if latest < entries.count, entries[latest].name == name {
            entries[latest].count += 1
        } else if let place = places[name] {
            entries[place].count += 1
            latest = place
        } else if entries.count < limit {
            latest = entries.count
            places[name] = latest
            entries.append(Entry(name: name, count: 1))
        } else {
            others += 1
        }
    }
}
