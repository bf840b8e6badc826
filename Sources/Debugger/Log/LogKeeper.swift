import Engine
import Events

/// Writes the log of one engine, with the faults and the audible messages found meanwhile. It receives every event of
/// the engine, in order.
struct LogKeeper: Sendable {
    var log = SessionLog()
    /// Finds the faults; the same audit that `cameo check` uses.
    private var audit: Audit
    private var speech = AudibleSpeech()
    private var counters: Counters

    /// - Parameter counters: the engine's counters before any event.
    init(_ ticks: AuditTicks, _ thresholds: AuditThresholds = AuditThresholds(), from counters: Counters = Counters()) {
        (audit, self.counters) = (Audit(thresholds), counters)
        audit.ticks = ticks
    }

    /// - Parameters:
    ///   - engine: the engine after it has handled the event, if it has.
    ///   - now: session time.
    ///   - notes: about the event itself; they precede the engine's effects.
    ///   - heard: number of events of the whole session, including this one.
    mutating func receive(
        _ body: Event.Body, by engine: PlaybackEngine, at now: Instant, _ notes: [Note], _ effects: [Effect],
        heard: EventCount
    ) {
        let place = Place(heard: heard, time: now)
        let event = Event(now, body)
        let spoken = speech.receive(event, by: engine)
        var tally = Tally(from: counters, to: engine.counters)
        counters = engine.counters
        for finding in audit.receive(event, by: engine) {
            if finding.kind == .freeze { tally.frozen = finding.amount }
            log.add(finding, heard: heard)
        }
        receive(notes, at: now, heard: heard)
        for effect in effects { receive(effect, engine, place) }
        if !tally.isEmpty { append(.tally(tally), place) }
        if let spoken { append(.audible(AudibleLine(spoken)), place) }
    }

    /// Writes notes about an event that no engine has handled.
    mutating func receive(_ notes: [Note], at time: Instant, heard: EventCount) {
        for note in notes { append(note, Place(heard: heard, time: time)) }
    }

    private struct Place {
        var heard: EventCount
        var time: Instant
    }

    private mutating func receive(_ effect: Effect, _ engine: PlaybackEngine, _ place: Place) {
        switch effect {
        case .other(_, let own): receive(own, engine, place)
        case .show(let record):
            append(.frame(record), place)
            let composite = record.wasShown ? engine.framePlan.composite : nil
            for finding in audit.receive(record, composite) { log.add(finding, heard: place.heard) }
        case .note(let note): append(note, place)
        case .finishChunk(let report):
            append(.chunk(report), place)
            for finding in audit.receive(report) { log.add(finding, heard: place.heard) }
        default: break
        }
    }

    private mutating func append(_ note: Note, _ place: Place) {
        append(.note(note), place)
        if let finding = audit.receive(note) { log.add(finding, heard: place.heard) }
    }

    private mutating func append(_ body: LogEntry.Body, _ place: Place) {
        log.add(LogEntry(heard: place.heard, time: place.time, body))
    }
}
