/// Cells of the last frame in a palette, so that a still picture is not quantised again and again.
struct QuantisedCells: Sendable {
    /// Pixels as `Quantiser.pair` gives them, and the cells that they became; both empty until a palette needs them.
    private var pixels: [UInt64] = []
    private var cells: [UInt64] = []

    /// Replaces the pixels in `row` by cells, of which the first one is number `start` of `count` in the picture.
    mutating func quantise(
        _ row: UnsafeMutableBufferPointer<UInt64>, start: Int, count: Int,
        with quantise: (UInt64, _ index: Int) -> UInt64
    ) {
        if pixels.count != count {
            pixels = [UInt64](repeating: Cell.unknown.bits, count: count)
            cells = pixels
        }
        for i in 0..<row.count {
            if row[i] != pixels[start + i] {
                pixels[start + i] = row[i]
                cells[start + i] = quantise(row[i], i)
            }
            row[i] = cells[start + i]
        }
    }

    /// For another quantiser or another place of the picture.
    mutating func forget() { self = QuantisedCells() }
}
