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

    /// What is said of a place that is not there.
    static func missing(_ goal: Goal?, in log: SessionLog) -> String {
        if case .place(let place)? = goal { return "no such place: no frame \(place.typed) was shown" }
        guard case .chunk? = goal else { return "no such place; the last frame is \(log.frameCount - 1)" }
        let last = log.chunkStarts.last.flatMap { log.entries[$0].record?.position?.chunk }
        return last.map { "no such chunk; the last one is \($0)" } ?? "no such chunk: there is none"
    }
}
