import Testing

@testable import Checks

@Suite struct NameCountsTests {
    private static func counted(_ names: [String], limit: Int) -> NameCounts {
        var counts = NameCounts(limit: limit)
        for name in names { counts.add(name) }
        return counts
    }

    @Test("names are counted in the order in which they came first")
    func order() {
        let counts = Self.counted(["b", "b", "a", "b", "c", "a"], limit: 10)
        #expect(counts.entries.map(\.name) == ["b", "a", "c"] && counts.entries.map(\.count) == [3, 2, 1])
        #expect(counts.others == 0)
    }

    @Test("names beyond the limit are counted together, and those within it go on")
    func limit() {
        let counts = Self.counted(["a", "b", "c", "a", "c", "d", "b", "b"], limit: 2)
        #expect(counts.entries.map(\.name) == ["a", "b"] && counts.entries.map(\.count) == [2, 3])
        #expect(counts.others == 3)
    }

    @Test("a limit of nothing keeps no name, and an empty name is one")
    func edges() {
        #expect(Self.counted(["a", "a"], limit: 0).entries.isEmpty && Self.counted(["a", "a"], limit: 0).others == 2)
        #expect(Self.counted(["", ""], limit: 1).entries.map(\.count) == [2])
    }
}
