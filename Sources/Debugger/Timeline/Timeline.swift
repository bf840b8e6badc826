import Engine
import Events

/// Where wire events are kept once they have been heard.
package protocol WireArchive: Sendable {
    /// The event in normal form; `nil` when it cannot be read any more.
    func event(_ entry: History.EntryID) -> WireEvent?
}

/// An engine with its past: everything that it heard and said, and a playhead that goes anywhere in it.
///
/// The engine goes on hearing at the edge, whether the playhead is there or not (architecture, promise 5). The playhead's state is
/// the one that the engine had, bit for bit: it is run again from the nearest copy (promises 1 and 3).
package struct Timeline: Sendable {
    /// The engine as it is now.
    package private(set) var edge: PlaybackEngine
    package private(set) var history = History()
    package private(set) var log = SessionLog()
    /// Finds the faults of what is heard: the same that `cameo check` uses.
    private var audit = Audit()
    private var speech = HeardSpeech()
    private let archive: any WireArchive
    private var shelf: SnapshotStore
    /// `nil` while the playhead is at the edge.
    private var past: Past?

    private struct Past: Sendable {
        var heard: EventCount
        var engine: PlaybackEngine
        /// An event on the way here could not be read any more, so that the state may be another than it was.
        var isDoubtful = false
    }

    /// - Parameters:
    ///   - ticks: whose they are.
    ///   - snapshotInterval: work between two copies of the engine, in units of one tick.
    ///   - snapshotBytes: what all copies together may take.
    package init(
        _ engine: PlaybackEngine, archive: any WireArchive, ticks: AuditTicks = .live, snapshotInterval: Int = 600,
        snapshotBytes: Int = 64 << 20
    ) {
        edge = engine
        audit.ticks = ticks
        self.archive = archive
        shelf = SnapshotStore(start: engine, interval: snapshotInterval, byteLimit: snapshotBytes)
    }

    // MARK: The edge

    /// Lets the engine hear something from its own side.
    package mutating func receive(_ input: LocalInput, at time: Instant) -> [Effect] {
        history.add(input, at: time)
        return receive(Event(time, .local(input)), work: 1)
    }

    /// Lets the engine hear something that came over the wire.
    /// - Parameters:
    ///   - entry: under which the archive has it.
    ///   - name: the event's own name on the wire.
    ///   - oddities: what was strange about it, for the log.
    package mutating func receive(
        _ event: WireEvent, entry: History.EntryID, named name: String, at time: Instant, oddities: [String] = []
    ) -> [Effect] {
        history.add(wire: entry, named: name, at: time)
        let odd = oddities.map { Note(time: max(time, edge.now), code: .odd, text: $0) }
        return odd.map(Effect.note) + receive(Event(time, .wire(event)), work: event.work, odd)
    }

    private mutating func receive(_ event: Event, work: Int, _ notes: [Note] = []) -> [Effect] {
        let before = edge.counters
        let effects = edge.handle(event)
        let spoken = speech.receive(Event(edge.now, event.body), by: edge)
        var tally = Tally(from: before, to: edge.counters)
        for finding in audit.receive(Event(edge.now, event.body), by: edge) {
            if finding.kind == .freeze { tally.frozen = finding.amount }
            log.add(finding, heard: history.count)
        }
        for note in notes { append(note) }
        for effect in effects {
            switch effect {
            case .show(let record): append(record)
            case .note(let note): append(note)
            case .finishChunk(let report):
                append(.chunk(report))
                for finding in audit.receive(report) { log.add(finding, heard: history.count) }
            default: break
            }
        }
        if !tally.isEmpty { append(.tally(tally)) }
        if let spoken { append(.heard(HeardLine(spoken))) }
        shelf.pass(history.count, work: work, edge)
        return effects
    }

    private mutating func append(_ body: LogEntry.Body) {
        log.add(LogEntry(heard: history.count, time: edge.now, body))
    }

    private mutating func append(_ note: Note) {
        append(.note(note))
        if let finding = audit.receive(note) { log.add(finding, heard: history.count) }
    }

    private mutating func append(_ record: FrameRecord) {
        append(.frame(record))
        let composite = record.wasShown ? edge.framePlan.composite : nil
        for finding in audit.receive(record, composite) { log.add(finding, heard: history.count) }
    }

    /// What somebody found in what has been heard who looked at pixels and listened to sound. What is known is not added
    /// once more.
    package mutating func add(found findings: [AuditFinding]) {
        let history = history
        log.add(found: findings) { time in max(1, min(history.heard(before: time) + 1, history.count)) }
    }

    // MARK: The playhead

    package var isAtEdge: Bool { past == nil }
    /// Whether the playhead's state may be another than it was, because an event could not be read again.
    package var isDoubtful: Bool { past?.isDoubtful ?? false }
    /// The engine at the playhead.
    package var engine: PlaybackEngine { past?.engine ?? edge }
    /// How many events had been heard at the playhead.
    package var heard: EventCount { past?.heard ?? history.count }
    /// Session time at the playhead.
    package var now: Instant { past?.engine.now ?? edge.now }

    /// Moves the playhead to where `target` events had been heard; beyond the ends to the ends.
    ///
    /// Going forward takes the time of what is passed. Going back runs from the nearest copy, half an interval of work on
    /// the average.
    package mutating func move(to target: EventCount) {
        let target = max(0, target)
        guard target < history.count else { return moveToEdge() }
        past = state(at: target)
    }

    /// The playhead stays where it is while the edge moves on.
    package mutating func stay() {
        if past == nil { past = Past(heard: history.count, engine: edge) }
    }

    /// Back to live.
    package mutating func moveToEdge() { past = nil }

    private func state(at target: EventCount) -> Past {
        let copy = shelf.nearest(to: target)
        var state = Past(heard: copy.heard, engine: copy.engine)
        if let past, !past.isDoubtful, (copy.heard...target).contains(past.heard) { state = past }
        while state.heard < target {
            let event = event(at: state.heard)
            if event == nil { state.isDoubtful = true }
            _ = state.engine.handle(event ?? Event(history.moments[state.heard].time, .wire(.ignored(name: ""))))
            state.heard += 1
        }
        return state
    }

    /// The event that was heard as number `place` from 0; `nil` when it cannot be read any more.
    private func event(at place: Int) -> Event? {
        let moment = history.moments[place]
        switch moment.body {
        case .local(let input): return Event(moment.time, .local(input))
        case .wire(let entry, _): return archive.event(entry).map { Event(moment.time, .wire($0)) }
        }
    }

    /// The engine after `target` events, without moving the playhead.
    package func engine(at target: EventCount) -> PlaybackEngine {
        target >= history.count ? edge : state(at: max(0, target)).engine
    }

    /// Copies of the engine that are kept, and what they take in bytes, about.
    package var copies: (count: Int, byteCount: Int) { (shelf.count, shelf.byteCount) }
}

extension WireEvent {
    /// Cost of reading it again and hearing it, in units of one tick; measured on the demo tape.
    fileprivate var work: Int {
        switch self {
        case .overlaysArrived(let batch): 40 + 8 * batch.frames.count
        case .audioArrived(let audio): 40 + 5 * audio.frames.count
        case .chunkDescribed(let description): 40 + 5 * description.frames.count
        case .manifestArrived(.clips(let clips)): 20 + 2 * clips.count
        default: 12
        }
    }
}
