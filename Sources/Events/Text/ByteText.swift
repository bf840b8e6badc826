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
