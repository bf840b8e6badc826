import Cells
import Debugger
import Events
import Frames

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
