import Engine
import Events
import Sessions

/// Decides where a condition holds. Created once for a walk, so that a pattern is parsed once and not for each event.
struct BreakpointMatcher: Hashable, Sendable {
    private let condition: Breakpoint.Condition
    private let pattern: Pattern?
    /// The kinds of faults that it stops at; `nil` for a condition that is no fault by itself.
    let faultKinds: Set<AuditFinding.Kind>?

    init(_ condition: Breakpoint.Condition) {
        self.condition = condition
        (pattern, faultKinds) = (condition.pattern.map { Pattern($0, [.anyByte, .anyCase]) }, condition.faultKinds)
    }

    /// Whether events without a log entry must be examined, too, as for patterns of events.
    var looksEverywhere: Bool { if case .event = condition { true } else { false } }

    /// Whether a run stops here, at this number of events.
    /// - Parameters:
    ///   - said: indexes of the log entries written here.
    ///   - stops: the stops that begin here, of all faults that the walk is about.
    func holds(at heard: EventCount, _ said: Range<Int>, _ stops: [FaultLog.Stop], in timeline: Timeline) -> Bool {
        if looksEverywhere { return matches(timeline.history.wireName(at: heard - 1)) }
        if let faultKinds { return stops.contains { !$0.kinds.isDisjoint(with: faultKinds) } }
        let log = timeline.log
        return said.contains { holds(at: log.entries[$0], in: log) }
    }

    private func holds(at entry: LogEntry, in log: SessionLog) -> Bool {
        switch entry.body {
        case .frame(let record): holds(at: record, in: log)
        case .chunk: condition == .chunkEnd
        case .note(let note): condition.codes.contains(note.code)
        case .tally, .audible: false
        }
    }

    private func holds(at record: FrameRecord, in log: SessionLog) -> Bool {
        switch condition {
        case .held: record.status == .held
        case .skipped: record.status == .skipped
        case .modeChange: log.shown(before: record.ordinal).map { $0.mode != record.mode } ?? false
        case .clipChange:
            log.shown(before: record.ordinal).map {
                record.chunkName != nil && $0.chunkName == record.chunkName && $0.clip != record.clip
            } ?? false
        case .chunkStart: isChunkStart(record, in: log)
        case .drift(let limit): record.drift.map { $0.magnitude > limit } ?? false
        case .overlay: matches(record.overlayKey?.rawValue)
        case .when(let expression): expression.begins(at: record, in: log)
        case .fault, .chunkGap, .freeze, .chunkEnd, .late, .lost, .event, .staleTime, .reSeek, .dwell, .lane,
            .wordOrder, .sentence, .word:
            false
        }
    }

    private func matches(_ text: String?) -> Bool {
        guard let text, let pattern else { return false }
        return pattern.matches(text)
    }

    private func isChunkStart(_ record: FrameRecord, in log: SessionLog) -> Bool {
        guard let place = log.place(ofFrame: record.ordinal) else { return false }
        let nearest = log.chunkStarts.partitionPoint { $0 >= place }
        return nearest < log.chunkStarts.count && log.chunkStarts[nearest] == place
    }
}

extension Breakpoint.Condition {
    /// Codes of the notes at which it holds.
    fileprivate var codes: Set<Note.Code> {
        switch self {
        case .staleTime: [.readerStale]
        case .reSeek: [.readerSeek]
        case .dwell: [.readerDwell]
        case .lane: [.readerMode]
        case .wordOrder: [.readerOrder]
        case .sentence: [.readerSentence]
        case .word: [.readerWord]
        default: []
        }
    }

    fileprivate var pattern: String? {
        switch self {
        case .overlay(let pattern), .event(let pattern): pattern
        default: nil
        }
    }

    /// Kinds of the faults at which it stops; `nil` if it stops at something else.
    package var faultKinds: Set<AuditFinding.Kind>? {
        switch self {
        case .fault: Set(AuditFinding.Kind.faults)
        case .chunkGap: [.gap]
        case .late: [.late]
        case .lost: [.lost]
        case .freeze: [.freeze]
        default: nil
        }
    }
}
