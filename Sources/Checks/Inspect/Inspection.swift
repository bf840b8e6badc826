import Debugger
import Decoding
import Engine
import Events
import JSON
import Panels
import Playback
import Sessions
import Settings
import Tapes
import Typesetting

/// What `cameo inspect` says about a tape.
package struct Inspection {
    let tape: TapeReader
    private let file: String
    private let playing: TapePlaying
    private let findsAll: Bool
    let write: (String) throws -> Void

    /// - Parameters:
    ///   - file: as the user names it; text is played from a temporary tape.
    ///   - findsAll: looks at the pixels, too, and lists all that is found.
    ///   - write: takes one line of output, without its end.
    package init(
        _ tape: TapeReader, of file: String, _ playing: TapePlaying, findsAll: Bool = false,
        write: @escaping (String) throws -> Void
    ) {
        self.tape = tape
        self.file = file
        self.playing = playing
        self.findsAll = findsAll
        self.write = write
    }

    func begin(_ watcher: (any RunWatcher)? = nil) throws -> VirtualRun {
        try VirtualRun(tape, playing, watcher: watcher)
    }

    // MARK: Every shown frame

    package func frames(asJSON: Bool) throws {
        var run = try begin()
        if !asJSON { try write(FrameLine.header) }
        try run.run { item in
            switch item {
            case .frame(let record, _): try write(asJSON ? FrameJSON.line(record).text : FrameLine.text(record))
            case .note(let note) where !asJSON, .tile(_, let note) where !asJSON, .reading(_, let note) where !asJSON:
                try write(Self.line(note))
            case .note, .tile, .reading, .chunk: break
            }
        }
        if !asJSON { try write("# \(Coverage(seams: false, sound: false).missing)") }
    }

    static func shown(_ text: String) -> String { CheckText.shown(text) }

    private static func line(_ note: Note) -> String {
        "# \(note.time.inSeconds) \(note.code.rawValue) \(shown(note.text))"
    }

    // MARK: The tile

    /// Every change of what the tile of a call shows (picture-in-picture 10).
    package func tile(asJSON: Bool) throws {
        var (run, isOfCall) = (try begin(), false)
        if !asJSON { try write(TileLine.header) }
        try run.run { item in
            switch item {
            case .tile(let record, let note):
                isOfCall = true
                let line = TileLine.text(record, at: note.time)
                try write(asJSON ? TileLine.json(record, at: note.time).text : Self.shown(line))
            case .note(let note) where note.code == .mediaFailed && !asJSON: try write(Self.line(note))
            case .note, .reading, .frame, .chunk: break
            }
        }
        if !asJSON, !isOfCall { try write("# this recording contains no call") }
    }

    // MARK: Picture and sound

    /// The drift of every frame for which it is known (K64): as CSV, or an object for each chunk. A CSV without any says
    /// why.
    package func drift(asJSON: Bool) throws {
        var run = try begin()
        var (series, isKnown) = (DriftSeries(), false)
        if !asJSON { try write(DriftSeries.header) }
        try run.run { item in
            guard case .frame(let record, _) = item, record.drift != nil else { return }
            isKnown = true
            guard asJSON else { return try write(DriftSeries.line(record)) }
            if let whole = series.receive(record) { try write(whole.text) }
        }
        if let whole = series.finish() { try write(whole.text) }
        if !isKnown, !asJSON { try write(DriftSeries.missing) }
    }

    /// How far the mouths are from the sound, by what both contain.
    package func lips(asJSON: Bool) throws {
        let watch = LipWatch(tape)
        var run = try begin(watch)
        try run.run { _ in }
        let lips = watch.finish()
        if asJSON { return try write(LipReport.json(lips, isWhole: true).text) }
        for line in LipReport.lines(lips) { try write(line) }
    }

    // MARK: Events, chunks and a summary

    package func summary(asJSON: Bool) throws {
        var outcome = InspectedRun()
        var options = CheckOptions()
        if findsAll { options.findingsKept = Self.findingsKept }
        let watch = CheckWatch(tape, options, looksAtPixels: findsAll)
        var run = try begin(watch)
        try watch.follow(&run) { outcome.receiveItem($0) }
        if let cut = run.openChunk { outcome.receiveItem(.chunk(cut)) }
        var found = CheckResult(file: file)
        found.hearing = run.hearing
        watch.end(&found)
        try tape.confirmBlobsRead()
        outcome.receiveStalls(found.stalls)
        let events = try EventRuns(tape)
        outcome.cutOff = run.answersCutOff
        if asJSON { return try write(json(outcome, run.counters, events, found).text) }
        try writeEvents(events)
        try writeChunks(outcome)
        try writeMessages(outcome.messages)
        try writeMarks(try tape.marks(of: file))
        for note in outcome.notes { try write(Self.line(note)) }
        if outcome.noteCount > outcome.notes.count {
            try write("# \(plural(outcome.noteCount - outcome.notes.count, "more note"))")
        }
        if findsAll { try writeFindings(found) }
        try writeSummary(outcome, run.counters, events, found)
    }

    /// Of one kind.
    private static let findingsKept = 1_000

    private func writeFindings(_ found: CheckResult) throws {
        try write("findings")
        for line in CheckText.findings(found, where: { _ in true }) { try write(line) }
        if found.findings.isEmpty { try write("  none") }
    }

    private func writeEvents(_ events: EventRuns) throws {
        try write("events")
        for run in events.runs {
            let times =
                run.count == 1
                ? run.first.inSeconds : "\(run.first.inSeconds) to \(run.last.inSeconds)"
            let count = run.count == 1 ? "" : " x\(run.count)"
            try write("  \(TerminalText.column(times, toCells: 23))\(run.text)\(count)")
        }
        if events.isCut { try write("  ... and more; see `cameo convert` for every event") }
    }

    private func writeChunks(_ outcome: InspectedRun) throws {
        let chunks = outcome.chunks
        guard !chunks.isEmpty else { return }
        try write("chunks")
        try write(
            "  message chunk announced received shown held no-overlay skipped lost late twice sound end  from      to        "
                + "drift (least, most, last)")
        for chunk in chunks {
            let announced = chunk.announced.map(String.init) ?? "-"
            let fields: [(String, Int)] = [
                ("\(chunk.generation)", 7), ("\(chunk.chunk)", 5), (announced, 9), ("\(chunk.received)", 8),
                ("\(chunk.shown)", 5), ("\(chunk.held)", 4), ("\(chunk.noOverlay)", 10), ("\(chunk.skipped)", 7),
                ("\(chunk.lost.count)", 4),
                ("\(chunk.late)", 4), ("\(chunk.duplicates)", 5), (chunk.hasSound ? "yes" : "no", 5),
                (chunk.end.rawValue, 4),
                (chunk.started.map(\.inSeconds) ?? "-", 9), (chunk.ended.inSeconds, 9),
            ]
            let drift = DriftSeries.text(outcome.drifts[SessionLog.ChunkName(chunk)])
            try write("  " + fields.map { TerminalText.column($0, toCells: $1 + 1) }.joined() + drift)
        }
    }

    private func writeMessages(_ messages: [MessageFigures]) throws {
        let spoken = messages.filter { $0.lookups > 0 || $0.chunksStarted > 0 }
        guard !spoken.isEmpty else { return }
        try write("picture lookups by message")
        for figures in spoken {
            try write(
                "  \(TerminalText.column("\(figures.generation)", toCells: 8))\(MessageText.lookups(figures)); "
                    + "\(MessageText.stalls(figures)); \(MessageText.progress(figures))")
            if !figures.missed.isEmpty { try write("          missed: \(MessageText.missed(figures, atMost: 5))") }
        }
    }

    private func writeMarks(_ marks: [Mark]) throws {
        guard !marks.isEmpty else { return }
        try write("marks")
        for mark in marks {
            let note = mark.note.isEmpty ? "" : ": \(Self.shown(mark.note))"
            try write("  \(TerminalText.padded(mark.time.inSeconds, toCells: 22)) \(Self.shown(mark.name))\(note)")
        }
    }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private func writeSummary(
        _ outcome: InspectedRun, _ counters: Counters, _ events: EventRuns, _ found: CheckResult
    ) throws {
        try write("summary")
        let meta = try tape.meta()
        let how = found.hearing.notice ?? (found.isReplay ? "replayed as recorded" : "replayed from the stream")
        try write(
            "  tape       \((.zero + (try tape.duration())).inSeconds) s, \(Self.entries(try tape.count())), \(how)"
        )
        if let program = meta["program"] { try write("  made by    \(Self.shown(program))") }
        if let started = meta["started"] {
            let zone = meta["time_zone"].map { "; local time \($0)" } ?? ""
            let until = meta["ended"].map { " to \($0)" } ?? ""
            let host = meta["host"].map { ", on \($0)" } ?? ""
            try write("  recorded   \(Self.shown("from \(started)\(until)\(zone)\(host)"))")
        }
        if let source = meta["source"] { try write("  source     \(Self.shown(source))") }
        if let command = meta["command"] { try write("  command    \(Self.shown(command))") }
        try write(
            "  stream     \(plural(events.total, "event")), \(plural(counters.messagesFinished, "message")) finished, "
                + (outcome.cutOff > 0 ? "\(outcome.cutOff) cut off, " : "") + Self.played(outcome.chunks)
        )
        let statuses = Self.statuses(found).map { "\($0.rawValue) \($1)" }.joined(separator: ", ")
        try write("  frames     \(counters.shown) shown" + (statuses.isEmpty ? "" : ": \(statuses)"))
        let kinds = Self.trouble(found).map { "\($0.rawValue) \($1)" }.joined(separator: ", ")
        let missing = found.judged.missing
        try write("  trouble    " + (kinds.isEmpty ? "none found" : kinds) + (missing.isEmpty ? "" : "; \(missing)"))
        try write(
            "  counts     \(counters.lost) lost, \(found.figures.late) late, \(counters.duplicates) duplicate, \(counters.stale) stale, "
                + "\(plural(found.decodeFailures, "broken picture")), \(plural(outcome.noteCount, "note"))")
    }

    private static func played(_ chunks: [ChunkReport]) -> String {
        let cut = chunks.count { $0.end == .cut }
        return "\(plural(chunks.count - cut, "chunk")) played" + (cut > 0 ? " and \(cut) cut off" : "")
    }

    private static func statuses(_ found: CheckResult) -> [(FrameStatus, Int)] {
        FrameStatus.allCases.map { ($0, found.figures.count($0)) }.filter { $1 > 0 }
    }

    /// Faults by their kinds.
    private static func trouble(_ found: CheckResult) -> [(AuditFinding.Kind, Int)] {
        AuditFinding.Kind.faults.map { ($0, found.kinds[$0] ?? 0) }.filter { $1 > 0 }
    }

    private func json(
        _ outcome: InspectedRun, _ counters: Counters, _ events: EventRuns, _ found: CheckResult
    ) throws -> JSON {
        [
            "file": .string(file),
            "duration_ms": .milliseconds(try tape.duration()),
            "entries": .number(try tape.count()),
            "replay": .bool(found.isReplay),
            "other_rules": .number(found.hearing.otherRules),
            "recording": .object(
                JSONObject(try tape.meta().sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
            "events": .number(events.total),
            "messages": .number(counters.messagesFinished),
            "messages_cut_off": .number(outcome.cutOff),
            "frames": .number(counters.shown),
            "statuses": .object(JSONObject(Self.statuses(found).map { .init($0.rawValue, .number($1)) })),
            "trouble": .object(JSONObject(Self.trouble(found).map { .init($0.rawValue, .number($1)) })),
            "judged": CheckJSON.judged(found.judged),
            "findings": findsAll ? .array(found.findings.map(CheckJSON.finding)) : .null,
            "lost": .number(counters.lost),
            "late": .number(found.figures.late),
            "duplicates": .number(counters.duplicates),
            "stale": .number(counters.stale),
            "decode_failures": .number(found.decodeFailures),
            "notes": .number(outcome.noteCount),
            "chunks": .array(outcome.chunks.map { Self.json($0, outcome.drifts[SessionLog.ChunkName($0)]) }),
            "message_figures": .array(outcome.messages.map(Self.json)),
            "marks": .array(
                try tape.marks(of: file).map {
                    ["t_ms": .double($0.time.milliseconds), "name": .string($0.name), "note": .string($0.note)]
                }),
        ]
    }

    private static func json(_ figures: MessageFigures) -> JSON {
        func stalls(_ stalls: AuditFigures.Times) -> JSON {
            [
                "count": .number(stalls.count), "longest_ms": .milliseconds(stalls.longest),
                "total_ms": .milliseconds(stalls.total),
            ]
        }
        return [
            "generation": .number(figures.generation), "received": .number(figures.received),
            "rendered": .number(figures.rendered), "skipped": .number(figures.skipped),
            "lookups": .number(figures.lookups), "hits": .number(figures.hits),
            "misses": .number(figures.misses), "hit_rate": figures.hitRate.map { .double($0) } ?? .null,
            "missed": .array(
                figures.missed.map { missed in
                    [
                        "chunk": .number(missed.chunk), "sequence": .number(missed.sequence),
                        "key": missed.key.map { .string($0.rawValue) } ?? .null,
                        "late_ms": .milliseconds(missed.late),
                    ]
                }),
            "freezes": stalls(figures.stalls.freezes), "gaps": stalls(figures.stalls.gaps),
            "chunks_started": .number(figures.chunksStarted),
            "chunks_completed": .number(figures.chunksCompleted),
        ]
    }

    private static func json(_ chunk: ChunkReport, _ drift: DriftFigures?) -> JSON {
        [
            "generation": .number(chunk.generation),
            "chunk": .number(chunk.chunk),
            "announced": .number(chunk.announced),
            "received": .number(chunk.received),
            "shown": .number(chunk.shown),
            "held": .number(chunk.held),
            "no_overlay": .number(chunk.noOverlay),
            "skipped": .number(chunk.skipped),
            "lost": .array(chunk.lost.map { .number($0) }),
            "late": .number(chunk.late),
            "duplicates": .number(chunk.duplicates),
            "sound": .bool(chunk.hasSound),
            "started_ms": .milliseconds(chunk.started),
            "ended_ms": .milliseconds(chunk.ended),
            "end": .string(chunk.end.rawValue),
            "drift": drift.map { .object(DriftSeries.figures($0)) } ?? .null,
        ]
    }
}

extension SessionLog.ChunkName {
    fileprivate init(_ report: ChunkReport) { self.init(generation: report.generation, chunk: report.chunk) }
}
