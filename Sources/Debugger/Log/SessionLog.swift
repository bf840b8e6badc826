import Engine
import Events

/// What was said over a whole session: every line of the frame log, every note, every chunk's report.
package struct SessionLog: Sendable {
    package private(set) var entries = PackedArray<LogEntry>()
    /// Places in `entries` of the lines of the frame log, by their ordinal.
    private var frames: [Int32] = []
    /// For each frame the ordinal of the one that was on screen before it; -1 for none.
    private var shownBefore: [Int32] = []
    private var lastShown: Int32 = -1
    /// Places in `entries` of the first line of each chunk.
    package private(set) var chunkStarts: [Int] = []
    /// Places in `chunkStarts` by the chunk's number.
    private var startsByNumber: [Int: [Int]] = [:]
    private var lastChunk: ChunkName?
    /// The chunk of each place in `chunkStarts`, so that nothing has to be unpacked for it.
    package private(set) var chunkRuns: [ChunkRun] = []
    /// Frames whose overlays were made for other base frames, in their order, with the indices of those that are known.
    private var seams: [(ordinal: Int, madeFor: Int?)] = []
    private(set) var faults = FaultLog()

    /// A chunk among all messages of a session.
    package struct ChunkName: Hashable, Sendable {
        package var generation: Generation
        package var chunk: Int

        package init(generation: Generation, chunk: Int) {
            self.generation = generation
            self.chunk = chunk
        }
    }

    /// A chunk as it was played, from its first frame to its last one so far; ordinals.
    package struct ChunkRun: Hashable, Sendable {
        package let name: ChunkName
        package fileprivate(set) var frames: ClosedRange<Int>
    }

    package init() {}

    mutating func add(_ entry: LogEntry) {
        if let record = entry.record {
            shownBefore.append(lastShown)
            if record.wasShown { lastShown = Int32(clamping: frames.count) }
            frames.append(Int32(clamping: entries.count))
            if let name = record.chunkName, name != lastChunk {
                chunkStarts.append(entries.count)
                startsByNumber[name.chunk, default: []].append(chunkRuns.count)
                chunkRuns.append(ChunkRun(name: name, frames: frames.count - 1...frames.count - 1))
                lastChunk = name
            } else if record.position != nil, let run = chunkRuns.indices.last {
                chunkRuns[run].frames = chunkRuns[run].frames.lowerBound...frames.count - 1
            }
        }
        entries.append(entry)
    }

    mutating func add(_ finding: AuditFinding, heard: EventCount) {
        let shown = finding.frame.flatMap(entry(ofFrame:))?.heard
        faults.add(finding, heard: heard, isLater: shown.map { $0 < heard } ?? false)
    }

    /// What somebody found who looked at the pixels and listened to the sound of frames that are in the log. A frame that
    /// was drawn as demanded gets its status from it.
    /// - Parameter place: how many events had been heard at a moment to which no frame belongs.
    mutating func add(found findings: [AuditFinding], heardAt place: (Instant) -> EventCount) {
        for finding in findings { mark(finding) }
        faults.add(
            found: findings.compactMap { finding in
                guard let frame = finding.frame else { return (finding, place(finding.time)) }
                return entry(ofFrame: frame).map { (finding, $0.heard) }
            })
    }

    private mutating func mark(_ finding: AuditFinding) {
        guard let ordinal = finding.frame, let place = place(ofFrame: ordinal), var entry = Optional(entries[place]),
            var record = entry.record, let status = Self.status(of: finding, on: record.status)
        else { return }
        record.status = status
        record.note = finding.shortWords
        if status == .seam { seams.insert((ordinal, finding.madeFor), at: seamCount(before: ordinal)) }
        entry.body = .frame(record)
        entries.replace(place, with: entry)
    }

    /// The one that pixels tell of a frame that was drawn as demanded. Of two a seam counts.
    private static func status(of finding: AuditFinding, on status: FrameStatus) -> FrameStatus? {
        switch (finding.kind, status) {
        case (.seam, .sync), (.seam, .outside): .seam
        case (.outside, .sync): .outside
        default: nil
        }
    }

    /// Seams among the frames before this one.
    package func seamCount(before ordinal: Int) -> Int {
        (0..<seams.count).partitionPoint { seams[$0].ordinal >= ordinal }
    }

    package var seamCount: Int { seams.count }

    /// Index of the base frame that the overlay of a frame fits, where that is another one than was demanded.
    package func madeFor(_ ordinal: Int) -> Int? {
        let place = seamCount(before: ordinal)
        return seams.indices.contains(place) && seams[place].ordinal == ordinal ? seams[place].madeFor : nil
    }

    /// Places in `entries` of the first line of each chunk with this number, in any message.
    func starts(ofChunk number: Int) -> [Int] { (startsByNumber[number] ?? []).map { chunkStarts[$0] } }

    /// Each chunk with this number, in the order in which they were played.
    func runs(ofChunk number: Int) -> [ChunkRun] { (startsByNumber[number] ?? []).map { chunkRuns[$0] } }

    /// Lines of the frame log.
    package var frameCount: Int { frames.count }

    /// Place in `entries` of the frame with this ordinal; `nil` when there is none (yet).
    package func place(ofFrame ordinal: Int) -> Int? { frames.indices.contains(ordinal) ? Int(frames[ordinal]) : nil }
    /// The same of the frame that is on screen after so many events.
    package func place(ofFrameAfter heard: EventCount) -> Int? { frame(after: heard).flatMap(place(ofFrame:)) }
    package func entry(ofFrame ordinal: Int) -> LogEntry? { place(ofFrame: ordinal).map { entries[$0] } }
    /// The ordinal of the frame that was on screen before this one; `nil` for the first.
    package func ordinal(shownBefore ordinal: Int) -> Int? {
        guard shownBefore.indices.contains(ordinal), shownBefore[ordinal] >= 0 else { return nil }
        return Int(shownBefore[ordinal])
    }

    package func record(_ ordinal: Int) -> FrameRecord? { entry(ofFrame: ordinal)?.record }

    /// How many entries had been said after `heard` events.
    package func entryCount(upTo heard: EventCount) -> Int { entries.partitionPoint { $0.heard > heard } }

    /// The ordinal of the last frame that had been shown after `heard` events; `nil` before the first one.
    package func frame(after heard: EventCount) -> Int? {
        let place = frames.partitionPoint { entries[Int($0)].heard > heard }
        return place > 0 ? place - 1 : nil
    }

    /// The line of the frame that was on screen after `heard` events; `nil` before the first one.
    package func entryOnScreen(after heard: EventCount) -> LogEntry? {
        guard let last = frame(after: heard), let entry = entry(ofFrame: last) else { return nil }
        return entry.record?.wasShown == true ? entry : ordinal(shownBefore: last).flatMap(self.entry(ofFrame:))
    }

    /// The ordinal of the last frame at `time`; `nil` before the first one.
    package func frame(at time: Instant) -> Int? {
        let place = frames.partitionPoint { entries[Int($0)].time > time }
        return place > 0 ? place - 1 : nil
    }
}

extension FrameRecord {
    package var chunkName: SessionLog.ChunkName? {
        position.map { SessionLog.ChunkName(generation: generation, chunk: $0.chunk) }
    }

    /// Whether it was on screen: a skipped frame never was.
    package var wasShown: Bool { status != .skipped }

    /// Nothing is known to be wrong with it, and an overlay was drawn that may not fit its base frame: only pixels tell.
    package var trustsOverlay: Bool { (status == .sync || status == .guess) && overlayKey != nil }
}

extension SessionLog {
    /// The frame that was on screen before the one with this ordinal.
    package func shown(before ordinal: Int) -> FrameRecord? {
        self.ordinal(shownBefore: ordinal).flatMap(record)
    }
}

extension SessionLog {
    /// How long the picture stood that a held frame left on screen: until the next frame came. `nil` for other frames, and
    /// while none has come.
    package func hold(at record: FrameRecord) -> Span? {
        guard record.status == .held else { return nil }
        var place = record.ordinal + 1
        while let next = self.record(place) {
            if next.wasShown { return next.shown - record.shown }
            place += 1
        }
        return nil
    }
}

/// Which frame a mark is of. A session's own clock shows the same frame some milliseconds earlier or later than a replay does.
extension SessionLog {
    /// The frame that was on screen at that time, or the next one where that came right behind it; `nil` where no frame of that time
    /// has been heard.
    package func frame(of mark: Mark) -> Int? {
        let shown = frame(at: mark.time)
        let next = shown.map { $0 + 1 } ?? 0
        guard let begin = entry(ofFrame: next) else {
            // Behind the last frame it may be of one that has not been heard.
            guard let shown, let last = entry(ofFrame: shown), let period = last.record?.period else { return nil }
            return mark.time - last.time <= period ? shown : nil
        }
        let wait = begin.time - mark.time
        guard let period = begin.record?.period, wait.microseconds * 2 < period.microseconds else { return shown }
        guard let shown, let last = entry(ofFrame: shown) else { return next }
        return wait < mark.time - last.time ? next : shown
    }

    /// Where a playhead is sent for it.
    package func goal(of mark: Mark) -> Goal { frame(of: mark).map { .frame($0) } ?? .time(mark.time) }
}

/// Writes down what one engine says, and what is found and heard of it meanwhile. Fed with every event that the engine hears, in order.
struct LogKeeper: Sendable {
    var log = SessionLog()
    /// Finds the faults of what is heard: the same that `cameo check` uses.
    private var audit: Audit
    private var speech = AudibleSpeech()
    private var counters: Counters

    /// - Parameter counters: the engine's, before anything is heard.
    init(_ ticks: AuditTicks, _ thresholds: AuditThresholds = AuditThresholds(), from counters: Counters = Counters()) {
        (audit, self.counters) = (Audit(thresholds), counters)
        audit.ticks = ticks
    }

    /// - Parameters:
    ///   - engine: after it has heard the event, where it has.
    ///   - now: time of the session.
    ///   - notes: on the event itself; they stand before what the engine says.
    ///   - heard: events of the whole session, this one included.
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

    /// Notes on an event that no engine has heard.
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
