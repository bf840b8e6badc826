import Engine
import Events

extension Breakpoint.Condition {
    /// Whether it is what a run stops at, with so many events heard.
    /// - Parameter said: places in the log of what was said then.
    func holds(at heard: EventCount, _ said: Range<Int>, in timeline: Timeline) -> Bool {
        if case .event(let pattern) = self {
            return timeline.history.wireName(at: heard - 1).map { Pattern(pattern).matches($0) } ?? false
        }
        let log = timeline.log
        if let kinds = faultKinds { return log.faults(at: heard).contains { kinds.contains($0.kind) } }
        return said.contains { holds(at: log.entries[$0], in: log) }
    }

    /// What of a run's faults it is about; `nil` for what is no fault by itself.
    private var faultKinds: [AuditFinding.Kind]? {
        switch self {
        case .fault: AuditFinding.Kind.faults
        case .chunkGap: [.gap]
        case .late: [.late]
        case .lost: [.lost]
        case .freeze: [.freeze]
        default: nil
        }
    }

    private func holds(at entry: LogEntry, in log: SessionLog) -> Bool {
        switch entry.body {
        case .frame(let record): holds(at: record, in: log)
        case .chunk: self == .chunkEnd
        case .note, .tally, .heard: false
        }
    }

    private func holds(at record: FrameRecord, in log: SessionLog) -> Bool {
        switch self {
        case .held: record.status == .held
        case .skipped: record.status == .skipped
        case .modeChange: log.shown(before: record.ordinal).map { $0.mode != record.mode } ?? false
        case .clipChange:
            log.shown(before: record.ordinal).map {
                record.chunkName != nil && $0.chunkName == record.chunkName && $0.clip != record.clip
            } ?? false
        case .chunkStart: isChunkStart(record, in: log)
        case .drift(let limit): record.drift.map { $0 > limit || .zero - $0 > limit } ?? false
        case .overlay(let pattern): record.overlayKey.map { Pattern(pattern).matches($0.rawValue) } ?? false
        case .fault, .chunkGap, .freeze, .chunkEnd, .late, .lost, .event: false
        }
    }

    private func isChunkStart(_ record: FrameRecord, in log: SessionLog) -> Bool {
        guard let place = log.place(ofFrame: record.ordinal) else { return false }
        let nearest = log.chunkStarts.partitionPoint { $0 >= place }
        return nearest < log.chunkStarts.count && log.chunkStarts[nearest] == place
    }
}
