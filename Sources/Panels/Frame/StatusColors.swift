import Cells
import Debugger
import Engine
import Events
import Frames
import Sessions

/// The colors of statuses and findings; the word itself says the same without color.
extension FaultRole {
    /// On a screen, where the user's theme says how it looks.
    package var textColor: TextColor { colors.text }
    /// In pictures, on a dark ground.
    package var pictureColor: Color { colors.picture }

    private var colors: (text: TextColor, picture: Color) {
        switch self {
        case .good: (.good, Color(112, 190, 130))
        case .warning: (.warning, Color(245, 190, 70))
        case .missing: (.info, Color(215, 135, 215))
        case .bad: (.bad, Color(255, 105, 97))
        }
    }
}

extension DriftRating {
    var style: TextStyle {
        switch self {
        case .good: .plain
        case .noticeable: TextStyle(.warning)
        case .bad: TextStyle(.bad, isBold: true)
        }
    }
}

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
