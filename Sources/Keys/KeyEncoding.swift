/// In which form a program wants its keys.
package struct KeyEncoding: Hashable, Sendable {
    /// Of kitty's keyboard protocol.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue & 31 }
        /// Esc, and keys with Control or Alt, are told apart from all others.
        package static let disambiguates = Flags(rawValue: 1)
        /// Keys that are let go are told, too.
        package static let reportsActions = Flags(rawValue: 2)
        package static let reportsAlternates = Flags(rawValue: 4)
        /// Keys that type something are sequences, too.
        package static let reportsAllKeys = Flags(rawValue: 8)
        package static let reportsText = Flags(rawValue: 16)
    }

    package var flags: Flags = []
    /// DECCKM.
    package var hasApplicationCursor = false
    /// DECNKM.
    package var hasApplicationKeypad = false

    package init(flags: Flags = [], hasApplicationCursor: Bool = false, hasApplicationKeypad: Bool = false) {
        (self.flags, self.hasApplicationCursor, self.hasApplicationKeypad) =
            (flags, hasApplicationCursor, hasApplicationKeypad)
    }

    /// The bytes of a key; none for one that is not told in this form.
    package func bytes(of stroke: KeyStroke) -> [UInt8] {
        flags.isEmpty ? plain(stroke) : Array(telling(stroke).utf8)
    }

    // MARK: As xterm has it

    private func plain(_ stroke: KeyStroke) -> [UInt8] {
        guard !stroke.isIdle else { return [] }
        switch stroke.code {
        case .character: return typed(stroke)
        case .named(let named): return Array(plain(named, stroke.held).utf8)
        case .keypad(let pad):
            if hasApplicationKeypad, let final = pad.final, stroke.held.isEmpty {
                return [0x1B, UInt8(ascii: "O"), final]
            }
            if let named = pad.named { return Array(plain(named, stroke.held).utf8) }
            return pad == .begin ? Array("\u{1B}[E".utf8) : typed(stroke)
        case .other: return []
        }
    }

    private func typed(_ stroke: KeyStroke) -> [UInt8] {
        let escape: [UInt8] = stroke.held.isDisjoint(with: [.alt, .meta]) ? [] : [0x1B]
        if stroke.held.contains(.control), let byte = stroke.controlByte { return escape + [byte] }
        return escape + (stroke.text.isEmpty ? stroke.shown : stroke.text).utf8
    }

    private func plain(_ named: NamedKey, _ held: KeyStroke.Modifiers) -> String {
        let alt = held.isDisjoint(with: [.alt, .meta]) ? "" : "\u{1B}"
        switch named {
        case .enter: return alt + "\r"
        case .escape: return alt + "\u{1B}"
        case .tab: return alt + (held.contains(.shift) ? "\u{1B}[Z" : "\t")
        case .backspace: return alt + (held.contains(.control) ? "\u{8}" : "\u{7F}")
        default: return sequence(of: named, parameter(held.rawValue & 7 | (alt.isEmpty ? 0 : 2), .pressed))
        }
    }

    /// Of a key that has a sequence in any form.
    /// - Parameter modifiers: `nil` for none.
    private func sequence(of named: NamedKey, _ modifiers: String?) -> String {
        // kitty's F3 has a number, since its letter is that of an answer.
        let letter = flags.isEmpty || named != .function(3) ? Self.letters[named] : nil
        if let letter {
            if let modifiers { return "\u{1B}[1;\(modifiers)\(letter)" }
            if case .function = named { return (flags.isEmpty ? "\u{1B}O" : "\u{1B}[") + letter }
            return (hasApplicationCursor && flags.isEmpty ? "\u{1B}O" : "\u{1B}[") + letter
        }
        if let number = Self.numbers[named] { return "\u{1B}[\(number)\(modifiers.map { ";" + $0 } ?? "")~" }
        guard case .function(let number) = named, (13...35).contains(number) else { return "" }
        return "\u{1B}[\(57_363 + number)\(modifiers.map { ";" + $0 } ?? "")u"
    }

    private static let letters = Dictionary(
        uniqueKeysWithValues: KeyStroke.letters.map { ($1, String(Character(Unicode.Scalar($0)))) })
    private static let numbers: [NamedKey: Int] = [
        .insert: 2, .delete: 3, .pageUp: 5, .pageDown: 6, .function(3): 13, .function(5): 15, .function(6): 17,
        .function(7): 18, .function(8): 19, .function(9): 20, .function(10): 21, .function(11): 23, .function(12): 24,
    ]

    /// - Returns: `nil` where it says nothing.
    private func parameter(_ bits: Int, _ action: KeyStroke.Action) -> String? {
        let reported = flags.contains(.reportsActions) && action != .pressed ? ":\(action.rawValue)" : ""
        return bits == 0 && reported.isEmpty ? nil : "\(bits + 1)\(reported)"
    }

    // MARK: As kitty has it

    private func telling(_ stroke: KeyStroke) -> String {
        if stroke.action == .released, !flags.contains(.reportsActions) { return "" }
        let tellsAll = flags.contains(.reportsAllKeys)
        switch stroke.code {
        case .other(let code): return tellsAll ? number(code, stroke) : ""
        case .named(let named):
            let types = [.enter, .tab, .backspace].contains(named)
            if types, stroke.held.isEmpty, !tellsAll {
                return stroke.action == .released ? "" : plain(named, [])
            }
            // Without this flag what is ambiguous stays that.
            let isOwn = types || named == .escape
            if isOwn, flags.isDisjoint(with: [.disambiguates, .reportsAllKeys]) {
                return stroke.action == .released ? "" : plain(named, stroke.held)
            }
            if let code = Self.codes[named] { return number(code, stroke) }
            return sequence(of: named, parameter(stroke.modifiers.rawValue, stroke.action))
        case .keypad(let pad):
            let types = pad.character != nil && stroke.held.isSubset(of: .shift)
            if types, !tellsAll, stroke.action != .released { return stroke.shown }
            return number(pad.rawValue, stroke)
        case .character(let scalar):
            let types = stroke.held.isSubset(of: .shift)
            if !tellsAll, stroke.action != .released {
                if types || flags.isDisjoint(with: .disambiguates) {
                    return String(decoding: typed(stroke), as: UTF8.self)
                }
            }
            return number(scalar.value, stroke)
        }
    }

    private static let codes: [NamedKey: UInt32] = [.escape: 27, .enter: 13, .tab: 9, .backspace: 127]

    private func number(_ code: UInt32, _ stroke: KeyStroke) -> String {
        var text = "\u{1B}[\(code)"
        if flags.contains(.reportsAlternates) {
            let shifted = stroke.held.contains(.shift) ? stroke.shifted : nil
            if let shifted { text += ":\(shifted.value)" }
            if let base = stroke.base { text += (shifted == nil ? "::" : ":") + "\(base.value)" }
        }
        let modifiers = parameter(stroke.modifiers.rawValue, stroke.action)
        let typed = typedText(stroke)
        if modifiers != nil || !typed.isEmpty { text += ";" + (modifiers ?? "") }
        if !typed.isEmpty { text += ";" + typed }
        return text + "u"
    }

    private func typedText(_ stroke: KeyStroke) -> String {
        let wants = flags.isSuperset(of: [.reportsText, .reportsAllKeys]) && stroke.action != .released
        guard wants, stroke.held.isSubset(of: .shift) else { return "" }
        return (stroke.text.isEmpty ? stroke.shown : stroke.text).unicodeScalars.map { String($0.value) }
            .joined(separator: ":")
    }
}
