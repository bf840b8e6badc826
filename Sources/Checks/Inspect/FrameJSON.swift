import Debugger
import Engine
import Events
import JSON

/// A frame record as JSON, one object a line.
package enum FrameJSON {
    /// Keys as `docs/reference/inspect.md` lists them; `null` where a frame has no such thing. Times are milliseconds of the session.
    package static func line(_ record: FrameRecord) -> JSON {
        [
            "frame": .number(record.ordinal),
            "t_ms": .milliseconds(record.shown),
            "mode": .string(record.mode.rawValue),
            "generation": .number(record.generation),
            "chunk": .number(record.position?.chunk),
            "section": .number(record.position?.section),
            "sequence": .number(record.position?.sequence),
            "clip": .text(record.clip?.rawValue),
            "base_index": record.clip == nil ? .null : .number(record.baseIndex),
            "demanded_clip": .text(record.demandedClip?.rawValue),
            "demanded_index": record.demandedClip == nil ? .null : .number(record.demandedIndex),
            "overlay_key": .text(record.overlayKey?.rawValue),
            "status": .string(record.status.text),
            "guess": .bool(record.isGuess),
            "due_ms": .milliseconds(record.due),
            "shown_ms": record.status == .skipped ? .null : .milliseconds(record.shown),
            "sound_ms": .milliseconds(record.soundPosition),
            "drift_ms": .milliseconds(record.drift),
            "note": .text(record.note),
        ]
    }
}
