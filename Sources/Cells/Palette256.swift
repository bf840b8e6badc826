import Frames

/// Which of xterm's 240 fixed colors, or which two of them side by side, look most like a color.
///
/// The cube has next to nothing between black and 95 of a channel: brown hair that is mixed channel by channel becomes red and olive
/// specks. So two are only mixed where that is worth the pattern, counted in OKLab.
enum Palette256 {
    /// The number of one of them at a place with this threshold, 0…63, of `OrderedDither`.
    @inline(__always) static func index(_ pixel: UInt32, _ threshold: Int) -> UInt8 { mixes[pixel].index(threshold) }

    /// The number of the one that looks most like it, for what cannot be mixed.
    static func nearest(_ pixel: UInt32) -> UInt8 {
        let wanted = OKLab(OKLab.light(of: pixel))
        return colors.min { $0.look.distance(to: wanted) < $1.look.distance(to: wanted) }?.number ?? 16
    }

    private struct Color {
        let number: UInt8
        let light: SIMD3<Float>
        let look: OKLab
    }

    private static let colors = (16...255).map { number in
        let light = OKLab.light(of: Palette.pixel(of: UInt8(number)))
        return Color(number: UInt8(number), light: light, look: OKLab(light))
    }

    /// Of the difference between two neighbors that are mixed: a coarse pattern hides what is drawn with it.
    private static let patternWeight: Float = 0.1
    /// Of the nearest colors so many are tried as pairs: what is far from the color makes no fine pattern with anything.
    private static let tried = 12

    private static let mixes = MixTable { pixel in mix(itself[MixTable.place(of: pixel)] ?? pixel) }

    /// Colors of the palette stay themselves; of two that are looked up together the finer step, which is that of the grays.
    private static let itself = Dictionary(
        colors.map { Palette.pixel(of: $0.number) }.map { (MixTable.place(of: $0), $0) }, uniquingKeysWith: { $1 })

    private static func mix(_ pixel: UInt32) -> ColorMix {
        let wanted = OKLab(OKLab.light(of: pixel))
        let near = nearest(tried, to: wanted)
        var best = (first: near[0], second: near[0], quarters: 0)
        var least = colors[near[0]].look.distance(to: wanted)
        let ordered = near.sorted()
        for (place, first) in ordered.enumerated() {
            for second in ordered[(place + 1)...] {
                let pattern = patternWeight * colors[first].look.distance(to: colors[second].look)
                for quarters in 1...3 {
                    let share = Float(quarters) / 4
                    let look = OKLab(colors[first].light * (1 - share) + colors[second].light * share)
                    // 1 at half and half.
                    let coarseness = quarters == 2 ? Float(1) : 0.75
                    let cost = look.distance(to: wanted) + coarseness * pattern
                    if cost < least { (best, least) = ((first, second, quarters), cost) }
                }
            }
        }
        let (first, second) = (colors[best.first], colors[best.second])
        return first.look.lightness <= second.look.lightness
            ? ColorMix(darker: first.number, brighter: second.number, quarters: UInt8(best.quarters))
            : ColorMix(darker: second.number, brighter: first.number, quarters: UInt8(4 - best.quarters))
    }

    /// Places in `colors`, the nearest first.
    private static func nearest(_ count: Int, to wanted: OKLab) -> [Int] {
        var near: [(distance: Float, place: Int)] = []
        for place in colors.indices {
            let distance = colors[place].look.distance(to: wanted)
            guard near.count < count || distance < near[near.count - 1].distance else { continue }
            if near.count == count { near.removeLast() }
            near.insert((distance, place), at: near.firstIndex { $0.distance > distance } ?? near.count)
        }
        return near.map(\.place)
    }
}
