import Events

/// How the colors of an overlay differ from those of the base frame that it was cut out of: what is the same is the pattern.
package struct SeamTint: Hashable, Sendable {
    /// Mean differences along the border, 255 at most; positive where the overlay has more.
    package let red: Int
    package let green: Int
    package let blue: Int
    /// With red and blue exchanged it would fit.
    package let isExchanged: Bool

    package init(red: Int, green: Int, blue: Int, isExchanged: Bool = false) {
        (self.red, self.green, self.blue, self.isExchanged) = (red, green, blue, isExchanged)
    }

    /// The most that one color differs.
    package var most: Int { max(abs(red), abs(green), abs(blue)) }

    /// From here on a border is seen, of 255. Overlays of the demo and of `say` differ by 0.8 at most.
    static let visible = 10
}

extension SeamBand {
    /// Sums over the band's pixels, from which differences in color and likeness of pattern follow.
    fileprivate struct Sums {
        /// Of red, green and blue.
        var above = (red: 0, green: 0, blue: 0)
        var below = (red: 0, green: 0, blue: 0)
        /// Of all three.
        var squaresAbove = 0
        var squaresBelow = 0
        /// Of colors with the same one below, and with red and blue exchanged.
        var products = 0
        var exchanged = 0
    }

    /// The pattern under an overlay's border has to vary by so much, as standard deviation of the colors, and the overlay's to
    /// correlate with it so well. Mouths in other colors come to 0.98, those that lie six pixels off to 0.85.
    private static let leastSpread = 6.0
    private static let leastCorrelation = 0.95
    /// Exchanged colors fit when the mean square of their difference is at most this, and a quarter of what it is as they are.
    private static let fitting = 144

    /// `nil` where the colors fit, or where it cannot be told whether the overlay shows the same as what lies under it.
    /// - Precondition: as `meanSquare`.
    func tint(_ overlay: Picture, over base: Picture, origin: PixelPoint) -> SeamTint? {
        guard count > 0 else { return nil }
        let sums = sums(overlay, over: base, origin: origin)
        let squares = sums.squaresAbove + sums.squaresBelow
        let (plain, swapped) = (squares - 2 * sums.products, squares - 2 * sums.exchanged)
        let isExchanged = swapped <= Self.fitting * 3 * count && swapped * 4 < plain
        guard isAlike(sums, isExchanged: isExchanged) else { return nil }
        let mean = { (sum: Int) in Int((Double(sum) / Double(count)).rounded()) }
        let tint = SeamTint(
            red: mean(sums.above.red - sums.below.red), green: mean(sums.above.green - sums.below.green),
            blue: mean(sums.above.blue - sums.below.blue), isExchanged: isExchanged)
        return tint.most >= SeamTint.visible ? tint : nil
    }

    /// Pearson's r over all three colors, each less its mean.
    private func isAlike(_ sums: Sums, isExchanged: Bool) -> Bool {
        let (above, count) = (sums.above, Double(count))
        let below =
            isExchanged ? (red: sums.below.blue, green: sums.below.green, blue: sums.below.red) : sums.below
        let means = { (one: (red: Int, green: Int, blue: Int), other: (red: Int, green: Int, blue: Int)) in
            Double(one.red * other.red + one.green * other.green + one.blue * other.blue) / count
        }
        let spreadAbove = Double(sums.squaresAbove) - means(above, above)
        let spreadBelow = Double(sums.squaresBelow) - means(below, below)
        let both = Double(isExchanged ? sums.exchanged : sums.products) - means(above, below)
        return spreadBelow >= 3 * count * Self.leastSpread * Self.leastSpread && spreadAbove > 0
            && both >= Self.leastCorrelation * (spreadAbove * spreadBelow).squareRoot()
    }

    private func sums(_ overlay: Picture, over base: Picture, origin: PixelPoint) -> Sums {
        var sums = Sums()
        overlay.bytes.withUnsafeBufferPointer { above in
            base.bytes.withUnsafeBufferPointer { below in
                for run in runs {
                    let from = (run.y * overlay.size.width + run.x) * 4
                    let to = ((run.y - origin.y) * base.size.width + run.x - origin.x) * 4
                    for place in 0..<run.count { sums.add(above, from + place * 4, below, to + place * 4) }
                }
            }
        }
        return sums
    }
}

extension SeamBand.Sums {
    fileprivate mutating func add(
        _ above: UnsafeBufferPointer<UInt8>, _ from: Int, _ below: UnsafeBufferPointer<UInt8>, _ to: Int
    ) {
        let (red, green, blue) = (Int(above[from]), Int(above[from + 1]), Int(above[from + 2]))
        let (baseRed, baseGreen, baseBlue) = (Int(below[to]), Int(below[to + 1]), Int(below[to + 2]))
        self.above = (self.above.red + red, self.above.green + green, self.above.blue + blue)
        self.below = (self.below.red + baseRed, self.below.green + baseGreen, self.below.blue + baseBlue)
        squaresAbove += red * red + green * green + blue * blue
        squaresBelow += baseRed * baseRed + baseGreen * baseGreen + baseBlue * baseBlue
        products += red * baseRed + green * baseGreen + blue * baseBlue
        exchanged += red * baseBlue + green * baseGreen + blue * baseRed
    }
}
