import Debugger
import Events

/// A place as people type it.
enum TypedPlace {
    /// `120` a frame, `1:23.4`, `5.2s` or `900ms` a moment, `c3` a chunk, anything else the name of a mark.
    static func goal(_ text: String, marks: [Mark]) -> Goal? {
        let text = text.trimmed
        if let mark = marks.first(where: { $0.name == text }) { return .time(mark.time) }
        return Goal(typed: text)
    }

    /// What is said of a place that is not there.
    static func missing(_ goal: Goal?, in log: SessionLog) -> String {
        guard case .chunk? = goal else { return "no such place; the last frame is \(log.frameCount - 1)" }
        let last = log.chunkStarts.last.flatMap { log.entries[$0].record?.position?.chunk }
        return last.map { "no such chunk; the last one is \($0)" } ?? "no such chunk: there is none"
    }
}
