import Frames

// Colors of texts. Nothing is mixed: a character has one color and one background, the nearest that there are.
extension Quantizer {
    /// Inks that a pen takes, both the terminal's own where it has no colors.
    func inks(of look: TextLook) -> (foreground: UInt32, background: UInt32) {
        let under = flat(look.background)
        let over = flat(look.foreground)
        return (over == Ink.background.bits ? Pen.defaultForeground : over, under)
    }

    private func flat(_ pixel: UInt32) -> UInt32 {
        guard pixel >> 24 == 0 else { return Ink.background.bits }
        return switch depth {
        case .truecolor: pixel
        case .palette256: Ink.palette256(Self.nearest256(pixel)).bits
        case .palette16: Ink.palette16(SixteenColors.nearest(pixel)).bits
        case .none: Ink.background.bits
        }
    }

    /// Of the fixed part of xterm's palette.
    static func nearest256(_ pixel: UInt32) -> UInt8 {
        let color = Color(rgb: pixel)
        let steps = [color.red, color.green, color.blue].map { nearestStep(Int($0), Palette.cubeLevels) }
        let cube = steps.map { Palette.cubeLevels[$0] }
        let gray = Palette.grays[nearestStep((Int(color.red) + Int(color.green) + Int(color.blue)) / 3, grayValues)]
        let isGray = distance(color, [gray.value, gray.value, gray.value]) < distance(color, cube)
        return isGray ? gray.index : UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    }

    private static let grayValues = Palette.grays.map(\.value)

    private static func nearestStep(_ value: Int, _ steps: [Int]) -> Int {
        steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
    }

    private static func distance(_ color: Color, _ other: [Int]) -> Int {
        Color.distance(Int(color.red) - other[0], Int(color.green) - other[1], Int(color.blue) - other[2])
    }
}
