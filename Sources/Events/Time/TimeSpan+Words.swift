/// Lengths of time for people.
extension TimeSpan {
    /// Milliseconds, with one decimal where it is not zero: `12.5 ms`.
    package var words: String {
        let tenths = (microseconds.magnitude + 50) / 100
        let sign = microseconds < 0 ? "-" : ""
        return sign + (tenths % 10 == 0 ? String(tenths / 10) : tenths.pointed(before: 1)) + " ms"
    }

    /// What is less than a whole one is cut off.
    package var wholeMilliseconds: Int64 { microseconds / 1_000 }

    /// In seconds, such as `1.08`; 0 for a negative one.
    package var hundredths: String {
        ((max(.zero, self) + .milliseconds(5)).microseconds / 10_000).pointed(before: 2)
    }
}
