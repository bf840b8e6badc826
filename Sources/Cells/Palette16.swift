import Frames

/// Which of a terminal's sixteen colors, or which two of them side by side, look most like a color.
///
/// The terminal's own palette is not known, so it is what does best on all of `TerminalPalettes` taken together, in OKLab. Yellow,
/// which is brown on one terminal and orange on another, is trusted less than gray, which is gray on all of them.
enum Palette16 {
    /// The number of one of the sixteen at a place with this threshold, 0…63, of `OrderedDither`.
    @inline(__always) static func index(_ pixel: UInt32, _ threshold: Int) -> UInt8 {
        mixes[pixel].index(threshold)
    }

    /// The number of the one that looks most like it, for what cannot be mixed.
    static func nearest(_ pixel: UInt32) -> UInt8 {
        let wanted = Wanted(pixel)
        let best = plain.min { $0.cost(wanted) < $1.cost(wanted) }
        return best?.mix.darker ?? 0
    }

    // MARK: What a mix costs

    /// Against one of lightness. Shape is seen by lightness: a face of the wrong color is a face.
    private static let chromaWeight: Float = 0.5
    /// Of a difference between terminals, against one from the color.
    private static let doubtWeight: Float = 0.5
    /// Of the difference between two neighbors that are mixed: a coarse pattern hides what is drawn with it.
    private static let patternWeight: Float = 0.15
    /// Of color beyond twice what is there, beside `chromaWeight`: red specks on brown are worse than gray ones.
    private static let addedColorWeight: Float = 1.5
    /// What has less color than this is mixed of grays alone: no terminal's cyan is a gray.
    private static let grayChroma: Float = 0.03

    private struct Wanted {
        let color: OKLab
        let chroma: Float
        var isGray: Bool { chroma < grayChroma }

        init(_ pixel: UInt32) { self.init(OKLab(OKLab.light(of: pixel))) }

        init(_ color: OKLab) { (self.color, chroma) = (color, color.chroma) }
    }

    /// A mix with its looks on the average of all terminals.
    private struct Candidate {
        let mix: ColorMix
        private(set) var color = OKLab(.zero)
        private var chroma: Float = 0
        /// What does not depend on the color that is wanted.
        private var fixed: Float = 0
        private let isGray: Bool

        init(_ first: Int, _ second: Int, quarters: Int, brighterLast isRising: Bool) {
            mix =
                isRising
                ? ColorMix(darker: UInt8(first), brighter: UInt8(second), quarters: UInt8(quarters))
                : ColorMix(darker: UInt8(second), brighter: UInt8(first), quarters: UInt8(4 - quarters))
            isGray = [first, second].allSatisfy { [0, 7, 8, 15].contains($0) }
            let share = Float(quarters) / 4
            let looks = lights.map { OKLab($0[first] * (1 - share) + $0[second] * share) }
            func mean(_ value: (OKLab) -> Float) -> Float { looks.reduce(0) { $0 + value($1) } / Float(looks.count) }
            (color.lightness, color.a, color.b) = (mean(\.lightness), mean(\.a), mean(\.b))
            chroma = color.chroma
            let middle = color
            let doubt = mean { square($0.lightness - middle.lightness) + chromaWeight * $0.colorDistance(to: middle) }
            let pattern = lights.reduce(Float(0)) {
                let (one, other) = (OKLab($1[first]), OKLab($1[second]))
                return $0 + one.distance(to: other)
            }
            fixed = doubtWeight * doubt + patternWeight * 4 * share * (1 - share) * pattern / Float(lights.count)
        }

        @inline(__always) func cost(_ wanted: Wanted) -> Float {
            if wanted.isGray, !isGray { return .infinity }
            let added = square(max(0, chroma - 2 * wanted.chroma))
            return square(color.lightness - wanted.color.lightness) + chromaWeight
                * color.colorDistance(to: wanted.color)
                + addedColorWeight * added + fixed
        }
    }

    @inline(__always) private static func square(_ value: Float) -> Float { value * value }

    // MARK: Tables

    /// Linear light of each terminal's sixteen.
    private static let lights = TerminalPalettes.all.map { $0.map(OKLab.light) }

    private static let plain = (0..<16).map { Candidate($0, $0, quarters: 0, brighterLast: true) }

    /// Without those that another one beats at their own color.
    private static let candidates: [Candidate] = {
        var all = plain
        for first in 0..<16 {
            for second in first + 1..<16 {
                let isRising = plain[first].color.lightness <= plain[second].color.lightness
                all += (1...3).map { Candidate(first, second, quarters: $0, brighterLast: isRising) }
            }
        }
        return all.filter { candidate in
            let (wanted, cost) = (Wanted(candidate.color), candidate.cost(Wanted(candidate.color)))
            return all.allSatisfy { $0.cost(wanted) >= cost }
        }
    }()

    private static let mixes = MixTable { pixel in
        let wanted = Wanted(pixel)
        return candidates.min { $0.cost(wanted) < $1.cost(wanted) }?.mix ?? plain[0].mix
    }
}
