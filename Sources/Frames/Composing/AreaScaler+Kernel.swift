import Events

// The inner loops. Sums of one target pixel, in whole numbers:
//   opaque      row sum   < 65,536 source columns * 65,535          fits UInt32
//   with alpha  row sum   < 2^16 * 2^16 light * 2^8 alpha           fits UInt64
//   both        total     < row sum * 65,536 source rows            fits UInt64
extension AreaScaler {
    /// Computes `part` of the target into `output`, four bytes a pixel.
    ///
    /// With a background: blended color and coverage. Without: straight alpha.
    /// - Precondition: `source` covers `sourceRect(under: part)`; `output` has room for `part`.
    func scale(
        _ source: PixelSource, _ part: PixelRect, into output: UnsafeMutableBufferPointer<UInt8>, rowStride: Int,
        _ background: Color?
    ) {
        let needed = sourceRect(under: part)
        precondition(
            needed.intersection(source.covering) == needed
                && source.pixels.count >= source.covering.size.count * 4
                && output.count >= (part.size.height - 1) * rowStride + part.size.width * 4,
            "a scaled part has its source and its room")
        guard !part.isEmpty, let pixels = source.pixels.baseAddress, let output = output.baseAddress else { return }
        // The crop's corner, which may lie before the data; every row is entered at a column that is there.
        let rect = source.covering
        let offset = (crop.minY - rect.minY) * rect.size.width + crop.minX - rect.minX
        let rows = Rows(corner: pixels + offset * 4, stride: rect.size.width * 4)
        if source.isOpaque {
            scaleOpaque(rows, part, output, rowStride)
        } else {
            scaleWithAlpha(rows, part, output, rowStride, background)
        }
    }

    private struct Rows {
        let corner: UnsafePointer<UInt8>
        let stride: Int
        subscript(line: Int) -> UnsafePointer<UInt8> { corner + line * stride }
    }

    private func scaleOpaque(
        _ source: Rows, _ part: PixelRect, _ output: UnsafeMutablePointer<UInt8>, _ rowStride: Int
    ) {
        let division = ExactDivision(by: UInt64(crop.size.width) * UInt64(crop.size.height))
        sumRows(source, part, channels: 3, Self.sumOpaque) { totals, y in
            Self.encodeOpaque(totals, division, output + y * rowStride, count: part.size.width)
        }
    }

    private func scaleWithAlpha(
        _ source: Rows, _ part: PixelRect, _ output: UnsafeMutablePointer<UInt8>, _ rowStride: Int,
        _ background: Color?
    ) {
        let area = UInt64(crop.size.width) * UInt64(crop.size.height)
        sumRows(source, part, channels: 4, Self.sumWithAlpha) { totals, y in
            let target = output + y * rowStride
            if let background {
                Self.encode(totals, area, over: background, target, count: part.size.width)
            } else {
                Self.encodeStraight(totals, area, target, count: part.size.width)
            }
        }
    }

    /// For each row of `part`, hands the sums over all source pixels under each of its pixels to `encode`.
    @inline(__always)
    private func sumRows<Sum: FixedWidthInteger>(
        _ source: Rows, _ part: PixelRect, channels: Int,
        _ sumColumns: (
            UnsafePointer<UInt8>, UnsafeMutableBufferPointer<AxisSpan>, UnsafeMutableBufferPointer<Sum>
        ) -> Void,
        _ encode: (UnsafeMutableBufferPointer<UInt64>, _ y: Int) -> Void
    ) {
        let count = part.size.width * channels
        withScratch(part, sums: Sum.self) { columns, rowSums, totals in
            var summedRow = -1
            for y in 0..<part.size.height {
                let span = row(part.minY + y)
                for index in 0..<count { totals[index] = 0 }
                for line in span.first...span.last {
                    // The last row of one pixel is often the first of the next.
                    if line != summedRow {
                        sumColumns(source[line], columns, rowSums)
                        summedRow = line
                    }
                    let weight = UInt64(span.weight(of: line))
                    for index in 0..<count { totals[index] &+= UInt64(rowSums[index]) &* weight }
                }
                encode(totals, y)
            }
        }
    }

    private func withScratch<Sum: FixedWidthInteger>(
        _ part: PixelRect, sums: Sum.Type,
        _ body: (
            UnsafeMutableBufferPointer<AxisSpan>, UnsafeMutableBufferPointer<Sum>, UnsafeMutableBufferPointer<UInt64>
        ) -> Void
    ) {
        let width = part.size.width
        withUnsafeTemporaryAllocation(of: AxisSpan.self, capacity: width) { columns in
            withUnsafeTemporaryAllocation(of: Sum.self, capacity: width * 4) { rowSums in
                withUnsafeTemporaryAllocation(of: UInt64.self, capacity: width * 4) { totals in
                    for x in 0..<width { columns.initializeElement(at: x, to: column(part.minX + x)) }
                    rowSums.initialize(repeating: 0)
                    totals.initialize(repeating: 0)
                    body(columns, rowSums, totals)
                }
            }
        }
    }

    /// Weighted sums of linear light along one row: three a target pixel.
    private static func sumOpaque(
        _ row: UnsafePointer<UInt8>, _ columns: UnsafeMutableBufferPointer<AxisSpan>,
        _ sums: UnsafeMutableBufferPointer<UInt32>
    ) {
        LinearLight.fromSRGB.withUnsafeBufferPointer { light in
            var sum = 0
            for span in columns {
                var pixel = row + span.first * 4
                var red = UInt32(light[Int(pixel[0])]) &* span.firstWeight
                var green = UInt32(light[Int(pixel[1])]) &* span.firstWeight
                var blue = UInt32(light[Int(pixel[2])]) &* span.firstWeight
                if span.last > span.first {
                    var (reds, greens, blues): (UInt32, UInt32, UInt32) = (0, 0, 0)
                    let last = row + span.last * 4
                    pixel += 4
                    while pixel < last {
                        reds &+= UInt32(light[Int(pixel[0])])
                        greens &+= UInt32(light[Int(pixel[1])])
                        blues &+= UInt32(light[Int(pixel[2])])
                        pixel += 4
                    }
                    red &+= reds &* span.middleWeight &+ UInt32(light[Int(last[0])]) &* span.lastWeight
                    green &+= greens &* span.middleWeight &+ UInt32(light[Int(last[1])]) &* span.lastWeight
                    blue &+= blues &* span.middleWeight &+ UInt32(light[Int(last[2])]) &* span.lastWeight
                }
                sums[sum] = red
                sums[sum + 1] = green
                sums[sum + 2] = blue
                sum += 3
            }
        }
    }

    /// Weighted sums of linear light times alpha, and of alpha, along one row: four a target pixel.
    private static func sumWithAlpha(
        _ row: UnsafePointer<UInt8>, _ columns: UnsafeMutableBufferPointer<AxisSpan>,
        _ sums: UnsafeMutableBufferPointer<UInt64>
    ) {
        LinearLight.fromSRGB.withUnsafeBufferPointer { light in
            var sum = 0
            for span in columns {
                var (red, green, blue, alpha): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
                for x in span.first...span.last {
                    let pixel = row + x * 4
                    let share = UInt64(pixel[3]) &* UInt64(span.weight(of: x))
                    red &+= UInt64(light[Int(pixel[0])]) &* share
                    green &+= UInt64(light[Int(pixel[1])]) &* share
                    blue &+= UInt64(light[Int(pixel[2])]) &* share
                    alpha &+= share
                }
                sums[sum] = red
                sums[sum + 1] = green
                sums[sum + 2] = blue
                sums[sum + 3] = alpha
                sum += 4
            }
        }
    }

    private static func encodeOpaque(
        _ totals: UnsafeMutableBufferPointer<UInt64>, _ division: ExactDivision, _ target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        LinearLight.toSRGB.withUnsafeBufferPointer { encoded in
            for x in 0..<count {
                target[x * 4] = encoded[division.rounded(totals[x * 3])]
                target[x * 4 + 1] = encoded[division.rounded(totals[x * 3 + 1])]
                target[x * 4 + 2] = encoded[division.rounded(totals[x * 3 + 2])]
                target[x * 4 + 3] = 255
            }
        }
    }

    private static func encode(
        _ totals: UnsafeMutableBufferPointer<UInt64>, _ area: UInt64, over background: Color,
        _ target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let channels = [background.red, background.green, background.blue].map { UInt64(LinearLight.fromSRGB[Int($0)]) }
        let whole = area * 255
        for x in 0..<count {
            let alpha = totals[x * 4 + 3]
            for channel in 0..<3 {
                let light = totals[x * 4 + channel] + channels[channel] * (whole - alpha)
                target[x * 4 + channel] = LinearLight.toSRGB[Int((light + whole / 2) / whole)]
            }
            target[x * 4 + 3] = UInt8((alpha + area / 2) / area)
        }
    }

    private static func encodeStraight(
        _ totals: UnsafeMutableBufferPointer<UInt64>, _ area: UInt64, _ target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        for x in 0..<count {
            let alpha = totals[x * 4 + 3]
            for channel in 0..<3 {
                let light = alpha == 0 ? 0 : (totals[x * 4 + channel] + alpha / 2) / alpha
                target[x * 4 + channel] = LinearLight.toSRGB[Int(light)]
            }
            target[x * 4 + 3] = UInt8((alpha + area / 2) / area)
        }
    }
}

/// Division by a constant, rounded half up: a multiplication and a correction, where a 64-bit division would take
/// longer than all other work on a target pixel.
struct ExactDivision {
    private let divisor: UInt64
    private let half: UInt64
    private let reciprocal: Double

    /// - Precondition: `1...2^32`.
    init(by divisor: UInt64) {
        self.divisor = divisor
        half = divisor / 2
        reciprocal = 1 / Double(divisor)
    }

    /// - Precondition: the quotient is at most 65,535, so the estimate is off by one at most.
    func rounded(_ dividend: UInt64) -> Int {
        let sum = dividend &+ half
        var quotient = UInt64(truncatingIfNeeded: Int64(Double(Int64(truncatingIfNeeded: sum)) * reciprocal))
        let product = quotient &* divisor
        if product > sum {
            quotient &-= 1
        } else if sum &- product >= divisor {
            quotient &+= 1
        }
        return Int(truncatingIfNeeded: quotient)
    }
}
