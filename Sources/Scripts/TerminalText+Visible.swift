// Text from outside made harmless.
extension TerminalText {
    /// `text` with everything that a terminal would obey, or that would deceive the reader, as a visible escape.
    ///
    /// - `^[`, `^G`, `^?`: C0 controls and delete.
    /// - `\u{9B}`, `\u{202E}`, `\u{200D}`: C1 controls, marks of direction, line and paragraph separators, tags, private and
    ///   unassigned scalars, joiners and marks that have nothing before them or are too many.
    /// - Left out: joiners, skin tones and variation selectors of emoji, about whose width terminals disagree.
    package static func visible(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        var marks = 0
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            let next = index < scalars.endIndex ? scalars[index] : nil
            switch appearance(of: scalar, after: previous, before: next, marks: marks) {
            case .itself:
                result.append(scalar)
                marks = cellWidth(of: scalar) == 0 ? marks + 1 : 0
                previous = scalar
            case .nothing: break
            case .control:
                result.append("^")
                result.append(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
                previous = nil
            case .escape:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
                previous = nil
            }
        }
        return String(result)
    }

    private enum Appearance {
        case itself
        case nothing
        /// `^X`
        case control
        /// `\u{X}`
        case escape
    }

    /// `previous` is what stands right before in the result as itself; `marks` counts those that follow it already.
    private static func appearance(
        of scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?, marks: Int
    ) -> Appearance {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? .control : .itself }
        if scalar.value == 0x7F { return .control }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            if isVariationSelector(scalar), previous != nil { return .nothing }
            return previous == nil || previous == " " || marks >= marksPerCharacter ? .escape : .itself
        case .format: return formatAppearance(of: scalar, after: previous, before: next, marks: marks)
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return .escape
        case .modifierSymbol where scalar.properties.isEmojiModifier:
            return previous?.properties.isEmojiModifierBase == true ? .nothing : .itself
        default: return isJoiningJamo(scalar) && (previous == nil || marks >= marksPerCharacter) ? .escape : .itself
        }
    }

    private static func formatAppearance(
        of scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?, marks: Int
    ) -> Appearance {
        if isVisibleFormat(scalar) { return scalar.value == 0xAD ? .nothing : .itself }
        guard scalar.value == 0x200C || scalar.value == 0x200D, let previous, let next else { return .escape }
        // Between two pictures the joiner asks for one picture; between letters it is spelling.
        if isPicture(previous) && isPicture(next) { return .nothing }
        let joinsLetters = isLetter(previous) && isLetter(next)
        return joinsLetters && marks < marksPerCharacter ? .itself : .escape
    }

    private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
    }

    private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .nonspacingMark, .spacingMark: true
        default: scalar.properties.isAlphabetic
        }
    }
}
