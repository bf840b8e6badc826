/// What a scalar of a stranger's text is to a reader.
package enum TextScalar {
    case visible, space, lineBreak, paragraphEnd
    /// Controls, those of writing direction too: nobody hears them, and a terminal must not.
    case dropped

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x0A: self = .lineBreak
        case 0x09, 0x20: self = .space
        case 0x0B, 0x0C, 0x2028, 0x2029: self = .paragraphEnd
        case 0x00..<0x20, 0x7F..<0xA0: self = .dropped
        case 0x21..<0x7F: self = .visible
        case 0x200C, 0x200D: self = .visible  // joiners shape words and emoji
        default: self = Self.other(scalar)
        }
    }

    private static func other(_ scalar: Unicode.Scalar) -> TextScalar {
        switch scalar.properties.generalCategory {
        case .format, .control, .surrogate, .unassigned, .privateUse: .dropped
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
        default: .visible
        }
    }

    package static func isSpeakable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case 0x00..<0x80: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    static func isClauseMark(_ scalar: Unicode.Scalar) -> Bool {
        ",;:–—،؛".unicodeScalars.contains(scalar) || isWideClauseMark(scalar)
    }

    /// Behind which no blank has to follow. The shad of Tibetan ends sentences and clauses alike.
    static func isWideClauseMark(_ scalar: Unicode.Scalar) -> Bool {
        "，、；：､﹐﹑\u{F0D}\u{F0E}\u{104A}\u{104B}。！？…".unicodeScalars.contains(scalar)
    }

    /// Whether it is one sign with what stands before it.
    static func continues(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x300: return false
        case 0x200C, 0x200D: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

/// Those of ASCII need no table.
extension Unicode.Scalar {
    var isSmall: Bool { value < 0x80 ? (0x61...0x7A).contains(value) : properties.isLowercase }
    var isCapital: Bool { value < 0x80 ? (0x41...0x5A).contains(value) : properties.isUppercase }
    var isLetter: Bool { value < 0x80 ? isSmall || isCapital : properties.isAlphabetic }
}
