import Events

/// The radial fade of an overlay's edge (specification 1.9).
///
/// Factor 1 inside a radius of 0.40 of the shorter side, falling linearly to 0.05 at 0.50 of it, 0.05 beyond; radii are
/// from the picture's center to the pixel's center. Factors are fixed point, 32,768 is 1.
struct FeatherMask: Hashable, Sendable {
    static let one: UInt16 = 32_768

    let size: PixelSize
    /// One factor a pixel, row by row; empty for sizes above `tableLimit`, whose factors are computed when used.
    private let table: [UInt16]
    private static let tableLimit = 512 * 512

    init(size: PixelSize) {
        self.size = size
        guard !size.isEmpty, size.width <= Self.tableLimit, size.count <= Self.tableLimit else {
            table = []
            return
        }
        table = [UInt16](unsafeUninitializedCapacity: size.count) { factors, filled in
            for y in 0..<size.height {
                for x in 0..<size.width { factors[y * size.width + x] = Self.factor(x, y, size) }
            }
            filled = size.count
        }
    }

    /// The columns of a row whose factors are 1: nothing below shows through there.
    static func solidRun(ofRow y: Int, in size: PixelSize) -> Range<Int> {
        let side = Double(min(size.width, size.height))
        let down = Double(2 * y + 1 - size.height) / 2
        let square = 0.16 * side * side - down * down
        guard square >= 0 else { return 0..<0 }
        // Rounding may be off by one column.
        var left = max(0, Int((Double(size.width - 1) / 2 - square.squareRoot()).rounded(.down)))
        while left < size.width - left, factor(left, y, size) != one { left += 1 }
        return left < size.width - left ? left..<size.width - left : 0..<0
    }

    /// Cost: a square root for the pixels of the fading ring.
    func factor(x: Int, y: Int) -> UInt16 { Self.factor(x, y, size) }

    /// The factors of a row from column `x` on, `scratch.count` of them; in the table or computed into `scratch`.
    func withRow<Result>(
        _ y: Int, from x: Int, scratch: UnsafeMutableBufferPointer<UInt16>,
        _ body: (UnsafeBufferPointer<UInt16>) -> Result
    ) -> Result {
        if !table.isEmpty {
            let start = y * size.width + x
            return table.withUnsafeBufferPointer { body(.init(rebasing: $0[start..<start + scratch.count])) }
        }
        for column in scratch.indices { scratch.initializeElement(at: column, to: factor(x: x + column, y: y)) }
        return body(UnsafeBufferPointer(scratch))
    }

    private static func factor(_ x: Int, _ y: Int, _ size: PixelSize) -> UInt16 {
        let side = Double(min(size.width, size.height))
        let right = Double(2 * x + 1 - size.width) / 2
        let down = Double(2 * y + 1 - size.height) / 2
        let square = right * right + down * down
        if square <= 0.16 * side * side { return one }
        if square >= 0.25 * side * side { return UInt16((0.05 * Double(one)).rounded()) }
        let fade = (square.squareRoot() / side - 0.40) / 0.10
        return UInt16(((1 - 0.95 * fade) * Double(one)).rounded())
    }
}
