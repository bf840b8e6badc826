import Events
import Testing

@Suite("Numbers in digits")
struct DigitsTests {
    @Test("a number of parts is told with its point, and has a digit before it")
    func pointed() {
        #expect([0, 4, 61_004].map { $0.pointed(before: 3) } == ["0.000", "0.004", "61.004"])
        #expect(UInt64.max.pointed(before: 1) == "1844674407370955161.5")
        #expect(Instant(seconds: 61.004).inSeconds == "61.004" && Instant(microseconds: -5).inSeconds == "0.000")
    }

    @Test("a large number has a comma before each three of its digits")
    func grouped() {
        #expect([0, 999, 1_000, 65_536, 1_234_567].map(\.grouped) == ["0", "999", "1,000", "65,536", "1,234,567"])
    }

    @Test(
        "a fraction is rounded to its decimals, within bounds",
        arguments: [
            (29.94, "29.9"), (29.96, "30.0"), (0.04, "0.0"), (-3, "0.0"), (.nan, "0.0"), (.infinity, "1000000000000.0"),
        ] as [(Double, String)])
    func fixed(value: Double, text: String) { #expect(value.fixed(1) == text) }

    @Test(
        "a number has all its digits and no exponent",
        arguments: [
            (0.000_007, "0.000007"), (-0.000_001_5, "-0.0000015"), (0.04, "0.04"), (3, "3.0"),
            (-2e20, "-200000000000000000000"), (1.25e17, "125000000000000000"), (.infinity, "inf"),
        ] as [(Double, String)])
    func withoutExponent(value: Double, text: String) { #expect(value.withoutExponent == text) }
}
