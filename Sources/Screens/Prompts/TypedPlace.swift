import Debugger
import Events

/// A place as people type it.
enum TypedPlace {
    /// `120` a frame, `1:23.4` or `5.2s` a moment, `c3` a chunk, anything else the name of a mark.
    static func goal(_ text: String, marks: [Mark]) -> Goal? {
        let text = text.trimmed
        if let mark = marks.first(where: { $0.name == text }) { return .time(mark.time) }
        if let ordinal = Int(text), ordinal >= 0 { return .frame(ordinal) }
        if text.first == "c" || text.first == "C", let chunk = Int(text.dropFirst()), chunk >= 0 {
            return .chunk(chunk)
        }
        if text.last == "s" {
            guard let seconds = decimal(text.dropLast()), seconds < 1e9 else { return nil }
            return .time(Instant(seconds: seconds))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            // Only the first one may go beyond 59, and only the last one has a fraction.
            let most = place == 0 ? 1e6 : 60.0
            guard let number = decimal(part), number < most, place == parts.count - 1 || !part.contains(".") else {
                return nil
            }
            seconds = seconds * 60 + number
        }
        return .time(Instant(seconds: seconds))
    }

    /// Digits, and perhaps a point and digits: no sign, no exponent.
    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return (1...2).contains(parts.count) && isPlain ? Double(text) : nil
    }

    /// What is said of a place that is not there.
    static func missing(_ goal: Goal?, in log: SessionLog) -> String {
        guard case .chunk? = goal else { return "no such place; the last frame is \(log.frameCount - 1)" }
        let last = log.chunkStarts.last.flatMap { log.entries[$0].record?.position?.chunk }
        return last.map { "no such chunk; the last one is \($0)" } ?? "no such chunk: there is none"
    }
}
