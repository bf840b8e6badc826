import Events
import Testing

@Suite struct SpanWordsTests {
    @Test("lengths of time are told in milliseconds with a decimal where there is one, and in hundredths of a second")
    func words() {
        #expect(
            [0, 12_000, 12_340, 12_350, -450].map { TimeSpan(microseconds: $0).words }
                == ["0 ms", "12 ms", "12.3 ms", "12.4 ms", "-0.5 ms"])
        let short = [1_084_999, 4_999, 5_000, -1].map { TimeSpan(microseconds: $0).hundredths }
        #expect(short == ["1.08", "0.00", "0.01", "0.00"])
        #expect(
            TimeSpan(microseconds: 1_999).wholeMilliseconds == 1
                && TimeSpan(microseconds: -1_999).wholeMilliseconds == -1)
        #expect(TimeSpan(microseconds: .min).words.hasPrefix("-9223372036854775.8"))
    }
}
