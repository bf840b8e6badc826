/// Cells of the last frame in a palette, so that a still picture is not quantized again and again.
struct QuantizedCells: Sendable {
    /// Pixels as `Quantizer.pair` gives them, and the cells that they became; both empty until a palette needs them.
    private var pixels: [UInt64] = []
    private var cells: [UInt64] = []

    /// Replaces the pixels in `row` by cells, of which the first one is number `start` of `count` in the picture.
    mutating func quantize(
        _ row: UnsafeMutableBufferPointer<UInt64>, start: Int, count: Int,
        with quantize: (UInt64, _ index: Int) -> UInt64
    ) {
        if pixels.count != count {
            pixels = [UInt64](repeating: Cell.unknown.bits, count: count)
            cells = pixels
        }
        for i in 0..<row.count {
            if row[i] != pixels[start + i] {
                pixels[start + i] = row[i]
                cells[start + i] = quantize(row[i], i)
            }
            row[i] = cells[start + i]
        }
    }

    /// For another quantizer or another place of the picture.
    mutating func forget() { self = QuantizedCells() }
}
