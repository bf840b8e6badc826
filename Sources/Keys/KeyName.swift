/// Keys as people write them: `space`, `q`, `Ctrl-L`, `Alt-x`, `Shift-Left`, `F5`, `PgUp`.
package enum KeyName {
    static let expected =
        "a character, space, Tab, Enter, Esc, Backspace, Left, Right, Up, Down, Home, End, PgUp, PgDn, "
        + "Ins, Del, F1 to F12, with Ctrl-, Alt- or Shift- before it"

    private static let names: [(String, NamedKey)] = [
        ("Backspace", .backspace), ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Left", .left),
        ("Right", .right), ("Up", .up), ("Down", .down), ("Home", .home), ("End", .end), ("PgUp", .pageUp),
        ("PgDn", .pageDown), ("Ins", .insert), ("Del", .delete),
    ]
    private static let prefixes: [(String, KeyModifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]

    /// `nil` for what is no key, or none that terminals tell apart from another.
    static func key(_ text: String) -> Key? {
        var rest = text[...]
        var modifiers: KeyModifiers = []
        while let prefix = prefixes.first(where: { rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count }) {
            guard !modifiers.contains(prefix.1) else { return nil }
            modifiers.insert(prefix.1)
            rest = rest.dropFirst(prefix.0.count)
        }
        let name = rest.lowercased()
        if let named = names.first(where: { $0.0.lowercased() == name })?.1 { return .named(named, modifiers) }
        if let function = function(name) { return .named(function, modifiers) }
        guard let character = name == "space" ? " " : rest.count == 1 ? rest.first : nil else { return nil }
        return self.character(character, modifiers)
    }

    private static func function(_ name: String) -> NamedKey? {
        guard name.hasPrefix("f"), name.dropFirst().allSatisfy(\.isNumber), let number = Int(name.dropFirst()),
            (1...12).contains(number)
        else {
            return nil
        }
        return .function(number)
    }

    private static func character(_ character: Character, _ modifiers: KeyModifiers) -> Key? {
        // A terminal sends the capital letter instead.
        if modifiers.contains(.shift) { return nil }
        if modifiers == .alt { return .alt(character) }
        guard modifiers == .control else { return modifiers == [] ? .character(character) : nil }
        let lower = Character(character.lowercased())
        // Control characters of these letters are Tab, Enter and Backspace.
        guard ("a"..."z").contains(lower) || "@\\]^_".contains(lower), !"ijmh".contains(lower) else { return nil }
        return .control(lower)
    }

    /// Ctrl-C quits, whatever is changed.
    static func isTaken(_ key: Key) -> Bool { key == .control("c") || KeyMap.fixedCommand(for: key) != nil }

    /// As `key` reads it.
    package static func text(_ key: Key) -> String {
        switch key {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-" + letter.uppercased()
        case .alt(let character): "Alt-" + (character == " " ? "space" : String(character))
        case .named(let named, let modifiers): modified(modifiers) + name(named)
        case .mouse, .paste, .raw: ""
        }
    }

    private static func modified(_ modifiers: KeyModifiers) -> String {
        (modifiers.contains(.control) ? "Ctrl-" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
            + (modifiers.contains(.shift) ? "Shift-" : "")
    }

    private static func name(_ named: NamedKey) -> String {
        if case .function(let number) = named { return "F\(number)" }
        return names.first { $0.1 == named }?.0 ?? ""
    }

    /// For the help, whose first column is narrow.
    static func shortText(_ key: Key) -> String {
        switch key {
        case .named(.left, []): "←"
        case .named(.right, []): "→"
        case .named(.up, []): "↑"
        case .named(.down, []): "↓"
        case .named(.backspace, []): "Backspc"
        default: text(key)
        }
    }
}
