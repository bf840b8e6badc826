import Events

/// Holds events until it is known which message they belong to (specification 3.10).
extension PlaybackEngine {
    mutating func hold(
        _ event: WireEvent, _ reason: HeldEvent.Reason, _ emitted: Instant?, _ effects: inout [Effect]
    ) {
        if reason == .unsolicited { dropTooOld(&effects) }
        wasPassedOver = true
        let held = HeldEvent(event: event, arrived: now, held: clock, emitted: emitted, reason: reason)
        if !add(held) { passOver(&effects) }
    }

    /// `false` if too many events are already held.
    @discardableResult
    private mutating func add(_ held: HeldEvent) -> Bool {
        guard message.heldAside.count < Limits.waitingChunks,
            message.heldAside.reduce(held.frameCount, { $0 + $1.frameCount }) <= Limits.waitingFrames
        else { return false }
        message.heldAside.append(held)
        return true
    }

    /// Drops events dated before the message was sent, once dates can be believed.
    mutating func dropOlderByDate(_ effects: inout [Effect]) {
        guard let older = message.older, older.isDateBelieved(at: now) else { return }
        dropHeld(&effects) { $0.reason == .date }
    }

    /// Drops events that arrived long before any sound of a chunk 0: they belong to no following message.
    mutating func dropTooOld(_ effects: inout [Effect]) {
        let clock = clock
        dropHeld(&effects) { $0.reason == .unsolicited && clock - $0.held >= Self.unsolicitedLimit }
    }

    mutating func dropHeld(_ effects: inout [Effect], where isMeant: (HeldEvent) -> Bool) {
        guard !message.heldAside.isEmpty else { return }
        let count = message.heldAside.count
        message.heldAside.removeAll(where: isMeant)
        if message.heldAside.count < count { stale(count - message.heldAside.count, &effects) }
    }

    /// Playback time at which held events of no message become part of a new one, or of none; `nil` if there are
    /// none.
    var unsolicitedDue: Instant? {
        message.heldAside.first { $0.reason == .unsolicited }.map { $0.held + Self.unsolicitedLimit }
    }

    static let unsolicitedLimit = TimeSpan.seconds(2)

    // MARK: Repeats and copies

    /// Whether the pictures being filed were also kept for a message that may be about to start.
    func isBeginningElsewhere(with chunk: Int) -> Bool {
        guard let last = message.heldAside.last, last.event.chunk == chunk else { return false }
        return last.reason == .countedAsDuplicate && last.arrived == now && last.held == clock
    }

    /// Stores with a held copy that the message has different pictures at its positions. This is reported if no other
    /// message starts with the copy.
    /// - Returns: `false` if no copy was held.
    mutating func noteCopy(ofChunk chunk: Int, _ contradiction: String) -> Bool {
        guard isBeginningElsewhere(with: chunk) else { return false }
        message.heldAside[message.heldAside.count - 1].contradiction = contradiction
        return true
    }

    /// Reports contradictions of copies with which no other message has started.
    mutating func tellContradictions(_ effects: inout [Effect]) {
        guard let due = contradictionDue, clock >= due else { return }
        for place in message.heldAside.indices where clock - message.heldAside[place].held >= Self.unsolicitedLimit {
            guard let words = message.heldAside[place].contradiction else { continue }
            note(.contradiction, chunk: message.heldAside[place].event.chunk, words, &effects)
            message.heldAside[place].contradiction = nil
        }
    }

    /// Playback time at which a held copy belongs to no other message; `nil` if none contradicts anything.
    var contradictionDue: Instant? {
        message.heldAside.first { $0.contradiction != nil }.map { $0.held + Self.unsolicitedLimit }
    }

    /// Holds a copy of an event that also counts as a duplicate: it may belong to a message that is about to start.
    mutating func keepCopy(of event: WireEvent, _ emitted: Instant?) {
        message.heldAside.removeAll {
            $0.reason == .countedAsDuplicate && $0.contradiction == nil && clock - $0.held >= Self.unsolicitedLimit
        }
        add(HeldEvent(event: event, arrived: now, held: clock, emitted: emitted, reason: .countedAsDuplicate))
    }

    /// Files repeats of the older message as guesses.
    /// - Parameter chunk: the chunk that the repeats belong to; `nil` for those of all chunks.
    mutating func fileRepeats(of chunk: Int?, _ effects: inout [Effect]) {
        guard !message.heldAside.isEmpty else { return }
        // A total alone is of no chunk.
        let isMeant = { (held: HeldEvent) in
            held.reason == .repeated && (chunk == nil ? !held.isSentTotal : held.event.chunk == chunk)
        }
        let repeats = message.heldAside.filter(isMeant)
        message.heldAside.removeAll(where: isMeant)
        for held in repeats { file(held.event, at: held.arrived, as: .guess, &effects) }
    }

    /// Releases repeats as guesses if nothing else arrives: an answer may say exactly what the older message said.
    mutating func releaseRepeats(_ effects: inout [Effect]) {
        guard let due = repeatsDue, clock >= due else { return }
        message.areRepeatsReleased = true
        fileRepeats(of: nil, &effects)
    }

    /// Playback time at which held repeats of the older message become guesses; `nil` if there are none, or something
    /// else of the answer arrived.
    var repeatsDue: Instant? {
        guard message.phase == .awaiting,
            let first = message.heldAside.first(where: { $0.reason == .repeated && !$0.isSentTotal })
        else {
            return nil
        }
        return first.held + OlderMessage.proofLimit
    }

    /// Held events that are not counted yet. Copies have been counted as duplicates.
    var heldCount: Int { message.heldAside.count { $0.reason != .countedAsDuplicate } }
}

/// An event that cannot be assigned to a message yet.
struct HeldEvent: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        /// It is dated before the last message was sent.
        case date
        /// The older message contained it before.
        case repeated
        /// It names chunk 0 of a message that is over: a repeat, or the start of one that was not sent from here.
        case unsolicited
        /// A guess for positions at which another guess was shown.
        case shown
        /// A copy of an event that counted as a duplicate.
        case countedAsDuplicate
    }

    var event: WireEvent
    var arrived: Instant
    /// Playback time at which it was set aside.
    var held: Instant
    /// When it left the backend, if its date is usable.
    var emitted: Instant?
    var reason: Reason
    /// What a copy contradicts, in words, until it has been reported.
    var contradiction: String?

    /// `chunk_images_ready`, with the number of sent pictures.
    var isSentTotal: Bool { if case .chunkSent = event { true } else { false } }

    var frameCount: Int {
        switch event {
        case .overlaysArrived(let batch): batch.frames.count
        case .chunkDescribed(let description): description.frames.count
        case .audioArrived(let audio): audio.frames.count
        default: 0
        }
    }
}
