import Engine
import Events

/// What can be said of a line of the log by looking at those before it (specification 6.4).
extension SessionLog {
    /// The frame that was on screen before the one with this ordinal.
    package func shown(before ordinal: Int) -> FrameRecord? {
        self.ordinal(shownBefore: ordinal).flatMap(record)
    }

    /// Time without a new frame between the end of the chunk before and this frame, the first of its chunk; `nil` for other
    /// frames and where the message begins.
    package func gap(before record: FrameRecord) -> Span? {
        guard let name = record.chunkName, record.status != .held else { return nil }
        var place = ordinal(shownBefore: record.ordinal)
        while let here = place, let before = self.record(here) {
            if before.mode == .overlay, before.status != .held {
                guard let other = before.chunkName, other != name, other.generation == name.generation else {
                    return nil
                }
                return record.shown - (before.shown + before.period)
            }
            guard before.mode == .overlay else { return nil }
            place = ordinal(shownBefore: here)
        }
        return nil
    }

    /// How much too late the frame came, when that is a freeze: the picture before it stood although it was due.
    package func freeze(at record: FrameRecord) -> Span? {
        record.freeze
    }
}

extension FrameRecord {
    /// Time of the picture in its chunk minus that of the sound (specification 3.11, K64): positive where the lips are ahead.
    /// `nil` where none is heard, and for what is not a new picture.
    package var drift: Span? {
        guard let soundPosition, let position, status != .held, status != .skipped else { return nil }
        return period * Int64(position.frame) - soundPosition
    }
}

extension Breakpoint.Condition {
    /// Whether a line of the log is what a run stops at. Events are not in the log.
    func holds(at entry: LogEntry, in log: SessionLog) -> Bool {
        switch entry.body {
        case .frame(let record): holds(at: record, in: log)
        case .note(let note): self == .late && note.code == .chunkLate || self == .lost && note.code == .frameLoss
        case .chunk: self == .chunkEnd
        case .tally(let tally):
            self == .late && tally.late > 0 || self == .lost && tally.lost > 0 || self == .freeze && tally.frozen != nil
        }
    }

    private func holds(at record: FrameRecord, in log: SessionLog) -> Bool {
        switch self {
        case .fault:
            switch record.status {
            case .desyncIndex, .desyncClip, .desyncBaseMissing, .noOverlay, .guess, .seam: true
            case .sync, .held, .skipped: false
            }
        case .held: record.status == .held
        case .skipped: record.status == .skipped
        case .modeChange: log.shown(before: record.ordinal).map { $0.mode != record.mode } ?? false
        case .clipChange:
            log.shown(before: record.ordinal).map {
                record.chunkName != nil && $0.chunkName == record.chunkName && $0.clip != record.clip
            } ?? false
        case .chunkStart: isChunkStart(record, in: log)
        case .chunkGap: log.gap(before: record).map { $0 > record.period } ?? false
        case .freeze: log.freeze(at: record) != nil
        case .drift(let limit): record.drift.map { $0 > limit || .zero - $0 > limit } ?? false
        case .overlay(let pattern): record.overlayKey.map { Pattern(pattern).matches($0.rawValue) } ?? false
        case .chunkEnd, .late, .lost, .event: false
        }
    }

    private func isChunkStart(_ record: FrameRecord, in log: SessionLog) -> Bool {
        guard let place = log.place(ofFrame: record.ordinal) else { return false }
        let nearest = log.chunkStarts.partitionPoint { $0 >= place }
        return nearest < log.chunkStarts.count && log.chunkStarts[nearest] == place
    }
}
