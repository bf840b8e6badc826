import Engine
import Events
import Sessions

/// Judges a run of the engine while it continues. It receives every event and every effect of the engine, in order,
/// reports faults, and counts and measures the rest.
///
/// It does not trust the engine: a frame's status is judged from what was drawn. Memory does not grow with the length
/// of the run.
package struct Audit: Sendable {
    package private(set) var figures = AuditFigures()
    private var picture = AuditPicture()
    private var timing: AuditTiming
    private var start: AuditStart
    private var sound: AuditSound
    private var answers = AuditAnswers()
    private var waits = AuditWaits()
    private var decoding = AuditDecoding()
    private var link = AuditLink()
    private var arrivals = AuditArrivals()
    /// When the connection was lost that cut off the last answer.
    private var brokenOff: Instant?
    /// When the first frame of the idle clip arrived.
    private var idleBegan: Instant?
    private var period = TimeSpan.zero
    /// Whether the results of decoding every sound are reported; otherwise sound is not judged.
    package var hearsSounds = false {
        didSet { figures.sounds = hearsSounds ? AuditFigures.Sounds() : nil }
    }
    package var ticks = AuditTicks.made
    private var wraps = false
    private var duplicates = 0
    private var late = 0
    private var generation: Generation = 0
    /// Message of the last frame that belonged to one.
    private var shownGeneration: Generation?

    /// The last stall of the recording host.
    package var stall: Range<Instant>? { timing.stall }

    package init(_ thresholds: AuditThresholds = AuditThresholds(), ticks: AuditTicks = .made) {
        self.ticks = ticks
        timing = AuditTiming(thresholds)
        start = AuditStart(limit: thresholds.start)
        sound = AuditSound(thresholds)
    }

    /// - Parameter engine: the engine after it has handled the event.
    package mutating func receiveEvent(_ event: Event, by engine: PlaybackEngine) -> [AuditFinding] {
        wraps = engine.settings.wrapsBaseIndex
        generation = engine.generation
        picture.receive(event, generation: generation)
        // Nothing of an older message counts as the current one's.
        let isOthers = if case .wire = event.body { engine.wasPassedOver } else { false }
        var unshown: AuditFinding?
        start.paused = event.time - timing.playing(event.time)
        if !isOthers {
            unshown = start.receiveEvent(event, generation: engine.generation, &figures)
            waits.receiveEvent(event, generation: generation)
        }
        period = engine.settings.period
        sound.isPacedBySound = engine.settings.clock == .sound
        sound.isExact = ticks == .made
        let sounding = engine.sounding
        let wasAwaiting = answers.awaited != nil
        var findings = answers.receiveEvent(event, by: engine, sounding: sounding?.generation, &figures)
        findings += timing.receiveEvent(
            event, engine, sounding: sounding, isOthers: isOthers, wasAwaiting: wasAwaiting, ticks, &figures)
        findings += decoding.receiveEvent(event, by: engine)
        followIdleClip(event, engine)
        link.receive(event, isMade: ticks == .made, &figures)
        findings += [failedSound(event), unshown].compactMap { $0 }
        arrivals.begin(generation)
        count(engine.counters, event, &findings)
        if !isOthers { arrivals.keep(event) }
        brokenOff = findings.last { $0.kind == .brokenOff }?.time ?? brokenOff
        return findings
    }

    /// Measures how long the idle clip took to arrive. Until then its frames are played as they arrive, which is no
    /// fault.
    private mutating func followIdleClip(_ event: Event, _ engine: PlaybackEngine) {
        guard figures.idleClip == nil, case .wire(let wire) = event.body else { return }
        switch wire {
        case .baseFrameArrived(engine.idleClip, _, _): idleBegan = idleBegan ?? event.time
        case .clipCompleted(engine.idleClip, _): break
        default: return
        }
        guard let idleBegan, engine.readyClips.contains(engine.idleClip) else { return }
        figures.idleClip = event.time - idleBegan
    }

    /// A sound that the engine reports as undecodable, if no decoder reports its results.
    private func failedSound(_ event: Event) -> AuditFinding? {
        guard !hearsSounds, case .local(.soundFailed(let chunk, generation, let reason)) = event.body else {
            return nil
        }
        return AuditSound.failed(chunk, generation, reason, at: event.time)
    }

    /// Counts late and duplicate events from the engine's counters, because the engine writes a note for only a few
    /// of them.
    private mutating func count(_ counters: Counters, _ event: Event, _ findings: inout [AuditFinding]) {
        figures.messages = counters.messagesFinished
        if counters.late > late {
            findings.append(arrivals.late(event, Self.late(counters.late - late, in: event)))
        }
        if counters.duplicates > duplicates {
            findings.append(arrivals.again(event, counters.duplicates - duplicates))
        }
        (late, duplicates) = (counters.late, counters.duplicates)
        (figures.duplicates, figures.lost) = (counters.duplicates, counters.lost)
        // Frames, chunks, and the sound of chunks.
        figures.late = counters.late + counters.lateSounds
    }

    private static func chunk(of event: Event) -> String {
        guard case .wire(let wire) = event.body, let chunk = wire.chunk else { return "" }
        return " of chunk \(chunk)"
    }

    /// Describes what of a chunk arrived too late. A batch of a skipped chunk counts once, with all its pictures.
    private static func late(_ count: Int, in event: Event) -> String {
        let chunk = chunk(of: event)
        guard case .wire(let wire) = event.body else { return plural(count, "event") + chunk }
        switch wire {
        case .audioArrived: return "the sound" + chunk
        case .overlaysArrived(let batch) where batch.frames.count != count:
            return (count > 1 ? "\(count) of \(batch.frames.count) " : "") + "pictures\(chunk) "
                + (count > 1 ? "in one batch" : "in a batch of \(batch.frames.count)")
        case .overlaysArrived: return plural(count, "picture") + chunk
        case .chunkSent: return "the announcement" + chunk
        case .chunkDescribed: return "the description" + chunk
        default: return plural(count, "event")
        }
    }

    /// - Parameter composite: the picture on screen from then on.
    package mutating func receiveFrame(_ record: FrameRecord, _ composite: Composite?) -> [AuditFinding] {
        let judged = picture.judge(record, composite, wraps: wraps)
        if record.status != .skipped { figures.frames += 1 }
        if record.position != nil, record.generation != shownGeneration {
            shownGeneration = record.generation
            figures.shownMessages += 1
        }
        let isGuess = record.isGuess && record.status != .skipped && record.status != .held
        if isGuess { figures.guesses += 1 }
        answers.receiveFrame(record)
        arrivals.receive(record)
        figures.statuses[judged.status, default: 0] += 1
        var findings: [AuditFinding] = []
        if judged.status == .guess {
            let found = "\(Self.guessed): \(judged.found)"
            findings.append(AuditFinding(.guess, record, expected: Self.own, found: found))
        } else if let kind = judged.status.finding {
            findings.append(AuditFinding(kind, record, expected: judged.expected, found: judged.found))
        }
        if judged.status == .noOverlay {
            figures.withoutOverlay += 1
        } else if Self.lacksOverlay(record, composite) {
            // Its status is another fault.
            figures.withoutOverlay += 1
            let overlay = record.overlayKey.map { "overlay \($0.rawValue)" } ?? "an overlay"
            findings.append(AuditFinding(.noOverlay, record, expected: overlay, found: "drawn without \(overlay)"))
        }
        if isGuess, judged.status != .guess {
            findings.append(AuditFinding(.guess, record, expected: Self.own, found: Self.guessed))
        }
        if let finding = decoding.receiveFrame(record) { findings.append(finding) }
        findings += timing.receiveFrame(record, &figures)
        start.paused = record.shown - timing.playing(record.shown)
        if let finding = start.receiveFrame(record, &figures) { findings.append(finding) }
        return findings
    }

    /// Whether a frame of a chunk was drawn without its overlay.
    private static func lacksOverlay(_ record: FrameRecord, _ composite: Composite?) -> Bool {
        guard record.position != nil, record.status != .held, record.status != .skipped, let composite else {
            return false
        }
        return composite.overlay == nil
    }

    package mutating func receiveReport(_ report: ChunkReport) -> [AuditFinding] {
        let stood = timing.receiveReport(report, &figures)
        answers.receiveReport(report)
        let apart = sound.receiveReport(report, period: period, &figures)
        // What was cut off is not judged as a whole, and what has come since may be of another chunk with its number.
        guard report.end == .over else { return apart + [stood].compactMap { $0 } }
        figures.chunks += 1
        picture.end(chunk: report.chunk)
        let wait = waits.receiveReport(report, period: period, &figures)
        return apart + [stood, wait].compactMap { $0 }
    }

    /// Handles the result of decoding a sound.
    package mutating func receiveSound(_ judged: JudgedSound, at time: Instant) -> AuditFinding? {
        sound.receiveSound(judged, at: time, &figures)
    }

    /// Ends the run.
    /// - Parameter isSpeaking: whether it ends in the middle of a message.
    package mutating func finish(at time: Instant, isSpeaking: Bool = false) -> [AuditFinding] {
        let answers = answers.finish(at: time, isSpeaking: isSpeaking, isRecorded: ticks == .recorded, &figures)
        let brokenOff = answers.last { $0.kind == .brokenOff }?.time ?? brokenOff
        return timing.finish(generation: generation, &figures) + sound.finish(&figures) + answers
            + decoding.finish(at: time) + [link.finish(brokenOff: brokenOff, &figures)].compactMap { $0 }
    }

    package mutating func receiveNote(_ note: Note) -> AuditFinding? {
        if note.code == .unknownEvent {
            figures.unknownEvents += 1
            return nil
        }
        figures.notes[note.code, default: 0] += 1
        if note.code == .odd { figures.oddities += 1 }
        guard let (kind, expected) = Self.meaning(of: note.code) else { return nil }
        let text = (note.isOfMessage ? "malformed " : "") + note.text
        let found = kind == .note ? "\(note.code.rawValue): \(text)" : text
        var finding = AuditFinding(
            kind, at: note.time, generation: generation, position: note.position, chunk: note.chunk, expected: expected,
            found: found)
        switch note.code {
        case .frameLoss: return arrivals.lost(finding)
        case .audioLate: return arrivals.lateSound(finding)
        case .odd: finding.arrived = note.time
        case .clipHoles: finding.baseFrames = note.holes
        default: break
        }
        return finding
    }

    private static let own = "a frame of this message"
    private static let guessed = "frame may belong to an older message"

    /// Notes that report a fault of the stream and have no count of their own.
    package static let faults = Note.Code.allCases.filter { meaning(of: $0)?.kind == .note }

    /// The kind of finding for a note, and what should have been; `nil` for notes that report no fault, and for those
    /// that are counted by themselves.
    private static func meaning(of code: Note.Code) -> (kind: AuditFinding.Kind, expected: String)? {
        switch code {
        case .frameLoss: (.lost, "every announced frame")
        case .missingBaseClip: (.missingClip, "clips before they are needed")
        case .audioLate: (.late, "sound with every chunk's first frame")
        case .audioMissing: (.note, "sound with every chunk's first frame")
        case .odd: (.odd, "a message that follows the protocol")
        case .chunkGap: (.note, "every chunk")
        case .skipDrawTimeout: (.note, "a picture within the time limit")
        case .clipHoles: (.note, "complete clips")
        case .manifest: (.note, "a manifest that lists clips")
        case .keyConflict: (.note, "one picture per key")
        case .contradiction: (.note, "one content for each place")
        case .limit: (.note, "sizes within the limits")
        case .timeLimit: (.note, "completion within the time limit")
        case .refused: (.note, "a message that the backend accepts")
        // Frames without a place have a status; pictures that cannot be decoded are told of with their frames, sounds
        // with the event that says so.
        case .chunkLate, .decodeFailed, .audioFailed, .unplaced, .stale, .duplicate, .newMessage, .link, .readyEmpty,
            .answerUnknown, .waiting, .unknownEvent,
            .tile, .mediaFailed, .reader, .readerWord, .readerSentence, .readerMode, .readerDwell, .readerStale,
            .readerSeek, .readerOrder:
            nil
        }
    }
}

/// What was checked besides the events. Everything that was not checked is reported with each verdict.
package struct Coverage: Hashable, Sendable {
    /// Seams, and overlays outside their base frames, from the pixels.
    package var seams: Bool
    /// The decoded sound. The sound's events and times are always judged.
    package var sound: Bool
    /// Freezes of an idling avatar. Those of this machine's own clock are no faults until they are on a tape.
    package var idling: Bool
    /// The rest of the last answer. During a session it may still arrive, and a lost connection may or may not have
    /// cut it off.
    package var lastAnswer: Bool

    package init(seams: Bool, sound: Bool, idling: Bool = true, lastAnswer: Bool = true) {
        (self.seams, self.sound, self.idling, self.lastAnswer) = (seams, sound, idling, lastAnswer)
    }

    /// `seams not tested, sound not judged`, or the part that applies; empty if everything was checked.
    package var missing: String {
        [seams ? nil : "seams not tested", unjudged].compactMap { $0 }.joined(separator: ", ")
    }

    /// Without the seams: `sound, idling and the last answer not judged`; `nil` if these were checked.
    package var unjudged: String? {
        let parts = [sound ? nil : "sound", idling ? nil : "idling", lastAnswer ? nil : "the last answer"].compactMap {
            $0
        }
        guard let last = parts.last else { return nil }
        let others = parts.dropLast().joined(separator: ", ")
        return (others.isEmpty ? "" : others + " and ") + last + " not judged"
    }
}
