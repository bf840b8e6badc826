import CCurses
import Cells
import Events

/// What ncurses needs for a text style: attributes and a color pair. Owner: `CursesScreen`, main actor.
@MainActor
struct TextPalette {
    private let hasColors: Bool
    /// A pair for each color but `plain`, which is pair 0.
    private static func pair(_ color: TextColor) -> Int16 { Int16(color.rawValue) }

    /// After `newterm`. The user's own background stays behind all text.
    init(_ capabilities: Capabilities) {
        // alloc_pair and init_pair crash where there are no colors.
        guard capabilities.colors.value != .none, has_colors(), start_color() == OK, use_default_colors() == OK else {
            hasColors = false
            return
        }
        hasColors = true
        let isLight = capabilities.background.value.map(\.isLight) ?? false
        let count = cameo_terminfo_number("colors")
        let has256 = [.truecolor, .palette256].contains(capabilities.colors.value) && count >= 256
        for color in TextColor.allCases where color != .plain {
            let number = Int32(Self.number(color, isLight: isLight, has256: has256))
            init_extended_pair(Int32(Self.pair(color)), count > 256 ? Self.direct(number) : number, -1)
        }
    }

    /// Descriptions of direct color (xterm-direct) take 0xRRGGBB in the place of numbers, but for the first few.
    private static func direct(_ number: Int32) -> Int32 {
        number < 16 ? number : Int32(Palette.pixel(of: UInt8(number)))
    }

    func look(_ style: TextStyle) -> (attributes: attr_t, pair: Int16) {
        var attributes = cameo_attr_normal()
        if style.isBold { attributes |= cameo_attr_bold() }
        if style.isDim { attributes |= cameo_attr_dim() }
        if style.isReverse { attributes |= cameo_attr_reverse() }
        if style.isUnderlined { attributes |= cameo_attr_underline() }
        guard hasColors else {
            // Without colors the two that matter still differ from the rest.
            if style.color == .bad || style.color == .accent { attributes |= cameo_attr_bold() }
            return (attributes, 0)
        }
        return (attributes, Self.pair(style.color))
    }

    /// Numbers of the palette: of the 256 where there are, darker ones on light ground; else of the first eight, of which green, yellow
    /// and cyan cannot be read on light ground.
    private static func number(_ color: TextColor, isLight: Bool, has256: Bool) -> Int16 {
        switch color {
        case .plain: -1
        case .faint: has256 ? (isLight ? 243 : 246) : -1
        case .accent: has256 ? (isLight ? 25 : 75) : (isLight ? 4 : 6)
        case .good: has256 ? (isLight ? 28 : 114) : (isLight ? -1 : 2)
        case .warning: has256 ? (isLight ? 130 : 221) : (isLight ? 5 : 3)
        case .bad: has256 ? (isLight ? 160 : 203) : 1
        case .spoken: has256 ? (isLight ? 166 : 208) : (isLight ? 5 : 3)
        // On light ground yellow and orange would be one brown.
        case .unspoken: has256 ? (isLight ? 58 : 221) : (isLight ? -1 : 3)
        case .info: has256 ? (isLight ? 90 : 176) : 5
        }
    }
}
