import Events
import Testing

@Suite struct ByteTextTests {
    @Test(
        "sizes have one decimal, count in thousands and take the next unit when rounding reaches it",
        arguments: [
            (-5, "0 B"), (0, "0 B"), (999, "999 B"), (1_000, "1.0 KB"), (450_049, "450.0 KB"), (450_050, "450.1 KB"),
            (999_949, "999.9 KB"), (999_950, "1.0 MB"), (3_750_000, "3.8 MB"), (999_949_999, "999.9 MB"),
            (999_950_000, "1.0 GB"), (12_340_000_000, "12.3 GB"), (Int.max, "9223372036.9 GB"),
        ])
    func sizes(bytes: Int, text: String) { #expect(ByteText.size(bytes) == text) }

    @Test("limits in powers of two are called so")
    func limits() {
        #expect(ByteText.mebibytes(64 << 20) == "64 MiB")
        #expect(ByteText.mebibytes(1_000_000) == "0 MiB")
    }
}
