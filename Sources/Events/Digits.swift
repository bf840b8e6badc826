// Numbers and moments in digits, as they are written wherever people read them.

extension BinaryInteger {
    /// With zeros before it, so that it has at least so many digits; of a number that is not negative.
    package func padded(toDigits count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension Instant {
    /// Seconds and milliseconds, such as `61.004`; what is less than a millisecond is cut off.
    package var inSeconds: String {
        let milliseconds = max(0, microseconds / 1_000)
        return "\(milliseconds / 1_000).\((milliseconds % 1_000).padded(toDigits: 3))"
    }
}
