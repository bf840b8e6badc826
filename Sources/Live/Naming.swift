import Events
import Platform

/// Names and moments that a live session gets from its surroundings.
enum Naming {
    package static var guest: String { "guest_" + hex }

    private static var hex: String {
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    static var millisecondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
