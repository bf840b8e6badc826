import Evidence
import JSON
import Wire

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
