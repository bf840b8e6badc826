import Debugger
import Engine
import Events
import Wire

/// A frame record as JSON, one object a line.
enum FrameJSON {
    /// Keys as `docs/tape.md` lists them; `null` where a frame has no such thing. Times are milliseconds of the session.
    static func line(_ record: FrameRecord) -> JSON {
        [
            "frame": .int(Int64(record.ordinal)),
            "t_ms": .double(record.shown.milliseconds),
            "mode": .string(record.mode.rawValue),
            "generation": .int(Int64(record.generation)),
            "chunk": .number(record.position?.chunk),
            "section": .number(record.position?.section),
            "sequence": .number(record.position?.sequence),
            "clip": text(record.clip?.rawValue),
            "base_index": record.clip == nil ? .null : .int(Int64(record.baseIndex)),
            "demanded_clip": text(record.demandedClip?.rawValue),
            "demanded_index": record.demandedClip == nil ? .null : .int(Int64(record.demandedIndex)),
            "overlay_key": text(record.overlayKey?.rawValue),
            "status": .string(record.status.text),
            "guess": .bool(record.isGuess),
            "due_ms": .double(record.due.milliseconds),
            "shown_ms": record.status == .skipped ? .null : .double(record.shown.milliseconds),
            "sound_ms": record.soundPosition.map { .double($0.milliseconds) } ?? .null,
            "drift_ms": record.drift.map { .double($0.milliseconds) } ?? .null,
            "note": text(record.note),
        ]
    }

    private static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
}
