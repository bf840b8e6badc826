import Events

/// Decides which message an event belongs to (specification 3.10). No event names its message. The engine concludes
/// it from when the event left the backend, what it continues, and what it carries. If that is not enough, the event
/// is a guess: it is filed, and replaced by anything that arrives with or after the message's own sound.
extension PlaybackEngine {
    private enum Belonging {
        case current
        case guess
        case older
        /// The date says the older message, but nothing shows yet that dates can be believed.
        case olderByDate
    }

    /// Handles an event that names a chunk.
    mutating func chunkEventArrived(_ event: WireEvent, chunk: Int, _ effects: inout [Effect]) {
        let emitted = event.emitted.flatMap { date($0, &effects) }
        dropOlderByDate(&effects)
        defer { lastHeardAt = now }
        wasPassedOver = false
        admit(event, chunk: chunk, emitted, &effects)
    }

    /// Estimates when an event left the backend. If this reveals something about the clock, events held for their
    /// dates are decided.
    private mutating func date(_ time: EmissionTime, _ effects: inout [Effect]) -> Instant? {
        if emissions.receive(time, arrived: now) { judgeDatesAnew(time.clock, &effects) }
        let emitted = emissions.moment(of: time, arrived: now)
        if let older = message.older, let emitted, emitted >= older.boundary {
            dropHeld(&effects) { $0.reason == .date && $0.event.emitted?.clock == time.clock }
        }
        return emitted
    }

    /// Handles a clock that was set back: events that seemed to precede the message may not.
    private mutating func judgeDatesAnew(_ clock: EmissionTime.Clock, _ effects: inout [Effect]) {
        let isMeant = { (held: HeldEvent) in held.reason == .date && held.event.emitted?.clock == clock }
        let held = message.heldAside.filter(isMeant)
        message.heldAside.removeAll(where: isMeant)
        for held in held {
            guard let chunk = held.event.chunk else { continue }
            let emitted = held.event.emitted.flatMap { emissions.moment(of: $0, arrived: held.arrived) }
            admit(held.event, chunk: chunk, emitted, &effects)
        }
    }

    private mutating func admit(
        _ event: WireEvent, chunk: Int, _ emitted: Instant?, _ effects: inout [Effect]
    ) {
        if case .audioArrived(let audio) = event, chunk == 0 { return beginningArrived(audio, emitted, &effects) }
        let belonging = belonging(of: event, emitted)
        let isOlders = belonging == .older || belonging == .olderByDate
        if !isOlders, isUnsolicited(event, chunk) { return hold(event, .unsolicited, emitted, &effects) }
        if !isOlders, isForPlaceTaken(event) { keepCopy(of: event, emitted) }
        treatEvent(event, as: belonging, emitted, &effects)
    }

    /// Whether an event does not continue the current message. It may belong to one that starts unsolicited and whose
    /// sound is still to come.
    private func isUnsolicited(_ event: WireEvent, _ chunk: Int) -> Bool {
        switch message.phase {
        case .none, .awaiting, .open: false
        // Its own sound has still to say whose message it is.
        case .resting where !message.isCertain && message.older != nil: false
        // Nothing of it was played: it begins with what comes now.
        case .resting where chunk == 0 && message.played.isEmpty && message.nextExpected == 0: false
        case .resting, .ended: chunk == 0 || (message.played.contains(chunk) && isNew(event, chunk))
        }
    }

    /// Whether pictures of chunk 0 arrive although the current message has its own: another client's message may be
    /// about to start.
    private func isForPlaceTaken(_ event: WireEvent) -> Bool {
        guard message.phase == .open, message.isCertain, case .overlaysArrived(let batch) = event, batch.chunk == 0,
            event.hasPictures,
            chunkUnderWay(0)?.hasPictures(for: batch.frames) ?? message.played.contains(0)
        else { return false }
        return isNew(event, 0)
    }

    /// Whether the current message contains nothing like this event, and could not: all of the chunk had arrived.
    private func isNew(_ event: WireEvent, _ chunk: Int) -> Bool {
        !message.broken.contains(chunk) && !message.missed.isSound(event)
            && EventDigest(event).map { !message.carried.contains($0) } ?? false
    }

    private func belonging(of event: WireEvent, _ emitted: Instant?) -> Belonging {
        guard let older = message.older else { return .current }
        if let emitted {
            if emitted < older.boundary { return older.isDateBelieved(at: now) ? .older : .olderByDate }
            return message.isCertain || older.isWhole ? .current : .guess
        }
        if message.isCertain { return .current }
        return older.goesOn(with: event) ? .older : .guess
    }

    private mutating func treatEvent(
        _ event: WireEvent, as belonging: Belonging, _ emitted: Instant?, arrived: Instant? = nil,
        _ effects: inout [Effect]
    ) {
        switch belonging {
        case .current:
            if event.chunk == 0 { beginAnew(&effects) } else { becomeCertain() }
            fileOwn(event, at: arrived ?? now, &effects)
        case .guess:
            // What the older message has said already is shown only beside what the current one says of the same chunk.
            if !message.areRepeatsReleased, let digest = EventDigest(event),
                message.older?.carried.contains(digest) == true
            {
                return hold(event, .repeated, emitted, &effects)
            }
            if isUnnamedSentTotal(event) { return hold(event, .repeated, emitted, &effects) }
            if isShownOtherwise(event) { return hold(event, .shown, emitted, &effects) }
            if let chunk = event.chunk { fileRepeats(of: chunk, &effects) }
            file(event, at: arrived ?? now, as: .guess, &effects)
        case .older: passOver(&effects)
        case .olderByDate: hold(event, .date, emitted, &effects)
        }
    }

    // MARK: The beginning of a message

    /// Handles `receive_audio` of chunk 0: the answer's start, another client's message, or a repeat.
    private mutating func beginningArrived(_ audio: AudioChunk, _ emitted: Instant?, _ effects: inout [Effect]) {
        let event = WireEvent.audioArrived(audio)
        let belonging = belonging(of: event, emitted)
        if (belonging == .older && emitted != nil) || repeatsOlder(audio) { return passOver(&effects) }
        if belonging == .olderByDate { return hold(event, .date, emitted, &effects) }
        if message.phase == .awaiting
            || ((message.phase == .open || message.phase == .resting) && !message.isCertain && message.older != nil)
        {
            let isAnswer =
                belonging == .current || message.older.map { $0.isWhole || !$0.hasBegun(with: audio) } ?? true
            guard isAnswer else { return treatEvent(event, as: belonging, emitted, &effects) }
            return beginAnswer(audio, &effects)
        }
        if isAfterItsChunk { return soundAfterItsChunk(audio, &effects) }
        if opensNewMessage(audio) {
            dropTooOld(&effects)
            beginUnsolicited(&effects)
        }
        becomeCertain()
        fileOwn(event, at: now, &effects)
    }

    /// Whether this repeats the older message's start although the current message has its own.
    private func repeatsOlder(_ audio: AudioChunk) -> Bool {
        guard let older = message.older, older.isBeforeSend, older.hasBegun(with: audio), message.isCertain,
            let firstAudio = message.firstAudio
        else {
            return false
        }
        return !firstAudio.carriesSame(as: audio) && (message.phase == .open || message.phase == .resting)
    }

    /// Whether a sound of chunk 0 can only belong to the answer, whose chunk 0 was played without it.
    private var isAfterItsChunk: Bool {
        message.wasSent && message.firstAudio == nil && message.played.contains(0)
            && (message.phase == .open || message.phase == .resting)
    }

    private mutating func soundAfterItsChunk(_ audio: AudioChunk, _ effects: inout [Effect]) {
        message.firstAudio = audio
        _ = message.missed.take(.audioArrived(audio))
        noteLateSound(of: 0, &effects)
    }

    private mutating func becomeCertain() { (message.isCertain, message.shownGuesses) = (true, []) }

    /// Files an event that surely belongs to the current message. Held repeats of the same chunk are filed first, so
    /// that it replaces them.
    private mutating func fileOwn(_ event: WireEvent, at arrived: Instant, _ effects: inout [Effect]) {
        if isSentTotalDoubtful(event) { return fileSentTotal(event, arrived, &effects) }
        if isOldersOnceMore(event) { return passOver(&effects) }
        // An end may come before the last of its chunk (N43), not before all of one.
        if let chunk = event.chunk, !isUnderWay(chunk), !message.played.contains(chunk) { message.mayHaveEnded = false }
        if message.carried.count < Limits.waitingChunks, let digest = EventDigest(event) {
            message.carried.insert(digest)
        }
        if let chunk = event.chunk { fileRepeats(of: chunk, &effects) }
        file(event, at: arrived, as: .own, &effects)
    }

    /// Whether the older message contained exactly this event, and the current message something else at its
    /// position.
    private func isOldersOnceMore(_ event: WireEvent) -> Bool {
        guard olderMaySpeak, let chunk = event.chunk.flatMap(chunkUnderWay), let digest = EventDigest(event),
            message.older?.carried.contains(digest) == true, !message.carried.contains(digest)
        else { return false }
        return switch event {
        case .audioArrived: chunk.hasAudioEvent
        case .overlaysArrived(let batch): chunk.hasPictures(for: batch.frames)
        default: false
        }
    }

    /// Whether a `chunk_images_ready` is doubtful: it has no date. It is doubtful as long as the older message may
    /// still send events, or its event for this chunk is outstanding. After an end signal, it does not start a chunk.
    private func isSentTotalDoubtful(_ event: WireEvent) -> Bool {
        guard case .chunkSent(let chunk, _) = event else { return false }
        return olderMaySpeak || message.older?.unsent.contains(chunk) == true
            || (message.hasEndSignal && isUnnamedSentTotal(event))
    }

    /// Files a doubtful total. It does not create a chunk that nothing else has named.
    private mutating func fileSentTotal(_ event: WireEvent, _ arrived: Instant, _ effects: inout [Effect]) {
        guard !isUnnamedSentTotal(event) else { return hold(event, .repeated, nil, &effects) }
        if let chunk = event.chunk { fileRepeats(of: chunk, &effects) }
        file(event, at: arrived, as: .guess, &effects)
    }

    /// Whether the event reports how many pictures were sent of a chunk that nothing else has named.
    private func isUnnamedSentTotal(_ event: WireEvent) -> Bool {
        guard case .chunkSent(let chunk, _) = event else { return false }
        return !isUnderWay(chunk) && !message.played.contains(chunk)
    }

    /// Whether a guess brings pictures for positions at which another guess was shown. They are better if the
    /// answer's own sound follows them, because the answer then starts over.
    private func isShownOtherwise(_ event: WireEvent) -> Bool {
        guard !message.isCertain, case .overlaysArrived(let batch) = event else { return false }
        if let active = message.active, active.chunk.index == batch.chunk { return active.chunk.hasShown(batch.frames) }
        return message.shownGuesses.contains { $0.index == batch.chunk }
    }

    private mutating func beginAnswer(_ audio: AudioChunk, _ effects: inout [Effect]) {
        if let waiting = message.older?.unanswered, waiting > 0 {
            note(.answerUnknown, "\(waiting + 1) messages await an answer; unknown which one this answers", &effects)
        }
        beginAnew(&effects)
        fileOwn(.audioArrived(audio), at: now, &effects)
    }

    /// Handles what belongs to the answer's start.
    private mutating func beginAnew(_ effects: inout [Effect]) {
        guard !message.isCertain else { return }
        if message.active?.chunk.isGuess == true || !message.shownGuesses.isEmpty || message.played.contains(0) {
            replayGuesses(&effects)
        }
        becomeCertain()
        let shown = message.heldAside.filter { $0.reason == .shown }
        message.heldAside.removeAll { $0.reason == .shown }
        for held in shown { file(held.event, at: held.arrived, as: .guess, &effects) }
    }

    /// Whether another chunk 0 starts a new message. It does, because another client triggered one, unless the event
    /// carries the same as the first one: then the backend repeated itself (N13, N41).
    private func opensNewMessage(_ audio: AudioChunk) -> Bool {
        switch message.phase {
        case .none, .awaiting: return false
        case .ended:
            // The same date once more says that it is the same event, unless the clock stands.
            let isDated = audio.emitted.map { !emissions.stands(at: $0, arrived: now) } ?? false
            return !isDated || message.firstAudio?.carriesSame(as: audio) != true
        case .open, .resting:
            guard let firstAudio = message.firstAudio else { return message.played.contains(0) }
            if firstAudio.carriesSame(as: audio) { return false }
            return !firstAudio.lacksSound(of: audio) || (message.hasEndSignal && message.played.contains(0))
        }
    }

    private mutating func beginUnsolicited(_ effects: inout [Effect]) {
        let clock = clock
        let held = message.heldAside.filter {
            $0.reason == .unsolicited || ($0.reason == .countedAsDuplicate && clock - $0.held < Self.unsolicitedLimit)
        }
        message.heldAside = []
        // Nothing of ours has left: no date tells the two apart.
        let waiting = message.older?.unanswered ?? 0
        let older = becomingOlder(at: OlderMessage.noSend, answered: min(1, waiting))
        clearMessage(&effects)
        message.older = older
        let from =
            waiting > 0 ? "answers another sent message, or was triggered elsewhere" : "was triggered elsewhere"
        note(.newMessage, "chunk 0 received again: message \(generation) \(from)", &effects)
        for event in held {
            let belonging = belonging(of: event.event, event.emitted)
            treatEvent(event.event, as: belonging, event.emitted, arrived: event.arrived, &effects)
        }
    }

    /// Starts another client's message from pictures of a chunk 0 that the current message did not have, even without
    /// their sound (N21).
    mutating func releaseUnsolicited(_ effects: inout [Effect]) {
        guard let due = unsolicitedDue, clock >= due else { return }
        let isBeginning = message.heldAside.contains { held in
            held.reason == .unsolicited && held.event.chunk == 0 && held.event.hasPictures && isNew(held.event, 0)
        }
        if isBeginning, message.phase.isOver { beginUnsolicited(&effects) } else { dropTooOld(&effects) }
    }

    /// Counts an event of the older message.
    mutating func passOver(_ effects: inout [Effect]) {
        wasPassedOver = true
        stale(1, &effects)
    }

    mutating func stale(_ count: Int, _ effects: inout [Effect]) {
        counters.stale += count
        note(.stale, "\(plural(count, "event")) of an older message dropped", &effects)
    }

    /// Whether the older message may still send events that look like the current one's.
    var olderMaySpeak: Bool { message.older.map { !$0.isWhole } ?? false }
}

extension WireEvent {
    fileprivate var hasPictures: Bool {
        if case .overlaysArrived(let batch) = self { batch.frames.contains { $0.picture != nil } } else { false }
    }
}
