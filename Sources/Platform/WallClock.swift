/// The time of day, which somebody may set.
package enum WallClock {
    /// Microseconds since 1970, in UTC.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    package static var seconds: Double { Double(microseconds) / 1_000_000 }
}
