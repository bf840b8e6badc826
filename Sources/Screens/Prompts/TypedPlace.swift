import Debugger
import Events

/// A place as people type it.
enum TypedPlace {
    /// The name of a mark, or what `Goal` reads.
    static func goal(_ text: String, marks: [Mark]) -> Goal? {
        let text = text.trimmed
        if let mark = marks.first(where: { $0.name == text }) { return .time(mark.time) }
        return Goal(typed: text)
    }

    static let expected = "\(Goal.expected), or a mark's name"
}
