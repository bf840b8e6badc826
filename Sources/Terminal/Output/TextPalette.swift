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
        let has256 =
            [.truecolor, .palette256].contains(capabilities.colors.value) && cameo_terminfo_number("colors") >= 256
        for color in TextColor.allCases where color != .plain {
            init_pair(Self.pair(color), Self.number(color, isLight: isLight, has256: has256), -1)
        }
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

    /// Numbers of the palette: of the 256 where there are, darker ones on light ground; else of the first eight.
    private static func number(_ color: TextColor, isLight: Bool, has256: Bool) -> Int16 {
        switch color {
        case .plain: -1
        case .faint: has256 ? (isLight ? 243 : 246) : -1
        case .accent: has256 ? (isLight ? 25 : 75) : 6
        case .good: has256 ? (isLight ? 28 : 114) : 2
        case .warning: has256 ? (isLight ? 130 : 221) : 3
        case .bad: has256 ? (isLight ? 160 : 203) : 1
        case .spoken: has256 ? (isLight ? 166 : 208) : 3
        // On light ground yellow and orange would be one brown.
        case .unspoken: has256 ? (isLight ? 58 : 221) : 3
        case .info: has256 ? (isLight ? 90 : 176) : 5
        }
    }
}
