import Cells
import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// A frame record in words, for the inspector.
enum FrameFacts {
    struct Row {
        var label: String
        var value: String
        var style: TextStyle

        init(_ label: String, _ value: String, _ style: TextStyle = .plain) {
            self.label = label
            self.value = value
            self.style = style
        }
    }

    static func rows(_ record: FrameRecord, _ state: InspectorState) -> [Row] {
        [Row("frame", frame(record, state), TextStyle(record.status.role.textColor, isBold: true))]
            + trouble(record, state)
            + [
                shown(record, state), place(record), base(record), overlay(record, state),
                time("arrived", record.arrived, record, missing: "not yet"),
                time("decoded", record.decoded, record, missing: state.isBroken ? "cannot be decoded" : "not yet"),
                sound(record),
            ]
    }

    /// Where the frame stands in its message.
    static func surroundings(_ record: FrameRecord, _ neighbors: ChunkNeighbors?) -> [Row] {
        let character = record.character.map { ", char \(OutsideText.shown($0, cells: 8))" } ?? ""
        var rows = [Row("mode", "\(record.mode.word), message \(record.generation)\(character)")]
        if let own = neighbors?.own {
            rows.append(Row("began", "\(plural(own.frames, "frame")) ago, \(TimeText.words(own.time))"))
        }
        if let position = record.position {
            // From the rate, and from what is known of the chunk.
            let left = max(0, position.frameCount - position.frame - 1)
            let time = TimeText.words(record.period * Int64(left))
            rows.append(Row("ends", left == 0 ? "with it" : "in \(plural(left, "frame")), about \(time)"))
        }
        let before = neighbors?.previous
        let next = neighbors?.next
        return rows + [
            Row(
                "before",
                before.map {
                    "chunk \($0.name.chunk) began \(plural($0.frames, "frame")) ago, \(TimeText.words($0.time))"
                } ?? "-"),
            Row(
                "next",
                next.map { "chunk \($0.name.chunk), in \(plural($0.frames, "frame")), \(TimeText.words($0.time))" }
                    ?? "none yet"),
        ]
    }

    private static let warning = TextStyle(.warning, isBold: true)
    private static let bad = TextStyle(.bad, isBold: true)

    private static func frame(_ record: FrameRecord, _ state: InspectorState) -> String {
        let meaning = record.status == .sync ? "" : ", \(record.status.meaning)"
        let gap = record.trustsOverlay && !state.hasTestedSeams ? ", seam not tested" : ""
        return "\(record.ordinal)  \(record.status.text)\(meaning)\(gap)"
    }

    private static func shown(_ record: FrameRecord, _ state: InspectorState) -> Row {
        let late = record.shown - record.due
        guard record.wasShown else { return Row("skipped", "\(record.shown.inSeconds) s, due \(due(record))") }
        return Row(
            "shown", "\(record.shown.inSeconds) s, due \(due(record)), \(TimeText.signedExactWords(late))",
            state.marking.contains { $0.kind == .freeze } ? warning : .plain)
    }

    private static func due(_ record: FrameRecord) -> String { record.due.inSeconds }

    private static func place(_ record: FrameRecord) -> Row {
        guard let position = record.position else { return Row("chunk", "-") }
        return Row(
            "chunk",
            "\(position.chunk)  section \(position.section)  seq \(position.sequence)  frame \(position.frame + 1)"
                + "/\(position.frameCount)")
    }

    /// What was drawn, and whether it is what was demanded.
    private static func base(_ record: FrameRecord) -> Row {
        guard let clip = record.clip else { return Row("base", "none yet", warning) }
        let drawn = "\(OutsideText.shown(clip.rawValue, cells: 200)) \(record.baseIndex)"
        guard let demanded = record.demandedClip else { return Row("base", "\(drawn), nothing demanded") }
        if demanded == clip, record.demandedIndex == record.baseIndex { return Row("base", "\(drawn) (ok)") }
        let name = demanded == clip ? "" : "\(OutsideText.shown(demanded.rawValue, cells: 200)) "
        return Row("base", "\(drawn), demanded: \(name)\(record.demandedIndex)", bad)
    }

    private static func overlay(_ record: FrameRecord, _ state: InspectorState) -> Row {
        guard let key = record.overlayKey else { return Row("overlay", record.position == nil ? "-" : "no key") }
        guard state.lacksOverlay else {
            return Row("overlay", key.rawValue + (isOfBefore(record) ? ", kept from the previous frame" : ""))
        }
        return Row(
            "overlay", "\(key.rawValue), not drawn",
            TextStyle(AuditFinding.Kind.noOverlay.role.textColor, isBold: true))
    }

    /// Of a held frame that waits for nothing of its own: its picture came for the one before.
    private static func isOfBefore(_ record: FrameRecord) -> Bool { record.status == .held && record.arrived == nil }

    /// - Parameter missing: why there is none, of a frame that has an overlay.
    private static func time(_ label: String, _ moment: Instant?, _ record: FrameRecord, missing: String) -> Row {
        let awaits = record.overlayKey != nil && !isOfBefore(record)
        guard let moment else { return Row(label, awaits ? missing : "-") }
        let early = record.due - moment
        let words = TimeText.exactWords(early) + (early < .zero ? " late" : " early")
        return Row(label, "\(moment.inSeconds) s, \(words)", early < .zero ? warning : .plain)
    }

    private static func sound(_ record: FrameRecord) -> Row {
        guard let position = record.soundPosition else { return Row("sound", "-") }
        guard let drift = record.drift else { return Row("sound", TimeText.words(position)) }
        let (amount, side) = drift < .zero ? (.zero - drift, "ahead") : (drift, "behind")
        return Row(
            "sound", "at \(TimeText.words(position)), \(TimeText.words(amount)) \(side)",
            DriftRating(drift: drift).style)
    }

    /// Lines that most frames do not have.
    private static func trouble(_ record: FrameRecord, _ state: InspectorState) -> [Row] {
        var rows: [Row] = []
        if record.status == .held {
            rows.append(Row("held", state.hold.map { "for \(TimeText.words($0))" } ?? "still", warning))
        }
        // The status itself stands in the first row, and what it found in the note.
        for fault in state.faults where fault.kind != record.status.finding {
            let words = OutsideText.shown(state.words[fault] ?? "", cells: 200)
            let text = "\(fault.kind.rawValue) \(words)"
            rows.append(Row("fault", text, TextStyle(fault.kind.role.textColor, isBold: true)))
        }
        if let note = record.note {
            let label = record.status == .seam ? "seam" : record.status == .outside ? "outside" : "note"
            rows.append(Row(label, OutsideText.shown(note, cells: 200), label == "note" ? warning : bad))
        }
        return rows
    }
}
