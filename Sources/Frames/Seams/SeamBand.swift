import Events

/// The pixels of an overlay by which it can be told for which base frame it was made: the outermost ones, where the mouth
/// does not reach and the picture is that base frame's own.
///
/// A pixel belongs to the band when it is opaque and no more than `width` pixels (in any of eight directions) inside of
/// the picture's edge or of a pixel that is not opaque. Of an opaque overlay that is a frame along its border.
struct SeamBand: Sendable {
    /// A part of a row, in the overlay's own pixels.
    struct Run: Hashable, Sendable {
        let x: Int
        let y: Int
        let count: Int
    }

    let runs: [Run]
    /// Pixels in all runs.
    let count: Int

    /// Alphas from here on are opaque: lossy pictures keep alpha exactly, but encoders may round it.
    private static let opaque: UInt8 = 250

    /// Pixels: a part of the shorter side, at least 4. Wider bands take in more of what moves with the mouth, narrower ones
    /// have fewer pixels to average the coder's noise over; measured on 192x192, where it gives 8.
    static func width(of size: PixelSize) -> Int { max(4, min(size.width, size.height) / 24) }

    /// - Parameter part: what of the overlay lies on the base frame, in the overlay's pixels; only that is looked at.
    init(of overlay: Picture, within part: PixelRect) {
        let width = Self.width(of: overlay.size)
        let inside = part.intersection(overlay.bounds)
        let runs =
            overlay.isOpaque
            ? Self.frame(of: overlay.size, width, inside) : Self.rim(of: overlay, width, inside)
        self.runs = runs
        count = runs.reduce(0) { $0 + $1.count }
    }

    private static func frame(of size: PixelSize, _ width: Int, _ part: PixelRect) -> [Run] {
        var runs: [Run] = []
        for y in part.minY..<part.maxY {
            if y < width || y >= size.height - width || size.width <= 2 * width {
                runs.append(Run(x: part.minX, y: y, count: part.size.width))
            } else {
                add(part.minX, min(part.maxX, width), y, to: &runs)
                add(max(part.minX, size.width - width), part.maxX, y, to: &runs)
            }
        }
        return runs
    }

    private static func add(_ start: Int, _ end: Int, _ y: Int, to runs: inout [Run]) {
        if end > start { runs.append(Run(x: start, y: y, count: end - start)) }
    }

    /// Depths up to `width` + 1 by two sweeps: each pixel is one deeper than the shallowest of its neighbors.
    private static func rim(of overlay: Picture, _ width: Int, _ part: PixelRect) -> [Run] {
        let (columns, rows) = (overlay.size.width, overlay.size.height)
        var depths = [Int32](repeating: 0, count: columns * rows)
        let deepest = Int32(width + 1)
        for y in 0..<rows {
            for x in 0..<columns where overlay.bytes[(y * columns + x) * 4 + 3] >= opaque {
                var least: Int32 = 0
                if y > 0, x > 0, x < columns - 1 {
                    let above = (y - 1) * columns + x
                    least = min(depths[above - 1], depths[above], depths[above + 1], depths[above + columns - 1])
                }
                depths[y * columns + x] = min(least + 1, deepest)
            }
        }
        for y in (0..<rows).reversed() {
            for x in (0..<columns).reversed() where depths[y * columns + x] > 1 {
                guard y < rows - 1, x > 0, x < columns - 1 else {
                    depths[y * columns + x] = 1
                    continue
                }
                let below = (y + 1) * columns + x
                let least = min(depths[below - 1], depths[below], depths[below + 1], depths[below - columns + 1])
                depths[y * columns + x] = min(depths[y * columns + x], least + 1)
            }
        }
        return runs(in: part) { (1...Int32(width)).contains(depths[$1 * columns + $0]) }
    }

    private static func runs(in part: PixelRect, where isInside: (_ x: Int, _ y: Int) -> Bool) -> [Run] {
        var runs: [Run] = []
        for y in part.minY..<part.maxY {
            var start: Int?
            for x in part.minX..<part.maxX {
                if isInside(x, y) {
                    if start == nil { start = x }
                } else if let from = start {
                    add(from, x, y, to: &runs)
                    start = nil
                }
            }
            if let start { add(start, part.maxX, y, to: &runs) }
        }
        return runs
    }

    /// Mean square of the differences between the overlay and what lies under it, over the red, green and blue of the
    /// band's pixels; `nil` as soon as it is sure to be more than `most`.
    /// - Precondition: `base` covers all of the band: its pixel (0, 0) lies under the overlay's pixel `origin`.
    func meanSquare(_ overlay: Picture, over base: Picture, origin: PixelPoint, most: Double = .infinity) -> Double? {
        guard count > 0 else { return 0 }
        let isOpaque = overlay.isOpaque && base.isOpaque
        let limit = most * Double(count * 3)
        var sum: Int64 = 0
        return overlay.bytes.withUnsafeBufferPointer { above in
            base.bytes.withUnsafeBufferPointer { below in
                for run in runs {
                    let from = (run.y * overlay.size.width + run.x) * 4
                    let to = ((run.y - origin.y) * base.size.width + run.x - origin.x) * 4
                    let upper = UnsafeBufferPointer(rebasing: above[from..<from + run.count * 4])
                    let lower = UnsafeBufferPointer(rebasing: below[to..<to + run.count * 4])
                    sum += Self.squares(upper, lower, isOpaque: isOpaque)
                    if Double(sum) > limit { return nil }
                }
                return Double(sum) / Double(count * 3)
            }
        }
    }

    /// Sum of the squared differences of red, green and blue. Alphas are taken off afterwards, so that the loop is one that
    /// the compiler does several bytes at a time.
    private static func squares(
        _ above: UnsafeBufferPointer<UInt8>, _ below: UnsafeBufferPointer<UInt8>, isOpaque: Bool
    ) -> Int64 {
        var sum: Int64 = 0
        var place = 0
        while place < above.count {
            // Short enough for 32 bits: 4,096 * 65,025.
            let end = min(place + 4_096, above.count)
            var part: Int32 = 0
            for byte in place..<end {
                let difference = Int32(above[byte]) &- Int32(below[byte])
                part = part &+ difference &* difference
            }
            sum += Int64(part)
            place = end
        }
        guard !isOpaque else { return sum }
        for byte in stride(from: 3, to: above.count, by: 4) {
            let difference = Int64(above[byte]) - Int64(below[byte])
            sum -= difference * difference
        }
        return sum
    }
}
