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
        case .palette256: Ink.palette256(XtermColors.nearest(pixel)).bits
        case .palette16: Ink.palette16(SixteenColors.nearest(pixel)).bits
        case .none: Ink.background.bits
        }
    }
}
