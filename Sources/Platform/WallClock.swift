/// The time of day, which somebody may set.
package enum WallClock {
    /// Microseconds since 1970, in UTC.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    package static var seconds: Double { Double(microseconds) / 1_000_000 }

    /// A moment as ISO 8601 writes it, in UTC, such as `2026-03-01T12:00:31Z`.
    /// - Parameter seconds: since 1970.
    /// - Returns: `nil` for one before 1970, or behind the year 9999.
    package static func text(_ seconds: Double) -> String? {
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        var (moment, parts) = (time_t(seconds), tm())
        gmtime_r(&moment, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday].map(two).joined(separator: "-")
        return "\(day)T\([parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":"))Z"
    }
}
