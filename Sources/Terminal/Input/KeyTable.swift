import CCurses
import Keys

/// ncurses' codes and names of keys.
enum KeyTable {
    static func key(code: Int32) -> Key? {
        switch code {
        case KEY_UP: .named(.up)
        case KEY_DOWN: .named(.down)
        case KEY_LEFT: .named(.left)
        case KEY_RIGHT: .named(.right)
        case KEY_HOME, KEY_FIND, KEY_A1: .named(.home)
        case KEY_END, KEY_SELECT, KEY_C1: .named(.end)
        case KEY_PPAGE, KEY_A3: .named(.pageUp)
        case KEY_NPAGE, KEY_C3: .named(.pageDown)
        case KEY_IC: .named(.insert)
        case KEY_DC: .named(.delete)
        case KEY_BACKSPACE: .named(.backspace)
        case KEY_ENTER: .named(.enter)
        case KEY_BTAB: .named(.tab, .shift)
        case KEY_SR: .named(.up, .shift)
        case KEY_SF: .named(.down, .shift)
        case KEY_SLEFT: .named(.left, .shift)
        case KEY_SRIGHT: .named(.right, .shift)
        case KEY_SHOME: .named(.home, .shift)
        case KEY_SEND: .named(.end, .shift)
        case KEY_SPREVIOUS: .named(.pageUp, .shift)
        case KEY_SNEXT: .named(.pageDown, .shift)
        case KEY_SIC: .named(.insert, .shift)
        case KEY_SDC: .named(.delete, .shift)
        case KEY_F0 + 1...KEY_F0 + 63: .named(.function(Int(code - KEY_F0)))
        default: nil
        }
    }

    /// Extended terminfo names, such as `kUP5`: the digit is 1 + shift + 2 alt + 4 control, none means shift.
    static func key(name: String) -> Key? {
        guard name.first == "k" else { return nil }
        let digit = name.last?.wholeNumberValue
        let stem = digit == nil ? name.dropFirst() : name.dropFirst().dropLast()
        guard let key = stems[String(stem)], 2...8 ~= (digit ?? 2) else { return nil }
        return .named(key, KeyModifiers(rawValue: (digit ?? 2) - 1))
    }

    /// What terminals send whatever their terminfo entry says: cursor keys of the other mode, and the two families of
    /// editing keys.
    static let common: [(String, Int32)] = [
        ("[A", KEY_UP), ("[B", KEY_DOWN), ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("OA", KEY_UP), ("OB", KEY_DOWN),
        ("OC", KEY_RIGHT), ("OD", KEY_LEFT), ("[H", KEY_HOME), ("[F", KEY_END), ("OH", KEY_HOME), ("OF", KEY_END),
        ("[1~", KEY_HOME), ("[4~", KEY_END), ("[7~", KEY_HOME), ("[8~", KEY_END), ("[2~", KEY_IC), ("[3~", KEY_DC),
        ("[5~", KEY_PPAGE), ("[6~", KEY_NPAGE), ("[Z", KEY_BTAB), ("OM", KEY_ENTER),
    ].map { ("\u{1B}" + $0.0, $0.1) }

    private static let stems: [String: NamedKey] = [
        "UP": .up, "DN": .down, "LFT": .left, "RIT": .right, "HOM": .home, "END": .end, "PRV": .pageUp,
        "NXT": .pageDown, "IC": .insert, "DC": .delete,
    ]
}
