import Events

/// A few colors that stand for all of some pictures: median cut, then means of what is nearest to each.
///
/// By hand: giflib's own takes one picture a table and is no part of its library any more, libimagequant is under the GPL.
package struct ColorTable: Hashable, Sendable {
    /// At least one.
    package let colors: [Color]
    /// How far a pixel is from its nearest color, in steps of a channel, on average: what dithering has to bridge.
    let meanError: Double

    /// - Parameter limit: of colors, 1…256.
    package init(_ histogram: ColorHistogram, limit: Int) {
        let points = histogram.bins.filter { $0.count > 0 }.map(Point.init)
        guard !points.isEmpty else {
            (colors, meanError) = ([.black], 0)
            return
        }
        var centers = Self.cut(points, into: limit.clamped(to: 1...256))
        var error = 0.0
        for _ in 0..<3 { (centers, error) = Self.refined(centers, points) }
        var seen: Set<Color> = []
        colors = centers.map(\.color).filter { seen.insert($0).inserted }
        meanError = error
    }

    /// A step of the histogram: its mean color and its number of pixels.
    private struct Point {
        var channels: SIMD3<Double>
        var weight: Double

        init(channels: SIMD3<Double>, weight: Double) {
            self.channels = channels
            self.weight = weight
        }

        init(_ bin: ColorHistogram.Bin) {
            weight = Double(bin.count)
            channels = SIMD3(Double(bin.red), Double(bin.green), Double(bin.blue)) / weight
        }

        var color: Color {
            func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
            return Color(byte(channels.x), byte(channels.y), byte(channels.z))
        }
    }

    private static func mean(_ points: [Point]) -> Point {
        let weight = points.reduce(0) { $0 + $1.weight }
        let sum = points.reduce(SIMD3<Double>.zero) { $0 + $1.channels * $1.weight }
        return Point(channels: sum / max(weight, 1), weight: weight)
    }

    // MARK: Median cut

    /// A part of the points, and along which channel it is how wide.
    private struct Box {
        var points: [Point]
        var channel = 0
        /// Weighted square of the spread along that channel.
        var spread = 0.0

        init(_ points: [Point]) {
            self.points = points
            let center = ColorTable.mean(points).channels
            var sum = SIMD3<Double>.zero
            for point in points {
                let distance = point.channels - center
                sum += distance * distance * point.weight
            }
            sum *= Color.sight
            for place in 0..<3 where sum[place] > spread { (channel, spread) = (place, sum[place]) }
        }

        /// `nil` when there is only one color.
        func halves() -> (Box, Box)? {
            guard spread > 0 else { return nil }
            let sorted = points.sorted { $0.channels[channel] < $1.channels[channel] }
            let half = sorted.reduce(0) { $0 + $1.weight } / 2
            var sum = 0.0
            var cut = 1
            for (place, point) in sorted.enumerated() where place < sorted.count - 1 {
                sum += point.weight
                cut = place + 1
                if sum >= half { break }
            }
            return (Box(Array(sorted[..<cut])), Box(Array(sorted[cut...])))
        }
    }

    private static func cut(_ points: [Point], into limit: Int) -> [Point] {
        var boxes = [Box(points)]
        while boxes.count < limit {
            guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
                let (first, second) = boxes[widest].halves()
            else { break }
            boxes[widest] = first
            boxes.append(second)
        }
        return boxes.map { mean($0.points) }
    }

    // MARK: Refining

    /// Means of the points that are nearest to each center, and how far these were on average.
    private static func refined(_ centers: [Point], _ points: [Point]) -> ([Point], Double) {
        var sums = [Point](repeating: Point(channels: .zero, weight: 0), count: centers.count)
        var (error, total) = (0.0, 0.0)
        for point in points {
            var (best, least) = (0, Double.infinity)
            for place in centers.indices {
                let distance = point.channels - centers[place].channels
                let square = (distance * distance * Color.sight).sum()
                if square < least { (best, least) = (place, square) }
            }
            sums[best].channels += point.channels * point.weight
            sums[best].weight += point.weight
            error += least.squareRoot() * point.weight
            total += point.weight
        }
        let means = zip(centers, sums).map { center, sum in
            sum.weight > 0 ? Point(channels: sum.channels / sum.weight, weight: sum.weight) : center
        }
        return (means, error / max(total, 1))
    }
}
