import Engine
import Events
import Sessions

/// Decides what became of each message: whether it was answered, completely, and with an end signal.
struct AuditAnswers: Sendable {
    private struct Message {
        var generation: Generation
        var sent: Instant?
        /// Its first and last event.
        var begun: Instant?
        var received: Instant
        var hasShown = false
        var hasSounded = false
        var hasEnd = false
        /// Whether only a return clip was requested after it, and nothing else has said that it is over.
        var endsWithClipAlone = false
        /// Whether an event said that it is over, also if the avatar was idling already.
        var isSaidToBeOver = false
        /// The connection lost during the answer.
        var lost: Loss?
        /// Whether the lost connection has been reported.
        var isBrokenOff = false
        /// What was still to come when the client disconnected.
        var left: UnfinishedAnswer?
    }

    private struct Loss {
        var at: Instant
        var reason: String
        /// Whether incomplete data was dropped then.
        var isCut: Bool
        /// The first incomplete chunk.
        var chunk: Int?
    }

    private var message: Message?
    /// Whether the backend ended an earlier answer with a return clip and no `audio_end`: from this backend that
    /// means that everything has arrived.
    private var endsWithClips = false
    /// Whether the next sent message is without words and only stops the speech.
    private var asksNothing = false
    private var dropped = 0
    /// The first incomplete chunk of the message, as of the last event.
    private(set) var awaited: PlaybackEngine.AwaitedChunk?
    /// If an idle avatar was silent for this long, a lost connection cuts off nothing (the longest pause inside an
    /// answer).
    static let longestPause = TimeSpan.seconds(15)

    // MARK: What is heard

    /// - Parameters:
    ///   - engine: the engine after it has handled the event.
    ///   - sounding: the message whose sound is audible then.
    mutating func receiveEvent(
        _ event: Event, by engine: PlaybackEngine, sounding: Generation?, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        if let sounding, sounding == message?.generation { message?.hasSounded = true }
        // Only the engine can tell whose an end signal is (specification 3.10).
        if engine.generation == message?.generation {
            message?.hasEnd = engine.hasEndSignal
            if event.body == .wire(.audioEnded), !engine.wasPassedOver {
                message?.isSaidToBeOver = true
                if message?.left == .audioEnd { message?.left = nil }
                if message?.lost?.isCut == false { message?.lost = nil }
            }
            let isSaidToBeOver = message?.isSaidToBeOver == true
            message?.endsWithClipAlone = engine.endsWithClipAlone && !isSaidToBeOver
        }
        defer { (dropped, awaited) = (engine.counters.dropped, engine.unfinishedChunk) }
        switch event.body {
        case .wire(.userSaid(let text)):
            asksNothing = text.trimmed.isEmpty
            return giveUp(at: event.time, &figures)
        case .local(.sent):
            let findings = close(isReplaced: true, at: event.time, &figures)
            message = Message(
                generation: engine.generation, sent: asksNothing ? nil : event.time, received: event.time)
            asksNothing = false
            return findings
        case .local(.refused(let generation)):
            // Nobody answers it.
            if message?.generation == generation, message?.begun == nil { message = nil }
            return []
        case .local(.linkLost(let reason)):
            linkLost(reason, at: event.time, engine)
            return message?.lost?.isCut == true ? brokenOff(&figures) : []
        case .local(.linkClosed):
            let rest = left(at: event.time, engine)
            message?.left = rest
            return []
        case .wire(.audioArrived), .wire(.overlaysArrived), .wire(.chunkDescribed), .wire(.chunkSent):
            // Of an older message.
            guard !engine.wasPassedOver else { return [] }
            return goOn(engine.generation, at: event.time, &figures)
        default: return giveUp(at: event.time, &figures)
        }
    }

    private mutating func goOn(
        _ generation: Generation, at time: Instant, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        var findings: [AuditFinding] = []
        if message?.generation != generation {
            findings = close(isReplaced: false, at: time, &figures)
            message = Message(generation: generation, received: time)
        }
        if message?.begun == nil { message?.begun = time }
        message?.received = time
        // On another link, and whole.
        if message?.lost?.isCut == false { message?.lost = nil }
        message?.left = nil
        message?.isSaidToBeOver = false
        return findings
    }

    /// - Parameter engine: the engine after it has handled the loss. After an end signal only incomplete data is
    ///   missing. A return clip is no end signal if it may be sent long before the last chunk. If the backend ends
    ///   answers with it, this cannot be decided.
    private mutating func linkLost(_ reason: String, at time: Instant, _ engine: PlaybackEngine) {
        guard let open = message, open.begun != nil, open.lost == nil else { return }
        let isCut = engine.counters.dropped > dropped
        guard isCut || isUnderWay(open, at: time, isAnimating: engine.isAnimating) else { return }
        guard isCut || !open.endsWithClipAlone || !endsWithClips else {
            message?.left = .audioEnd
            return
        }
        message?.lost = Loss(at: time, reason: reason, isCut: isCut, chunk: isCut ? awaited?.index : nil)
    }

    /// Whether more of an answer may arrive.
    private func isUnderWay(_ open: Message, at time: Instant, isAnimating: Bool) -> Bool {
        (!open.hasEnd || open.endsWithClipAlone) && (isAnimating || time - open.received <= Self.longestPause)
    }

    /// What is still to come of an unfinished answer.
    private func rest(of open: Message) -> UnfinishedAnswer? {
        guard open.hasEnd else { return .end }
        return endsWithClips ? nil : .audioEnd
    }

    /// What is still to come of the message when the client disconnects. This cuts off nothing, and cannot be judged.
    /// - Parameter engine: the engine after it has handled the disconnection.
    private func left(at time: Instant, _ engine: PlaybackEngine) -> UnfinishedAnswer? {
        guard let open = message, open.begun != nil, !open.isBrokenOff else { return nil }
        if open.left == .audioEnd { return .audioEnd }
        if engine.counters.dropped > dropped { return awaited.map { .chunk($0) } ?? .frames }
        return isUnderWay(open, at: time, isAnimating: engine.isAnimating) ? rest(of: open) : nil
    }

    /// Reports a message as cut off if it does not continue on another connection.
    private mutating func giveUp(at time: Instant, _ figures: inout AuditFigures) -> [AuditFinding] {
        guard let lost = message?.lost, time - lost.at > Self.longestPause else { return [] }
        return brokenOff(&figures)
    }

    private mutating func brokenOff(_ figures: inout AuditFigures) -> [AuditFinding] {
        guard let open = message, let lost = open.lost else { return [] }
        message?.lost = nil
        // An answer, not each link that was lost in it.
        guard !open.isBrokenOff else { return [] }
        message?.isBrokenOff = true
        figures.brokenOff += 1
        let place =
            lost.isCut ? lost.chunk.map { "during chunk \($0)" } ?? "during a chunk" : "before the end"
        let end = open.endsWithClipAlone ? "audio_end after play_base_animation" : "its end signal"
        return [
            AuditFinding(
                .brokenOff, at: lost.at, generation: open.generation, chunk: lost.chunk,
                expected: lost.isCut ? "complete chunks" : "an answer up to \(end)",
                found: "connection lost \(place): \(lost.reason)")
        ]
    }

    // MARK: What is shown and heard of it

    mutating func receiveFrame(_ record: FrameRecord) {
        guard record.position != nil, record.generation == message?.generation else { return }
        // What was held aside has come all the same, also where a late machine passes all of it over.
        if message?.begun == nil { message?.begun = record.shown }
        switch record.status {
        // Nothing of it is to be seen.
        case .held, .skipped, .noOverlay: break
        default: message?.hasShown = true
        }
    }

    mutating func receiveReport(_ report: ChunkReport) {
        guard report.hasSound, report.started != nil, report.generation == message?.generation else { return }
        message?.hasSounded = true
    }

    // MARK: Its end

    /// Ends the run.
    /// - Parameters:
    ///   - isSpeaking: whether received data has not been shown.
    ///   - isRecorded: whether the run ends with a recording, and is not played on until everything has been shown.
    mutating func finish(
        at time: Instant, isSpeaking: Bool = false, isRecorded: Bool = false, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        figures.unfinished = unfinished(at: time, isSpeaking: isSpeaking, isRecorded: isRecorded)
        return close(isReplaced: false, at: time, &figures)
    }

    private func unfinished(at time: Instant, isSpeaking: Bool, isRecorded: Bool) -> UnfinishedAnswer? {
        // One that the network cut off is judged: it is broken off.
        guard let open = message, open.begun != nil, open.lost == nil, !open.isBrokenOff else { return nil }
        // What is played afresh is all that was sent, and lacks its end signal.
        if let left = open.left { return (left == .end || left == .audioEnd) && !isRecorded ? nil : left }
        if isSpeaking {
            if let awaited { return .chunk(awaited) }
            return (open.hasEnd && !open.endsWithClipAlone ? nil : rest(of: open)) ?? .frames
        }
        return isRecorded && isUnderWay(open, at: time, isAnimating: false) ? rest(of: open) : nil
    }

    /// - Parameter isReplaced: a later send replaced it, so no more of it is awaited.
    private mutating func close(
        isReplaced: Bool, at time: Instant, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        var findings: [AuditFinding?] = brokenOff(&figures)
        guard let closed = message else { return [] }
        message = nil
        if closed.endsWithClipAlone, closed.left == nil, !closed.isBrokenOff { endsWithClips = true }
        guard !isReplaced else { return findings.compactMap { $0 } }
        findings.append(answer(closed, at: time, &figures))
        // Behind an end that nobody judges an end signal may have come.
        let lacksEnd = !closed.hasEnd || closed.isBrokenOff && closed.endsWithClipAlone
        if closed.begun != nil, lacksEnd, figures.unfinished == nil {
            figures.missingEnds += 1
            findings.append(
                AuditFinding(
                    .noEnd, at: closed.received, generation: closed.generation,
                    expected: "an end signal after the last chunk", found: "no end signal received"))
        }
        return findings.compactMap { $0 }
    }

    private static func silence(of span: TimeSpan) -> String {
        span < .milliseconds(1)
            ? "no answer: the recording ends right after the message" : "no answer for \(span.words)"
    }

    private func answer(_ closed: Message, at time: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        // What was to be shown and sounded of it was still to come.
        if closed.begun != nil, figures.unfinished != nil, !closed.hasShown, !closed.hasSounded { return nil }
        switch (closed.hasShown, closed.hasSounded) {
        case (true, true): return nil
        case (false, false):
            // That it is broken off says it.
            guard let sent = closed.sent, !closed.isBrokenOff else { return nil }
            figures.unanswered += 1
            return AuditFinding(
                .unanswered, at: sent, generation: closed.generation, expected: "an answer",
                found: closed.begun == nil
                    ? Self.silence(of: time - sent)
                    : "answer received, but nothing of it shown or played",
                amount: time - sent)
        case (let hasShown, _):
            figures.halfAnswers += 1
            return AuditFinding(
                .halfAnswer, at: closed.begun ?? closed.received, generation: closed.generation,
                expected: "an answer with sound and pictures",
                found: hasShown ? "answer without sound" : "answer without pictures")
        }
    }
}

/// What was still to come of a tape's last answer when the tape ended or the client disconnected; this part is not
/// judged.
package enum UnfinishedAnswer: Hashable, Sendable {
    /// A chunk that was incomplete.
    case chunk(PlaybackEngine.AwaitedChunk)
    /// Everything had arrived, and its last frames were not shown.
    case frames
    /// No event had said that it was over.
    case end
    /// Only a return clip had been requested, as some backends do long before the last chunk.
    case audioEnd

    /// Such as `chunk 8 waits for its 88 pictures`.
    package var words: String {
        switch self {
        case .chunk(let chunk): "chunk \(chunk.index) \(Self.lack(of: chunk))"
        case .frames: "its last frames were not shown"
        case .end: "its end signal has not arrived"
        case .audioEnd: "no audio_end after play_base_animation"
        }
    }

    private static func lack(of chunk: PlaybackEngine.AwaitedChunk) -> String {
        guard let expected = chunk.expected, chunk.received < expected else { return "is incomplete" }
        let pictures = plural(expected, "picture")
        return chunk.received == 0
            ? "is waiting for its \(pictures)" : "is waiting for \(expected - chunk.received) of its \(pictures)"
    }
}
