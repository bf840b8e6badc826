import Foundation
import Support
import Testing

@testable import Files

/// What a cache is to hold, as a dictionary.
private struct ExpectedCache {
    struct Entry {
        var version: Int
        var count: Int
        var use: Int
    }

    let limit: Int
    private(set) var entries: [String: Entry] = [:]

    init(limit: Int) { self.limit = limit }

    var byteCount: Int { entries.values.reduce(0) { $0 + $1.count } }

    mutating func put(_ place: String, _ entry: Entry) -> Bool {
        guard entry.count <= limit else { return false }
        entries[place] = nil
        while byteCount + entry.count > limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
            entries[oldest.key] = nil
        }
        entries[place] = entry
        return true
    }

    mutating func use(_ place: String, at time: Int) -> Entry? {
        entries[place]?.use = time
        return entries[place]
    }

    /// - Returns: how many went.
    mutating func remove(_ isWanted: (String) -> Bool) -> Int {
        let before = entries.count
        entries = entries.filter { !isWanted($0.key) }
        return before - entries.count
    }
}

@Suite("A cache after many calls") struct DiskCacheSequenceTests {
    private static let runs = CacheTrial.Kind.allCases.flatMap { kind in (1...4).map { (kind, UInt64($0)) } }

    @Test("whatever is done with it, it holds what a dictionary would", arguments: runs)
    func sequence(kind: CacheTrial.Kind, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var trial = try CacheTrial(kind, limit: 1_000)
        var expected = ExpectedCache(limit: 1_000)
        let places = ["g", "k"].flatMap { group in (0..<6).map { "\(group)/\($0 % 2)/n\($0)" } }
        for time in 1_000..<1_200 {
            let place = random.pick(places)
            switch random.below(20) {
            case 0..<10:
                let entry = ExpectedCache.Entry(
                    version: time, count: random.pick([0, 2, 90, 250, 400, 1_000, 1_001]), use: time)
                #expect(trial.put(place, version: time, count: entry.count) == expected.put(place, entry))
                if expected.entries[place]?.use == time { trial.setUse(time, of: place) }
            case 10..<14:
                let entry = expected.use(place, at: time)
                #expect(trial.bytes(of: place) == entry.map { CacheTrial.bytes(place, $0.version, $0.count) })
                if entry != nil { trial.setUse(time, of: place) }
            case 14:
                trial.cache.remove(place)
                _ = expected.remove { $0 == place }
            case 15:
                let group = random.pick(["g/", "k/0/", "n"])
                let cleared = trial.cache.clear { $0.hasPrefix(group) }
                #expect(cleared.entries == expected.remove { $0.hasPrefix(group) })
                #expect(cleared.failed == 0 && cleared.inUse == 0)
            case 16: trial.cache.makeRoom()
            case 17: trial = try trial.other()
            default: try leaveOver(place, time, in: trial)
            }
            let found = trial.cache.entries()
            #expect(Set(found.map(\.place)) == Set(expected.entries.keys), "seed \(seed), call \(time)")
            for entry in found { #expect(entry.byteCount == expected.entries[entry.place]?.count) }
            #expect(found.map(\.lastUse) == expected.entries.values.map { Int64($0.use) }.sorted(by: >))
        }
        trial.cache.makeRoom()
        for group in ["g/0", "g/1", "k/0", "k/1"] { #expect(trial.names(in: group).filter { $0.hasPrefix(".") } == []) }
    }

    /// What a process has left that was killed.
    private func leaveOver(_ place: String, _ number: Int, in trial: CacheTrial) throws {
        let parts = place.split(separator: "/")
        let group = trial.cache.path(of: parts.dropLast().joined(separator: "/"))
        let path = "\(group)/.\(parts[2]).99999.\(number).new"
        try FileManager.default.createDirectory(
            atPath: trial.kind == .files ? group : path, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: trial.kind == .files ? path : path + "/a"))
    }
}
