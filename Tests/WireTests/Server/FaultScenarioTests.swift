import Events
import Testing

@testable import Wire

@Suite("Scenarios of faults")
struct FaultScenarioTests {
    @Test(
        "every name of the table takes what it says it takes, and changes something",
        arguments: FaultScenario.settings.map(\.name))
    func table(name: String) throws {
        let setting = try #require(FaultScenario.setting(name))
        var scenario = FaultScenario()
        let value: FaultValue =
            switch setting.form {
            case .whole, .wholeOrNone, .milliseconds, .millisecondsOrNone: .number(7)
            case .status: .number(503)
            case .share: .number(0.25)
            case .flag: .flag(true)
            case .text: .text("x")
            case .reach: .text("clips")
            }
        try scenario.set(name, value)
        #expect(scenario != FaultScenario())
        let before = scenario
        for wrong in [
            FaultValue.number(-2), .number(1.5), .number(.nan), .number(1e300), .flag(false),
            .text(String(repeating: "é", count: 600)),
        ] {
            if case (.flag, .flag) = (setting.form, wrong) { continue }
            #expect(throws: WireError.self) { try scenario.set(name, wrong) }
        }
        #expect(scenario == before)
    }

    @Test("times are milliseconds up to their limit, and where there may be none, -1 says so")
    func times() throws {
        var scenario = FaultScenario()
        try scenario.set("delay-ms", .number(86_400_000))
        #expect(scenario.delay == .seconds(86_400))
        #expect(throws: WireError.self) { try scenario.set("delay-ms", .number(86_400_001)) }
        #expect(throws: WireError.self) { try scenario.set("delay-ms", .number(-1)) }
        for (number, span, place) in [(0.0, TimeSpan.zero, 0), (7, .milliseconds(7), 7), (-1, nil, nil)]
            as [(Double, TimeSpan?, Int?)]
        {
            try scenario.set("pings-for-ms", .number(number))
            try scenario.set("no-audio", .number(number))
            #expect(scenario.pingsFor == span && scenario.noAudio == place)
        }
    }

    @Test("a status is a final one, and 0 is as usual", arguments: ["post-status", "library-status"])
    func statuses(name: String) throws {
        var scenario = FaultScenario()
        for wrong: Double in [1, 100, 150, 199, 600, -1, 200.5, .nan, .infinity] {
            #expect(throws: WireError.self, "\(wrong)") { try scenario.set(name, .number(wrong)) }
        }
        #expect(scenario == FaultScenario())
        for right: Double in [200, 599] {
            try scenario.set(name, .number(right))
            #expect([scenario.postStatus, scenario.libraryStatus].contains(Int(right)))
        }
        try scenario.set(name, .number(0))
        #expect(scenario == FaultScenario())
    }

    @Test(
        "an error says what a name takes",
        arguments: [
            ("delay-ms", "a whole number from 0 to 86400000"), ("post-delay-ms", "a whole number from 0 to 600000"),
            ("pings-for-ms", "a whole number from -1 to 86400000"), ("no-audio", "a whole number from -1 to 1000000"),
            ("post-status", "0 or a whole number from 200 to 599"),
        ])
    func expected(name: String, expected: String) { #expect(FaultScenario.setting(name)?.expected == expected) }

    @Test("an unknown name is refused with the names that there are")
    func unknown() {
        var scenario = FaultScenario()
        #expect { try scenario.set("dely", .number(1)) } throws: {
            ($0 as? WireError)?.reason.contains("delay-ms") == true
        }
    }

    @Test("what stands in a flag is read as what it looks like")
    func flags() {
        #expect(FaultValue(flag: "true") == .flag(true))
        #expect(FaultValue(flag: "12") == .number(12))
        #expect(FaultValue(flag: "0.5") == .number(0.5))
        #expect(FaultValue(flag: "speech") == .text("speech"))
        #expect(FaultValue(flag: "inf") == .text("inf"))
    }
}
