import Events
import JSON
import Typesetting
import Wire

/// Lines and figures of a frame log in words and columns. Texts of the log are made visible here.
enum FrameLogText {
    // MARK: A line

    private static let columns: [(name: String, width: Int)] = [
        ("line", 7), ("time", 23), ("source", 8), ("chunk", 5), ("seq", 4), ("base", 5), ("want", 5), ("fps", 5),
        ("buffer", 7), ("status", 8), ("clip / overlay", 0),
    ]

    static var header: String { row(columns.map(\.name)) }

    static func line(_ line: FrameLogLine) -> String {
        row([
            String(line.number), line.time.text, line.source, number(line.chunk), number(line.sequence),
            number(line.baseIndex), number(line.sprite), line.rate.map { "\($0)" } ?? "-", line.buffer ?? "-",
            line.status, line.clip + (line.overlayKey.map { " / \($0)" } ?? " / -"),
        ])
    }

    private static func row(_ fields: [String]) -> String {
        zip(fields, columns).map { field, column in
            let text = TerminalText.visible(field)
            return column.width == 0
                ? TerminalText.cut(text, toCells: 200) : TerminalText.padded(text, toCells: column.width)
        }.joined(separator: " ")
    }

    private static func number(_ value: Int?) -> String { value.map(String.init) ?? "-" }

    // MARK: A chunk

    static let chunkHeader = "  source   chunk lines   frames  not-SYNC from                    to"

    static func chunk(_ chunk: FrameLogSummary.Chunk) -> String {
        let fields: [(String, Int)] = [
            (chunk.source, 8), (number(chunk.chunk), 5), ("\(chunk.lines)", 7), ("\(chunk.frames)", 7),
            ("\(chunk.notSync)", 8), (chunk.first.text, 23), (chunk.last.text, 0),
        ]
        return "  "
            + fields.map { text, width in
                let text = TerminalText.visible(text)
                return width == 0 ? text : TerminalText.padded(text, toCells: width)
            }.joined(separator: " ")
    }

    // MARK: The whole log

    static func summary(_ summary: FrameLogSummary, _ reader: FrameLogReader) -> [(name: String, text: String)] {
        var rows: [(String, String)] = [("lines", lines(reader))]
        let columns = summary.columns.enumerated().filter { $0.element > 0 }.map {
            "\($0.offset + 10) in \($0.element)"
        }
        if !columns.isEmpty { rows.append(("columns", columns.joined(separator: ", "))) }
        for range in [summary.calendar, summary.running].compactMap({ $0 }) { rows.append(("time", span(range))) }
        for stream in summary.streams {
            let name = TerminalText.visible("\(stream.source) \(stream.session)")
            rows.append(("source", "\(name): \(plural(stream.lines, "line")), \(plural(stream.frames, "frame"))"))
        }
        let repeated = summary.lines - summary.frames
        rows.append(("frames", "\(summary.frames), plus \(plural(repeated, "line")) repeating the previous frame"))
        if summary.lines > 0 { rows.append(("statuses", list(summary.statuses))) }
        if summary.lines > 0 { rows.append(("clips", list(summary.clips))) }
        rows.append(("doubtful", doubts(summary)))
        return rows + timing(summary.timing)
    }

    private static func lines(_ reader: FrameLogReader) -> String {
        "\(reader.goodCount) read, \(reader.badCount) bad, \(reader.headerCount) with names, \(reader.blankCount) blank"
            + (reader.endsInsideLine ? "; the last one is cut off" : "")
    }

    private static func span(_ range: FrameLogSummary.Range) -> String {
        let seconds = fixed(Double(range.last.microseconds(since: range.first) ?? 0) / 1_000_000, decimals: 3)
        let unit = range.first.origin == .epoch ? " UTC" : " s after an unknown start"
        return "\(range.first.text) to \(range.last.text)\(unit), \(seconds) s"
    }

    private static func doubts(_ summary: FrameLogSummary) -> String {
        "\(summary.syncWithoutOverlay) SYNC without an overlay, "
            + "\(summary.syncWithOtherBase) SYNC with a different base than wanted"
    }

    private static func timing(_ timing: FrameLogTiming) -> [(String, String)] {
        guard let average = timing.average, let share = timing.goodShare else { return [("timing", "no intervals")] }
        let (good, blocking) = (FrameLogTiming.good, FrameLogTiming.blocking / 1_000)
        let rate = timing.rate.map { fixed($0, decimals: 2) } ?? "-"
        return [
            ("rate", "\(rate) frames/s, an average of \(fixed(average / 1_000, decimals: 2)) ms"),
            (
                "intervals",
                "\(timing.intervals), \(fixed(share * 100, decimals: 1)) % within "
                    + "\(good.lowerBound / 1_000)-\(good.upperBound / 1_000) ms, longest "
                    + "\(fixed(Double(timing.longest) / 1_000, decimals: 1)) ms, \(timing.blocked) above \(blocking) ms, "
                    + "\(plural(timing.pauses, "pause")) above \(FrameLogTiming.pause / 1_000_000) s, "
                    + "\(timing.backwards) backwards"
            ),
        ]
    }

    private static func list(_ tally: NameCounts) -> String {
        var parts = tally.entries.prefix(20).map { entry in
            let name = TerminalText.cut(TerminalText.visible(entry.name), toCells: 60)
            return "\(name.isEmpty ? "(none)" : name) \(entry.count)"
        }
        let rest = tally.entries.dropFirst(20).reduce(tally.others) { $0 + $1.count }
        if rest > 0 { parts.append("others \(rest)") }
        return parts.joined(separator: ", ")
    }

    // MARK: Bad lines

    static func badLines(_ reader: FrameLogReader) -> [String] {
        let more = reader.badCount - reader.firstBad.count
        return reader.firstBad.map { "line \($0.number): \(TerminalText.visible($0.error.reason))" }
            + (more > 0 ? [plural(more, "more bad line")] : [])
    }

    /// A number that is not negative, with `decimals` digits behind the point.
    private static func fixed(_ value: Double, decimals: Int) -> String {
        let factor = (0..<decimals).reduce(Int64(1)) { factor, _ in factor * 10 }
        let scaled = Int64(min((value * Double(factor)).rounded(), 9e18))
        let rest = String(scaled % factor + factor).dropFirst()
        return "\(scaled / factor).\(rest)"
    }
}

/// Lines and figures of a frame log as JSON; keys as `docs/reference/inspect.md` lists them.
enum FrameLogJSON {
    static func line(_ line: FrameLogLine) -> JSON {
        [
            "line": .number(line.number),
            "time": .string(line.time.text),
            "time_ms": .double(line.time.milliseconds),
            "since": .string(since(line.time)),
            "source": .string(line.source),
            "session": .string(line.session),
            "chunk": .number(line.chunk),
            "sequence": .number(line.sequence),
            "clip": .string(line.clip),
            "base_index": .number(line.baseIndex),
            "demanded_index": .number(line.sprite),
            "overlay_key": .text(line.overlayKey),
            "status": .string(line.status),
            "fps": decimal(line.rate),
            "char": .text(line.character),
            "buffer": .text(line.buffer),
            "next_chunk": .text(line.nextChunk),
        ]
    }

    static func summary(_ summary: FrameLogSummary, _ reader: FrameLogReader, path: String) -> JSON {
        let timing = summary.timing
        return [
            "file": .string(path),
            "lines": .number(reader.goodCount),
            "bad_lines": .number(reader.badCount),
            "first_bad": .array(reader.firstBad.map(Self.bad)),
            "ends_inside_line": .bool(reader.endsInsideLine),
            "times": .array([summary.calendar, summary.running].compactMap { $0.map(Self.range) }),
            "sources": .array(summary.streams.map(Self.stream)),
            "frames": .number(summary.frames),
            "statuses": tally(summary.statuses),
            "other_statuses": .number(summary.statuses.others),
            "clips": tally(summary.clips),
            "other_clips": .number(summary.clips.others),
            "sync_without_overlay": .number(summary.syncWithoutOverlay),
            "sync_with_other_base": .number(summary.syncWithOtherBase),
            "rate": decimal(timing.rate),
            "intervals": .number(timing.intervals),
            "average_ms": decimal(timing.average.map { $0 / 1_000 }),
            "good_share": decimal(timing.goodShare),
            "longest_ms": .double(Double(timing.longest) / 1_000),
            "freezes": .number(timing.blocked),
            "pauses": .number(timing.pauses),
            "backwards": .number(timing.backwards),
            "chunks": .array(summary.chunks.map(Self.chunk)),
            "is_cut": .bool(summary.isCut),
        ]
    }

    private static func bad(_ line: FrameLogReader.BadLine) -> JSON {
        ["line": .number(line.number), "reason": .string(line.error.reason)]
    }

    private static func range(_ range: FrameLogSummary.Range) -> JSON {
        [
            "since": .string(since(range.first)), "first_ms": .double(range.first.milliseconds),
            "last_ms": .double(range.last.milliseconds),
        ]
    }

    private static func stream(_ stream: FrameLogSummary.Stream) -> JSON {
        [
            "source": .string(stream.source), "session": .string(stream.session), "lines": .number(stream.lines),
            "frames": .number(stream.frames),
        ]
    }

    private static func chunk(_ chunk: FrameLogSummary.Chunk) -> JSON {
        [
            "source": .string(chunk.source), "chunk": .number(chunk.chunk), "lines": .number(chunk.lines),
            "frames": .number(chunk.frames), "not_sync": .number(chunk.notSync),
            "first_ms": .double(chunk.first.milliseconds), "last_ms": .double(chunk.last.milliseconds),
        ]
    }

    private static func tally(_ tally: NameCounts) -> JSON {
        .object(JSONObject(tally.entries.map { .init($0.name, .number($0.count)) }))
    }

    private static func since(_ time: StatedTime) -> String { time.origin == .epoch ? "1970" : "unknown" }
    private static func decimal(_ value: Double?) -> JSON { value.map(JSON.double) ?? .null }
}
