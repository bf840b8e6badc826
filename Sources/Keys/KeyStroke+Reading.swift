// Sequences of terminals as keys.
extension KeyStroke {
    /// A whole sequence that begins with Esc; `nil` for one that is no key, or none that is known here.
    package init?(sequence bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 3, bytes[0] == 0x1B, let final = bytes.last else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "O") where bytes.count == 3: self.init(shifted: final)
        case UInt8(ascii: "["):
            guard let fields = Self.fields(bytes[2..<(bytes.count - 1)]) else { return nil }
            self.init(fields, final)
        default: return nil
        }
    }

    /// A character as it is typed, control characters as well.
    package init(typed scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0: self.init(.character(" "), .control)
        case 9: self.init(.named(.tab))
        case 13: self.init(.named(.enter))
        case 27: self.init(.named(.escape))
        case 127: self.init(.named(.backspace))
        case 1...26: self.init(.character(Unicode.Scalar(UInt8(scalar.value + 0x60))), .control)
        case 28...31: self.init(.character(Unicode.Scalar(UInt8(scalar.value + 0x40))), .control)
        case 0x41...0x5A:
            self.init(.character(Unicode.Scalar(UInt8(scalar.value + 0x20))), .shift)
            shifted = scalar
        default: self.init(.character(scalar))
        }
    }

    /// Behind SS3.
    private init?(shifted final: UInt8) {
        if let named = Self.letters[final] {
            self.init(.named(named))
        } else if let pad = KeypadKey.allCases.first(where: { $0.final == final }) {
            self.init(.keypad(pad))
        } else {
            return nil
        }
    }

    /// Behind CSI.
    private init?(_ fields: [[Int?]], _ final: UInt8) {
        let first = fields.first?.first.flatMap(\.self)
        switch final {
        case UInt8(ascii: "u"):
            guard let first, let code = Self.code(first) else { return nil }
            self.init(code)
            let others = fields[0].dropFirst().map { $0.flatMap(Self.scalar) }
            (shifted, base) = (others.first.flatMap(\.self), others.dropFirst().first.flatMap(\.self))
            text = fields.dropFirst(2).first.map { Self.text($0) } ?? ""
        // modifyOtherKeys: modifiers first, and then which key it is.
        case UInt8(ascii: "~") where first == 27 && fields.count == 3:
            guard let number = fields[2].first.flatMap(\.self), let code = Self.code(number) else { return nil }
            self.init(code)
            shifted = if case .character(let scalar) = code, !scalar.properties.isLowercase { scalar } else { nil }
        case UInt8(ascii: "~"):
            guard let first, let named = Self.numbers[first] else { return nil }
            self.init(.named(named))
        case UInt8(ascii: "Z"): self.init(.named(.tab), .shift)
        case UInt8(ascii: "E"): self.init(.keypad(.begin))
        // R with one parameter or two is also an answer, of where the cursor is.
        case UInt8(ascii: "R") where first != 1: return nil
        default:
            guard let named = Self.letters[final], first == nil || first == 1 else { return nil }
            self.init(.named(named))
        }
        guard let second = fields.dropFirst().first else { return }
        guard let action = Action(rawValue: second.dropFirst().first.flatMap(\.self) ?? 1) else { return nil }
        self.action = action
        modifiers.formUnion(Modifiers(rawValue: max(0, (second.first.flatMap(\.self) ?? 1) - 1) & 0xFF))
    }

    /// Numbers between semicolons, each with those behind its colons; `nil` where there is anything else.
    private static func fields(_ bytes: ArraySlice<UInt8>) -> [[Int?]]? {
        var fields: [[Int?]] = [[nil]]
        for byte in bytes {
            let field = fields.count - 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let place = fields[field].count - 1
                fields[field][place] = min((fields[field][place] ?? 0) * 10 + Int(byte - 0x30), 0x20_0000)
            case UInt8(ascii: ":"): fields[field].append(nil)
            case UInt8(ascii: ";"): fields.append([nil])
            default: return nil
            }
        }
        return fields
    }

    private static func scalar(_ number: Int) -> Unicode.Scalar? {
        UInt32(exactly: number).flatMap(Unicode.Scalar.init)
    }

    private static func text(_ numbers: [Int?]) -> String {
        var text = String.UnicodeScalarView()
        for case let scalar? in numbers.prefix(16).map({ $0.flatMap(scalar) })
        where scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) { text.append(scalar) }
        return String(text)
    }

    private static func code(_ number: Int) -> Code? {
        switch number {
        case 8, 127: return .named(.backspace)
        case 9: return .named(.tab)
        case 13: return .named(.enter)
        case 27: return .named(.escape)
        case ..<32: return nil
        case 57_344...57_357: return .named(functional[number - 57_344])
        case 57_364...57_398: return .named(.function(number - 57_363))
        case 57_399...57_427: return KeypadKey(rawValue: UInt32(number)).map { .keypad($0) }
        case 57_358...57_454: return .other(UInt32(number))
        default: return scalar(number).map { .character($0) }
        }
    }

    /// In the order of kitty's numbers.
    private static let functional: [NamedKey] = [
        .escape, .enter, .tab, .backspace, .insert, .delete, .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
    ]

    static let letters: [UInt8: NamedKey] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    /// In front of `~`. Those of F13 and beyond differ between terminals.
    static let numbers: [Int: NamedKey] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]
}
