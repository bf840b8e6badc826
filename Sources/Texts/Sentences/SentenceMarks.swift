/// Which scalars end a sentence, close what has been quoted, or open the next one.
enum SentenceMarks {
    /// - Parameter text: what stands before it, for marks that are others elsewhere.
    static func isMark(_ scalar: Unicode.Scalar, behind text: ArraySlice<Unicode.Scalar>) -> Bool {
        switch scalar {
        case ".", "!", "?", "…", "‽", "‼", "⁇", "⁈", "⁉", "⸮": true
        case ";", "\u{37E}": text.last { !isCloser($0) }.map(isGreek) == true
        // Two of them are the full stop of Amharic where its own is not at hand, and a colon is that of Armenian.
        case "፡": text.last == "፡"
        case ":": text.last { !isCloser($0) && !isDot($0) }.map(isArmenian) == true
        default: scalar.value >= 0x80 && (isMarkAtOnce(scalar) || scalar == "．" || scalar == "⋯")
        }
    }

    /// Marks of scripts that have no capitals, or no blanks: Unicode's sentence terminals, and those that its annex 29 does not count.
    static func isMarkAtOnce(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "。", "｡", "！", "？", "؟", "۔", "।", "॥", "።": true
        case ".", "!", "?", "…", "‽", "‼", "⁇", "⁈", "⁉", "⸮", "．": false
        // The small pause of Burmese.
        case "\u{104A}": false
        // Hebrew verses, Tibetan texts, and a Khmer one that is over.
        case "\u{5C3}", "\u{F0E}", "\u{F0F}", "\u{F10}", "\u{17D4}", "\u{17D5}", "\u{17DA}": true
        default: scalar.value >= 0x80 && scalar.properties.isSentenceTerminal
        }
    }

    static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "”", "“", "’", "‘", "»", "«", "›", ")", "]", "}": true
        case "」", "』", "）", "】", "〉", "》", "〕", "〗", "］", "｝", "｣", "〞", "〟": true
        default: false
        }
    }

    /// Whether the title of a book is open, in whose `《我们！》` nothing ends.
    static func isInTitle(_ text: [Unicode.Scalar]) -> Bool {
        for scalar in text.suffix(40).reversed() {
            switch scalar {
            case "《", "〈": return true
            case "》", "〉": return false
            default: break
            }
        }
        return false
    }

    /// `¹`, as notes have them.
    static func isRaisedNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB2, 0xB3, 0xB9, 0x2070, 0x2074...0x2079: true
        default: false
        }
    }

    /// With which no sentence begins: behind a mark and white space it goes on.
    static func goesOn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", ";", ":", "%", ")", "]", "}", "&", "+", "=", "№", "§", "，", "、", "；", "：": true
        default: false
        }
    }

    /// What may stand before the first word of a sentence: quotes, brackets, dashes, dots.
    static func opens(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "“", "”", "‘", "’", "„", "‚", "«", "»", "‹", "›", "¿", "¡", "(", "[", "{", ".", "…": true
        default: isDash(scalar)
        }
    }

    static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "–", "—", "―": true
        default: false
        }
    }

    static func isDot(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "…" }

    static func beginsListItem(_ scalar: Unicode.Scalar) -> Bool { "-*•+#>–—|".unicodeScalars.contains(scalar) }

    /// Which begins an item wherever it stands.
    static func isBullet(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "•", "⁃", "◦", "▪", "‣": true
        default: false
        }
    }

    private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
        (0x370...0x3FF).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value)
    }

    static func isArmenian(_ scalar: Unicode.Scalar) -> Bool { (0x531...0x588).contains(scalar.value) }
}
