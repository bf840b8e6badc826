import Events
import Testing

@testable import Wire

@Suite("What goes wrong with answers of a server with books") struct LibraryFaultsTests {
    private func fates(_ settings: [(String, FaultValue)], _ paths: [String]) throws -> [LibraryFaults.Fate] {
        var scenario = FaultScenario()
        for (name, value) in settings { try scenario.set(name, value) }
        var faults = LibraryFaults(scenario)
        return paths.map { faults.next($0) }
    }

    private func five(_ settings: (String, FaultValue)...) throws -> [LibraryFaults.Fate] {
        try fates(settings, Array(repeating: "/a", count: 5))
    }

    @Test("without faults nothing happens")
    func none() throws { #expect(try five() == Array(repeating: LibraryFaults.Fate(), count: 5)) }

    @Test("links are cut after so many answers, at once or inside, so many times")
    func cuts() throws {
        #expect(try five(("drop-after", .number(2))).map(\.ending) == [.whole, .whole, .cut, .whole, .whole])
        #expect(
            try five(("drop-after", .number(1)), ("drops", .number(2)), ("drop-inside", .flag(true))).map(\.ending)
                == [.whole, .cutInside, .cutInside, .whole, .whole])
        #expect(try five(("refuse", .number(2))).map(\.ending) == [.cut, .cut, .whole, .whole, .whole])
        #expect(
            try five(("stall-after", .number(3)), ("stall-ms", .number(9))).map(\.ending)
                == [.whole, .whole, .whole, .stall(.milliseconds(9)), .whole])
    }

    @Test("a status for the first ones, logins forgotten, and a restart")
    func others() throws {
        #expect(
            try five(("library-status", .number(404)), ("library-errors", .number(2))).map { $0.refusal?.status }
                == [404, 404, nil, nil, nil])
        #expect(
            try five(("library-forget-after", .number(2))).map(\.forgetsLogins) == [false, true, false, false, false])
        #expect(try five(("restart-after", .number(2))).map(\.restarts) == [false, true, false, false, false])
        #expect(try five(("library-ignore-ranges", .flag(true))).allSatisfy { $0.ignoresRange && !$0.refusesRange })
        #expect(try five(("library-refuse-ranges", .flag(true))).allSatisfy { $0.refusesRange && !$0.ignoresRange })
    }

    @Test("only those whose paths begin as told are befallen, and counted")
    func path() throws {
        let fates = try fates(
            [("library-path", .text("/b")), ("drop-after", .number(1)), ("delay-ms", .number(7))],
            ["/a", "/b/1", "/a", "/b/2", "/b/3"])
        #expect(fates.map(\.ending) == [.whole, .whole, .whole, .cut, .whole])
        #expect(fates.map(\.delay) == [.zero, .milliseconds(7), .zero, .milliseconds(7), .milliseconds(7)])
    }

    @Test("lots follow from the seed and the number alone")
    func lots() throws {
        let settings: [(String, FaultValue)] = [
            ("corrupt", .number(0.5)), ("corrupt-json", .number(0.5)), ("jitter-ms", .number(100)),
        ]
        let paths = Array(repeating: "/a", count: 200)
        let first = try fates(settings, paths)
        #expect(try fates(settings, paths) == first)
        #expect(try fates(settings + [("seed", .number(2))], paths) != first)
        #expect((60...140).contains(first.count { $0.spoils != nil }))
        let shares = first.compactMap(\.textShare)
        #expect((60...140).contains(shares.count) && shares.allSatisfy { (0..<1).contains($0) })
        #expect(first.allSatisfy { (.zero ... .milliseconds(100)).contains($0.delay) })
        let spoiled = first.compactMap(\.spoils).first?.done(to: [UInt8](repeating: 0, count: 32))
        #expect(spoiled?.count { $0 != 0 } == 2)
    }
}
