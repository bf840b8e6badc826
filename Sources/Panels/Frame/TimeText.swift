import Events

/// Times and lengths of time in few cells.
enum TimeText {
    /// `1:01`, or `1:15:04` where there are hours.
    static func clock(_ moment: Instant) -> String {
        let seconds = max(0, moment.microseconds / 1_000_000)
        let (minutes, rest) = (seconds / 60, (seconds % 60).padded(toDigits: 2))
        return minutes < 60 ? "\(minutes):\(rest)" : "\(minutes / 60):\((minutes % 60).padded(toDigits: 2)):\(rest)"
    }

    /// Milliseconds with their sign and from 10 s on seconds: `+4`, `-812`, `-12.3s`, `0`.
    static func signed(_ span: TimeSpan) -> String {
        let text = short(span.microseconds.magnitude)
        return text == "0" ? text : sign(span) + text
    }

    private static func sign(_ span: TimeSpan) -> String { span < .zero ? "-" : "+" }

    /// The same for sentences: `+4 ms`, `-12.3 s`, `0 ms`.
    static func signedWords(_ span: TimeSpan) -> String { inWords(signed(span)) }

    /// Milliseconds, from 10 s on seconds, without a sign.
    static func unsigned(_ span: TimeSpan) -> String { short(span.microseconds.magnitude) }

    private static func short(_ microseconds: UInt64) -> String {
        let milliseconds = (microseconds + 500) / 1_000
        if milliseconds < 10_000 { return String(milliseconds) }
        let tenths = (microseconds + 50_000) / 100_000
        return tenths < 10_000 ? "\(tenths.pointed(before: 1))s" : "\((microseconds + 500_000) / 1_000_000)s"
    }

    /// As reasons and findings have it, of the same moments: `812.4 ms`; from 10 s on `12.3 s`.
    static func exactWords(_ span: TimeSpan) -> String {
        span.magnitude < .seconds(10) ? span.magnitude.words : words(span)
    }

    /// The same with its sign: `+0.3 ms`, `-12.3 s`, `0 ms`.
    static func signedExactWords(_ span: TimeSpan) -> String {
        let text = exactWords(span)
        return text == exactWords(.zero) ? text : sign(span) + text
    }

    /// For sentences: `812 ms`, `12.3 s`.
    static func words(_ span: TimeSpan) -> String { inWords(unsigned(span)) }

    private static func inWords(_ text: String) -> String {
        text.last == "s" ? "\(text.dropLast()) s" : "\(text) ms"
    }
}
