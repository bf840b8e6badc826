import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// Lines of the log in forms for files. Takes places in `SessionLog.entries`, as `LogView.selection` gives them; places
/// without an entry are left out. The lines come without their ends.
package enum LogExport {
    /// One value with its name: what an object of JSON or a row of a table is made of.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: Value
    }

    package enum Value: Hashable, Sendable {
        case nothing
        case text(String)
        /// The engine's name in objects of JSON, the screen's word in tables.
        case mode(ModeName)
        case integer(Int)
        /// Microseconds, to be written as milliseconds.
        case time(Int64)
        case flag(Bool)
    }

    // MARK: Text

    /// As on the widest screen, its heading first. Characters that a terminal would obey are visible escapes.
    package static func text(_ places: [Int], of log: SessionLog) -> [String] {
        let columns = LogColumns.fitting(.max, in: log)
        return [columns.header]
            + entries(places, log).map { LogView.spans($0, columns, log).map(\.text).joined() }
    }

    // MARK: Fields

    /// The same names in the same order for every kind of line; what a line does not have is `nothing`. Texts are as they
    /// were: control characters included.
    package static func fields(_ entry: LogEntry, in log: SessionLog) -> [Field] {
        var values: [String: Value] = ["t_ms": .time(entry.time.microseconds)]
        switch entry.body {
        case .frame(let record): fill(&values, record, log)
        case .note(let note):
            values["kind"] = .text("note")
            values["code"] = .text(note.code.rawValue)
            values["text"] = .text(note.text)
        case .chunk(let report):
            values["kind"] = .text("chunk")
            values["generation"] = .integer(report.generation)
            values["chunk"] = .integer(report.chunk)
            values["text"] = .text(LogLine.text(report))
        case .tally(let tally):
            values["kind"] = .text("tally")
            values["text"] = .text(tally.text)
        case .audible(let spoken):
            values["kind"] = .text("heard")
            values["generation"] = .integer(spoken.generation)
            values["text"] = .text(spoken.text)
        }
        return names.map { Field(name: $0, value: values[$0] ?? .nothing) }
    }

    /// Those of a frame are called as `FrameJSON` calls them.
    package static let names = [
        "kind", "t_ms", "frame", "mode", "generation", "chunk", "section", "sequence", "clip", "base_index",
        "demanded_clip", "demanded_index", "overlay_key", "char", "status", "due_ms", "shown_ms", "arrived_ms",
        "decoded_ms", "hold_ms", "sound_ms", "drift_ms", "guess", "faults", "note", "code", "text",
    ]

    private static func fill(_ values: inout [String: Value], _ record: FrameRecord, _ log: SessionLog) {
        values["kind"] = .text("frame")
        values["frame"] = .integer(record.ordinal)
        values["mode"] = .mode(record.mode)
        values["generation"] = .integer(record.generation)
        values["chunk"] = record.position.map { .integer($0.chunk) }
        values["section"] = record.position.map { .integer($0.section) }
        values["sequence"] = record.position.map { .integer($0.sequence) }
        values["clip"] = record.clip.map { .text($0.rawValue) }
        values["base_index"] = record.clip.map { _ in .integer(record.baseIndex) }
        values["demanded_clip"] = record.demandedClip.map { .text($0.rawValue) }
        values["demanded_index"] = record.demandedClip.map { _ in .integer(record.demandedIndex) }
        values["overlay_key"] = record.overlayKey.map { .text($0.rawValue) }
        values["char"] = record.character.map(Value.text)
        values["status"] = .text(record.status.text)
        values["due_ms"] = .time(record.due.microseconds)
        values["shown_ms"] = record.wasShown ? .time(record.shown.microseconds) : nil
        values["arrived_ms"] = record.arrived.map { .time($0.microseconds) }
        values["decoded_ms"] = record.decoded.map { .time($0.microseconds) }
        values["hold_ms"] = log.hold(at: record).map { .time($0.microseconds) }
        values["sound_ms"] = record.soundPosition.map { .time($0.microseconds) }
        values["drift_ms"] = record.drift.map { .time($0.microseconds) }
        values["note"] = record.note.map(Value.text)
        values["guess"] = .flag(record.isGuess)
        let faults = log.faults(marking: record.ordinal).map(\.kind.rawValue)
        values["faults"] = faults.isEmpty ? nil : .text(faults.joined(separator: " "))
    }

    // MARK: CSV

    /// RFC 4180, the names first: each line is to be ended by CR LF. Control characters are visible escapes, so that the
    /// file can be shown in a terminal.
    package static func csv(_ places: [Int], of log: SessionLog) -> [String] {
        [names.joined(separator: ",")]
            + entries(places, log).map { entry in
                fields(entry, in: log).map { quoted(text($0.value)) }.joined(separator: ",")
            }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .nothing: ""
        case .text(let text): TerminalText.visible(text)
        case .mode(let mode): mode.word
        case .integer(let number): String(number)
        case .time(let microseconds): milliseconds(microseconds)
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
            return text
        }
        let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        return "\"\(doubled)\""
    }

    /// All three decimals: `61004.000`.
    private static func milliseconds(_ microseconds: Int64) -> String {
        (microseconds < 0 ? "-" : "") + microseconds.magnitude.pointed(before: 3)
    }

    private static func entries(_ places: [Int], _ log: SessionLog) -> some Collection<LogEntry> {
        places.lazy.filter(log.entries.indices.contains).map { log.entries[$0] }
    }
}
