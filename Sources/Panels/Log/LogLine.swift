import Debugger
import Engine
import Events
import Sessions

/// A line of the log as plain text, for looking in: every figure in the form in which the panel's widest columns show it.
/// It goes straight into bytes, since a new filter looks through all lines of hours.
enum LogLine {
    /// - Parameter hasFaults: whether the faults that mark a frame are there; to look them up takes longer than all else.
    static func write(_ entry: LogEntry, of log: SessionLog, hasFaults: Bool, into line: inout [UInt8]) {
        switch entry.body {
        case .frame(let record):
            let faults = hasFaults ? log.faults(marking: record.ordinal).map(\.kind) : []
            write(record, log.name(of: record), faults, into: &line)
        case .note(let note):
            line.appendText(note.code.rawValue)
            line.appendText(note.text)
        case .chunk(let report): line.appendText(text(report))
        case .tally(let tally): line.appendText(tally.text)
        case .audible(let spoken): line.appendText(spoken.text)
        }
    }

    private static func write(
        _ record: FrameRecord, _ place: FramePlace?, _ faults: [AuditFinding.Kind], into line: inout [UInt8]
    ) {
        line.appendNumber(record.ordinal)
        line.appendMoment(record.shown)
        line.appendText(record.mode.word)
        if let place {
            if let message = place.message { line.appendNumber(message, end: "/") }
            line.appendNumber(place.chunk, end: ":")
            line.appendNumber(place.section, end: ".")
            line.appendNumber(place.sequence)
        }
        line.appendNumber(record.baseIndex)
        if record.demandedIndex != record.baseIndex { line.appendNumber(record.demandedIndex) }
        if let character = record.character { line.appendText(character) }
        line.appendText(record.status.text)
        // Faults take the place of `SYNC` on screen, where the letter says that it is one.
        if !faults.isEmpty { line.appendText(record.status.words(with: faults)) }
        if let clip = record.clip { line.appendText(clip.rawValue) }
        if let clip = record.demandedClip, clip != record.clip { line.appendText(clip.rawValue) }
        if let key = record.overlayKey { line.appendText(key.rawValue) }
        if let note = record.note { line.appendText(note) }
    }

    /// How a chunk ended, in words.
    static func text(_ report: ChunkReport) -> String {
        let counts = counts(report)
        switch report.end {
        case .over:
            let parts = ["\(report.shown) shown"] + counts
            return "chunk \(report.chunk) ended: " + parts.joined(separator: ", ")
        case .cut: return cut(report) + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", "))
        }
    }

    private static func cut(_ report: ChunkReport) -> String {
        let turned = report.turns + report.skipped
        let known = max(report.announced ?? 0, report.received, turned)
        return "chunk \(report.chunk) cut off" + (known > 0 ? " after \(turned) of \(plural(known, "frame"))" : "")
    }

    private static func counts(_ report: ChunkReport) -> [String] {
        var parts: [String] = []
        if report.held > 0 { parts.append("\(report.held) held") }
        if report.noOverlay > 0 { parts.append("\(report.noOverlay) without overlay") }
        if report.skipped > 0 { parts.append("\(report.skipped) skipped") }
        if !report.lost.isEmpty { parts.append("\(report.lost.count) lost (\(numbers(report.lost)))") }
        if report.late > 0 { parts.append("\(report.late) late") }
        if report.duplicates > 0 { parts.append("\(report.duplicates) duplicate") }
        if let announced = report.announced, announced != report.received {
            parts.append("\(report.received) of \(announced) received")
        }
        if !report.hasSound { parts.append("no sound") }
        return parts
    }

    private static func numbers(_ lost: [Int]) -> String {
        lost.prefix(8).map(String.init).joined(separator: " ") + (lost.count > 8 ? " ..." : "")
    }
}

extension [UInt8] {
    /// A text and a blank.
    fileprivate mutating func appendText(_ text: String) {
        append(contentsOf: text.utf8)
        append(0x20)
    }

    /// Seconds and milliseconds, as the columns show them.
    fileprivate mutating func appendMoment(_ moment: Instant) {
        let milliseconds = Int(Swift.max(0, moment.microseconds / 1_000))
        appendNumber(milliseconds / 1_000, end: ".")
        let rest = milliseconds % 1_000
        append(contentsOf: [rest / 100, rest / 10 % 10, rest % 10, -16].map { UInt8(0x30 + $0) })
    }

    /// A number in decimal digits and one character.
    fileprivate mutating func appendNumber(_ number: Int, end: Unicode.Scalar = " ") {
        if number < 0 { append(0x2D) }
        var rest = number.magnitude
        let start = count
        repeat {
            append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
        append(UInt8(truncatingIfNeeded: end.value))
    }
}
