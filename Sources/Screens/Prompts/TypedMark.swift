import Debugger
import Events
import Panels

/// A mark as people type it: `name`, or `name: note`.
struct TypedMark: Hashable, Sendable {
    let name: String
    /// `nil` where none was typed; empty where there was a colon and nothing after it.
    let note: String?

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            String($0).trimmed
        }
        name = parts.first ?? ""
        note = parts.count > 1 ? parts[1] : nil
    }

    /// Why a tape would not keep it, or nobody could go to it by its name.
    /// - Parameter old: the name that the mark has.
    func problem(named old: String? = nil) -> String? {
        if name.isEmpty { return "A mark needs a name" }
        // A tape counts scalars.
        if !Mark.isName(name) {
            return "A name has at most \(Mark.longestName) characters"
        }
        if name != old, Goal(typed: name) != nil {
            return "\(name) names a position; choose another name for the mark"
        }
        if let note, !Mark.isNote(note) { return "The note is too long" }
        return nil
    }
}
