// Numbers and moments in digits, as they are written wherever people read them.

extension BinaryInteger {
    /// With zeros before it, so that it has at least so many digits; of a number that is not negative.
    package func padded(toDigits count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// With a comma before each three of its last digits: `65,536`; of a number that is not negative.
    package var grouped: String {
        let digits = String(self)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// With a point before its last digits, at least one before it: `1004.pointed(before: 3)` is `1.004`; of a number that is not
    /// negative.
    package func pointed(before count: Int) -> String {
        let digits = padded(toDigits: count + 1)
        return "\(digits.dropLast(count)).\(digits.suffix(count))"
    }
}

extension Double {
    /// Rounded to so many decimals, from 0 to 10^12; not-a-number is 0.
    package func fixed(_ decimals: Int) -> String {
        let parts = (0..<decimals).reduce(Double(1)) { parts, _ in parts * 10 }
        return Int64((self > 0 ? min(self, 1e12) * parts : 0).rounded()).pointed(before: decimals)
    }

    /// The shortest digits that are read as this number, without an exponent: `0.000007`.
    package var withoutExponent: String {
        let parts = description.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return description }
        let (sign, digits) = (self < 0 ? "-" : "", parts[0].filter { $0 != "." && $0 != "-" })
        return exponent < 0
            ? "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
            : sign + digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    }
}

extension Instant {
    /// Seconds and milliseconds, such as `61.004`; what is less than a millisecond is cut off.
    package var inSeconds: String { max(0, microseconds / 1_000).pointed(before: 3) }
}

extension TimeSpan {
    /// The same of a place in a file.
    package var inSeconds: String { (Instant.zero + self).inSeconds }
}

/// Numbers of bytes in words. Everywhere in this program and its pages KB, MB and GB count in thousands; what is a limit in
/// powers of two says so: MiB.
package enum ByteText {
    /// With one decimal from 1,000 on: `999 B`, `1.0 KB`, `3.8 MB`, `12.0 GB`. Less than nothing is nothing.
    package static func size(_ bytes: Int) -> String {
        let bytes = max(0, bytes)
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var tenths = rounded(bytes, 100)
        for unit in ["KB", "MB"] {
            // What rounding would make 1,000.0 is one of the next unit.
            if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            tenths = rounded(bytes, unit == "KB" ? 100_000 : 100_000_000)
        }
        return "\(tenths / 10).\(tenths % 10) GB"
    }

    /// Whole ones, rounded down: `64 MiB`.
    package static func mebibytes(_ bytes: Int) -> String { "\(max(0, bytes) >> 20) MiB" }

    private static func rounded(_ number: Int, _ divisor: Int) -> Int {
        number / divisor + (number % divisor >= divisor / 2 ? 1 : 0)
    }
}

/// `1 tape`, `2 tapes`.
package func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
