import Engine

extension FrameStatus {
    /// The status in one cell, readable without color.
    package var letter: Character {
        switch self {
        case .sync: "S"
        case .desyncIndex: "I"
        case .desyncClip: "C"
        case .desyncBaseMissing: "B"
        case .desyncOverlay: "V"
        case .noOverlay: "O"
        case .held: "H"
        case .skipped: "K"
        case .guess: "G"
        case .seam: "M"
        case .unplaced: "U"
        case .outside: "X"
        }
    }

    /// What the letter stands for, for the help.
    package var meaning: String {
        switch self {
        case .sync: "drawn as demanded"
        case .desyncIndex: "different base index"
        case .desyncClip: "different clip"
        case .desyncBaseMissing: "base frame missing"
        case .desyncOverlay: "different overlay"
        case .noOverlay: "overlay missing"
        case .held: "picture held"
        case .skipped: "skipped, never shown"
        case .guess: "may be from an older message"
        case .seam: "overlay does not fit its base"
        case .unplaced: "overlay position unknown"
        case .outside: "overlay outside its base"
        }
    }

    /// In either case; `nil` for a letter that is none.
    package init?(letter: Character) {
        guard let status = Self.allCases.first(where: { String($0.letter) == letter.uppercased() }) else { return nil }
        self = status
    }
}
