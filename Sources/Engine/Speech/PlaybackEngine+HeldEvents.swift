import Events

/// Events that are held aside until it is known to which message they belong (specification 3.10).
extension PlaybackEngine {
    mutating func hold(
        _ event: WireEvent, _ reason: HeldEvent.Reason, _ emitted: Instant?, _ effects: inout [Effect]
    ) {
        if reason == .unsolicited { dropTooOld(&effects) }
        wasPassedOver = true
        let held = HeldEvent(event: event, arrived: now, held: clock, emitted: emitted, reason: reason)
        if !add(held) { passOver(&effects) }
    }

    /// `false` where too much is held already.
    @discardableResult
    private mutating func add(_ held: HeldEvent) -> Bool {
        guard message.heldAside.count < Limits.waitingChunks,
            message.heldAside.reduce(held.frameCount, { $0 + $1.frameCount }) <= Limits.waitingFrames
        else { return false }
        message.heldAside.append(held)
        return true
    }

    /// What is dated before the message left is dropped once dates can be believed.
    mutating func dropOlderByDate(_ effects: inout [Effect]) {
        guard let older = message.older, older.isDateBelieved(at: now) else { return }
        dropHeld(&effects) { $0.reason == .date }
    }

    /// What came long before any sound of a chunk 0 is of no message that follows.
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

    /// Playback time at which what is held of no message is of a new one, or of none; `nil` where nothing is.
    var unsolicitedDue: Instant? {
        message.heldAside.first { $0.reason == .unsolicited }.map { $0.held + Self.unsolicitedLimit }
    }

    static let unsolicitedLimit = Span.seconds(2)

    // MARK: Repeats and copies

    /// The pictures that are being filed have been kept for a message that may be about to begin.
    func isBeginningElsewhere(with chunk: Int) -> Bool {
        guard let last = message.heldAside.last, last.event.chunk == chunk else { return false }
        return last.reason == .countedAsDuplicate && last.arrived == now && last.held == clock
    }

    /// Keeps with such a copy that the message has other pictures in its places: that is said when no other message begins with it.
    /// - Returns: `false` where nothing was kept.
    mutating func noteCopy(ofChunk chunk: Int, _ contradiction: String) -> Bool {
        guard isBeginningElsewhere(with: chunk) else { return false }
        message.heldAside[message.heldAside.count - 1].contradiction = contradiction
        return true
    }

    /// No other message has begun with them.
    mutating func tellContradictions(_ effects: inout [Effect]) {
        guard let due = contradictionDue, clock >= due else { return }
        for place in message.heldAside.indices where clock - message.heldAside[place].held >= Self.unsolicitedLimit {
            guard let words = message.heldAside[place].contradiction else { continue }
            note(.contradiction, chunk: message.heldAside[place].event.chunk, words, &effects)
            message.heldAside[place].contradiction = nil
        }
    }

    /// Playback time at which a kept copy belongs to no other message; `nil` where none contradicts anything.
    var contradictionDue: Instant? {
        message.heldAside.first { $0.contradiction != nil }.map { $0.held + Self.unsolicitedLimit }
    }

    /// Holds an event that is counted as a duplicate all the same: it may be of a message that is about to begin.
    mutating func keepCopy(of event: WireEvent, _ emitted: Instant?) {
        message.heldAside.removeAll {
            $0.reason == .countedAsDuplicate && $0.contradiction == nil && clock - $0.held >= Self.unsolicitedLimit
        }
        add(HeldEvent(event: event, arrived: now, held: clock, emitted: emitted, reason: .countedAsDuplicate))
    }

    /// Files what only repeats the older message, as a guess.
    /// - Parameter chunk: of which the repeats are; `nil` for those of all.
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

    /// An answer may say just what the older message has said: when nothing else comes, it is a guess.
    mutating func releaseRepeats(_ effects: inout [Effect]) {
        guard let due = repeatsDue, clock >= due else { return }
        message.areRepeatsReleased = true
        fileRepeats(of: nil, &effects)
    }

    /// Playback time at which what is held of an answer that only repeats the older message becomes a guess; `nil` where nothing
    /// is, or something else of the answer has come.
    var repeatsDue: Instant? {
        guard message.phase == .awaiting,
            let first = message.heldAside.first(where: { $0.reason == .repeated && !$0.isSentTotal })
        else {
            return nil
        }
        return first.held + OlderMessage.proofLimit
    }

    /// Events that are held and count nowhere yet: copies have been counted as duplicates.
    var heldCount: Int { message.heldAside.count { $0.reason != .countedAsDuplicate } }
}

/// An event of which it is not yet known to which message it belongs.
struct HeldEvent: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        /// It is dated before the last message left.
        case date
        /// The older message has said it before.
        case repeated
        /// It names chunk 0 of a message that is over: a repeat, or the beginning of one that nobody here sent.
        case unsolicited
        /// A guess for places of which another guess has been shown.
        case shown
        /// A copy of what was counted as a duplicate.
        case countedAsDuplicate
    }

    var event: WireEvent
    var arrived: Instant
    /// Playback time at which it was set aside.
    var held: Instant
    /// When it left the backend, where its date says so.
    var emitted: Instant?
    var reason: Reason
    /// What a copy contradicts, in words, as long as nobody has told it.
    var contradiction: String?

    /// `chunk_images_ready`, which says how many pictures were sent.
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
