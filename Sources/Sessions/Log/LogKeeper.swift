import Engine
import Events

/// Writes the log of one engine, with the audible messages found meanwhile and what its judge finds. It receives every event of the
/// engine, in order.
struct LogKeeper: Sendable {
    var log = SessionLog()
    /// `nil` if nobody judges the session.
    private var judge: (any SessionJudge)?
    private var speech = AudibleSpeech()
    private var counters: Counters

    /// - Parameters:
    ///   - judge: that has received nothing yet.
    ///   - counters: the engine's counters before any event.
    init(_ judge: (any SessionJudge)?, from counters: Counters = Counters()) {
        (self.judge, self.counters) = (judge, counters)
    }

    /// - Parameters:
    ///   - engine: the engine after it has handled the event, if it has.
    ///   - now: session time.
    ///   - notes: about the event itself; they precede the engine's effects.
    ///   - heard: number of events of the whole session, including this one.
    mutating func logEvent(
        _ body: Event.Body, by engine: PlaybackEngine, at now: Instant, _ notes: [Note], _ effects: [Effect],
        heard: EventCount
    ) {
        let place = Place(heard: heard, time: now)
        let event = Event(now, body)
        let spoken = speech.receiveEvent(event, by: engine)
        var tally = Tally(from: counters, to: engine.counters)
        counters = engine.counters
        let judgement = judge?.judge(event, by: engine, notes, effects)
        tally.frozen = judgement?.frozen
        for note in notes { append(.note(note), place) }
        for effect in effects { write(effect, place) }
        for finding in judgement?.findings ?? [] { log.addFinding(finding, heard: heard) }
        if !tally.isEmpty { append(.tally(tally), place) }
        if let spoken { append(.audible(AudibleLine(spoken)), place) }
    }

    /// Writes notes about an event that no engine has handled.
    mutating func logNotes(_ notes: [Note], at time: Instant, heard: EventCount) {
        let findings = judge?.judge(notes) ?? []
        for note in notes { append(.note(note), Place(heard: heard, time: time)) }
        for finding in findings { log.addFinding(finding, heard: heard) }
    }

    private struct Place {
        var heard: EventCount
        var time: Instant
    }

    private mutating func write(_ effect: Effect, _ place: Place) {
        switch effect {
        case .other(_, let own): write(own, place)
        case .show(let record): append(.frame(record), place)
        case .note(let note): append(.note(note), place)
        case .finishChunk(let report): append(.chunk(report), place)
        default: break
        }
    }

    private mutating func append(_ body: LogEntry.Body, _ place: Place) {
        log.appendEntry(LogEntry(heard: place.heard, time: place.time, body))
    }
}
