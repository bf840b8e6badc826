/// The time of day, which somebody may set.
package enum WallClock {
    /// Microseconds since 1970, in UTC.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    package static var seconds: Double { Double(microseconds) / 1_000_000 }

    /// The time zone that holds here at a moment, such as `UTC+01:00 (CET)`.
    /// - Parameter seconds: since 1970.
    package static func zone(at seconds: Int64) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        localtime_r(&moment, &parts)
        let minutes = abs(parts.tm_gmtoff) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let offset = "UTC\(parts.tm_gmtoff < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
        return parts.tm_zone.map { "\(offset) (\(String(cString: $0)))" } ?? offset
    }

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
