/// What happened to a key, with all that terminals tell of it in their longer forms: kitty's `CSI … u`, xterm's modifyOtherKeys,
/// modifiers of cursor keys, and the keypad's codes.
package struct KeyStroke: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// As it is typed without Shift.
        case character(Unicode.Scalar)
        case named(NamedKey)
        case keypad(KeypadKey)
        /// A key of no use here, by kitty's number: modifiers alone, locks, media keys.
        case other(UInt32)
    }

    package enum Action: Int, Hashable, Sendable {
        case pressed = 1
        case repeated, released
    }

    /// Bits of kitty's and xterm's modifier parameter, which is 1 more.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
        package static let superKey = Modifiers(rawValue: 8)
        package static let hyper = Modifiers(rawValue: 16)
        package static let meta = Modifiers(rawValue: 32)
        package static let capsLock = Modifiers(rawValue: 64)
        package static let numLock = Modifiers(rawValue: 128)
        static let locks: Modifiers = [.capsLock, .numLock]
    }

    package var code: Code
    package var modifiers: Modifiers
    package var action = Action.pressed
    /// What Shift makes of the key, and the key in its place on an American keyboard; `nil` where the terminal did not tell.
    package var shifted: Unicode.Scalar?
    package var base: Unicode.Scalar?
    /// What the key types, where the terminal told.
    package var text = ""

    package init(_ code: Code, _ modifiers: Modifiers = []) { (self.code, self.modifiers) = (code, modifiers) }

    /// Modifiers that make another key of it; locks do not.
    var held: Modifiers { modifiers.subtracting(.locks) }

    /// Control and the key of a control character, whatever locks are on.
    package func isControl(_ byte: UInt8) -> Bool { held.subtracting(.shift) == .control && controlByte == byte }

    /// Nothing is done by letting a key go, or by a modifier alone.
    package var isIdle: Bool {
        if case .other = code { return true }
        return action == .released
    }
}

// As a key of ours.
extension KeyStroke {
    /// `nil` for a key that is let go, and for those that nothing here has a use for.
    package var key: Key? {
        guard !isIdle, held.isDisjoint(with: [.superKey, .hyper]) else { return nil }
        switch code {
        case .named(let named): return .named(named, keyModifiers)
        case .keypad(let pad):
            if let named = pad.named { return .named(named, keyModifiers) }
            return pad.character.flatMap { typed($0) }
        case .character(let scalar): return typed(scalar)
        case .other: return nil
        }
    }

    private var keyModifiers: KeyModifiers {
        var modifiers = KeyModifiers(rawValue: held.rawValue & 7)
        if held.contains(.meta) { modifiers.insert(.alt) }
        return modifiers
    }

    private func typed(_ scalar: Unicode.Scalar) -> Key? {
        if held.contains(.control) {
            guard held.isDisjoint(with: [.alt, .meta]), let byte = controlByte else { return nil }
            // Those that have keys of their own are these in the shorter form, and whoever is used to that types them.
            switch byte {
            case 0x1B: return .named(.escape, [])
            case 0x08: return .named(.backspace, [])
            case 0x09: return .named(.tab, [])
            case 0x0A, 0x0D: return .named(.enter, [])
            case 0: return .control("@")
            case 1...26: return .control(Character(Unicode.Scalar(byte + 0x60)))
            default: return .control(Character(Unicode.Scalar(byte + 0x40)))
            }
        }
        if held.contains(.alt) || held.contains(.meta) { return .alt(Character(String(shown))) }
        if text.count == 1, let character = text.first { return .character(character) }
        // Where it is not told what a key types, locks make no other key of it: q quits.
        var unlocked = self
        unlocked.modifiers = held
        return .character(Character(unlocked.shown))
    }

    /// The character that is typed, without Control and Alt.
    var shown: String {
        guard case .character(let scalar) = code else {
            if case .keypad(let pad) = code, let character = pad.character { return String(Character(character)) }
            return ""
        }
        if held.contains(.shift), let shifted { return String(Character(shifted)) }
        let isUpper = held.contains(.shift) != (modifiers.contains(.capsLock) && scalar.properties.isAlphabetic)
        let text = String(Character(scalar))
        // Of some letters two are made, of which no key is.
        let upper = isUpper ? text.uppercased() : text
        return upper.unicodeScalars.count == 1 ? upper : text
    }

    /// What Control makes of it, as terminals have done before they had other forms; `nil` for nothing.
    var controlByte: UInt8? {
        guard case .character(let scalar) = code else { return nil }
        // Of letters that are not Latin the key's place counts.
        let latin = scalar.isASCII ? scalar : base ?? scalar
        let candidates = held.contains(.shift) ? [shifted, latin].compactMap(\.self) : [latin]
        return candidates.compactMap(Self.controlByte).first
    }

    private static func controlByte(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.isASCII else { return nil }
        let byte = UInt8(scalar.value)
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x40...0x5F: return byte & 0x1F
        case UInt8(ascii: " "), UInt8(ascii: "2"): return 0
        case UInt8(ascii: "3")...UInt8(ascii: "7"): return byte - 0x33 + 0x1B
        case UInt8(ascii: "/"): return 0x1F
        case UInt8(ascii: "~"), UInt8(ascii: "`"): return 0x1E
        default: return nil
        }
    }
}

/// A key of the keypad, in the order of kitty's numbers.
package enum KeypadKey: UInt32, Hashable, Sendable, CaseIterable {
    case zero = 57_399
    case one, two, three, four, five, six, seven, eight, nine, point, divide, multiply, subtract, add, enter, equal,
        separator, left, right, up, down, pageUp, pageDown, home, end, insert, delete, begin

    /// The character that is typed with it.
    var character: Unicode.Scalar? {
        switch self {
        case .zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine:
            Unicode.Scalar(0x30 + rawValue - Self.zero.rawValue)
        case .point: "."
        case .divide: "/"
        case .multiply: "*"
        case .subtract: "-"
        case .add: "+"
        case .equal: "="
        case .separator: ","
        default: nil
        }
    }

    /// The key elsewhere on the keyboard that does the same.
    var named: NamedKey? {
        switch self {
        case .enter: .enter
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .home
        case .end: .end
        case .insert: .insert
        case .delete: .delete
        default: nil
        }
    }

    /// The final byte behind SS3, of an application keypad.
    var final: UInt8? {
        switch self {
        case .zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine:
            UInt8(ascii: "p") + UInt8(rawValue - Self.zero.rawValue)
        case .point: UInt8(ascii: "n")
        case .divide: UInt8(ascii: "o")
        case .multiply: UInt8(ascii: "j")
        case .subtract: UInt8(ascii: "m")
        case .add: UInt8(ascii: "k")
        case .separator: UInt8(ascii: "l")
        case .enter: UInt8(ascii: "M")
        case .equal: UInt8(ascii: "X")
        default: nil
        }
    }
}
