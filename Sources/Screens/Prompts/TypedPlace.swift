import Debugger
import Events

/// A place as people type it.
enum TypedPlace {
    /// What `Goal` reads, or the name of a mark: a number is a frame's, whatever marks are called.
    static func goal(_ text: String, marks: [Mark], in log: SessionLog) -> Goal? {
        let text = text.trimmed
        return Goal(typed: text) ?? marks.first { $0.name == text }.map { log.goal(of: $0) }
    }

    static let expected = "\(Goal.expected), or a mark's name"
}
