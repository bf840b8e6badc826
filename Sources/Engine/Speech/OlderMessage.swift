import Events

/// What is known of the messages before the current one, as long as something of them may still arrive (specification
/// 3.10).
struct OlderMessage: Hashable, Sendable {
    /// When the current message was sent: anything emitted before is not its answer. Before all time if it was not
    /// sent from here.
    var boundary: Instant
    /// Chunks that have begun to arrive and are incomplete.
    var unfinished: Set<Int> = []
    /// Chunks that wait for their sound.
    var soundless: Set<Int> = []
    /// Chunks whose `chunk_images_ready` has not come.
    var unsent: Set<Int> = []
    /// The lowest chunk of which nothing was received, if the message has had no end signal.
    var continuesAt: Int?
    /// Whether everything was received, including the end signal, or nothing more can arrive.
    var isWhole: Bool
    /// How many end signals of each kind are still to come.
    private(set) var owes: [EndSignal: Int] = [:]
    /// The audio event of its chunk 0, if received.
    var beginning: AudioChunk?
    /// Digests of its events; they identify repeats.
    var carried: Set<EventDigest> = []
    /// Number of sent messages of which nothing was received.
    var unanswered = 0
    /// Whether the message was complete when the first of these was sent.
    var wasWhole = false

    /// This long after the boundary an older date is believed even if nothing was dated later.
    static let proofLimit = TimeSpan.seconds(5)

    /// Adds expected end signals: each message ends with one of each kind.
    mutating func owe(_ signals: some Sequence<EndSignal>) {
        for signal in signals { owes[signal, default: 0] += 1 }
    }

    /// Counts an end signal as received. `false` if none was expected.
    mutating func takeEnd(_ signal: EndSignal) -> Bool {
        guard let count = owes[signal], count > 0 else { return false }
        owes[signal] = count - 1
        return true
    }

    /// Ends the wait for more, once everything sent has ended and nothing else of it has arrived.
    mutating func settle() {
        guard unanswered > 0, owes.values.allSatisfy({ $0 == 0 }) else { return }
        (unanswered, isWhole) = (0, wasWhole)
    }

    /// Forgets one of the sent messages, which the backend did not accept: nothing of it will arrive.
    mutating func forgetOne() {
        unanswered -= 1
        for signal in EndSignal.allCases { _ = takeEnd(signal) }
        if unanswered == 0 { isWhole = wasWhole }
        settle()
    }

    /// Ends the message when its connection is lost: only repeats of it can still arrive.
    mutating func end() {
        (isWhole, unfinished, soundless, unsent, continuesAt, owes) = (true, [], [], [], nil, [:])
    }

    /// Boundary of a message that was not sent from here.
    static let noSend = Instant(microseconds: .min)
    var isBeforeSend: Bool { boundary != Self.noSend }

    func isDateBelieved(at now: Instant) -> Bool { now >= boundary + Self.proofLimit }

    /// Whether an event without a date continues this message.
    func goesOn(with event: WireEvent) -> Bool {
        guard let chunk = event.chunk else { return false }
        if case .audioArrived = event, soundless.contains(chunk) { return true }
        return unfinished.contains(chunk) || continuesAt.map { chunk >= $0 } ?? false
    }

    /// Whether this message contained exactly this event.
    func hasSaid(_ event: WireEvent) -> Bool { EventDigest(event).map { carried.contains($0) } ?? false }

    /// Whether this message started with the same content.
    func hasBegun(with audio: AudioChunk) -> Bool { beginning?.carriesSame(as: audio) == true }
}

/// `audio_end`, `play_base_animation`.
enum EndSignal: Hashable, Sendable, CaseIterable {
    case audioEnd
    case baseAnimation
}

extension AudioChunk {
    /// Whether this is the same event again: a backend may repeat events, for instance after a reconnect
    /// (specification 1.10). Comparing only the sound is not enough, because two answers may begin with the same
    /// word, or with none.
    func carriesSame(as other: AudioChunk) -> Bool {
        chunk == other.chunk && sound == other.sound && totalFrames == other.totalFrames && emitted == other.emitted
            && firstClip == other.firstClip && frames == other.frames
    }

    /// Whether this is the same chunk, but with the sound that the other lacks.
    func lacksSound(of other: AudioChunk) -> Bool {
        chunk == other.chunk && sound == nil && other.sound != nil && totalFrames == other.totalFrames
            && firstClip == other.firstClip && frames == other.frames
    }
}

extension PlaybackEngine {
    /// What may still arrive of the current message, and of earlier ones, once another message starts at `boundary`.
    /// - Parameter answered: how many of the messages sent before the current one the new one answers.
    func becomingOlder(at boundary: Instant, answered: Int = 0) -> OlderMessage? {
        // What came may have been of the one before: then nobody has answered yet.
        let isGuessed = message.phase == .open && !message.isCertain && message.older != nil
        let isHeardOf = message.phase != .none && message.phase != .awaiting && !isGuessed
        guard isHeardOf else {
            guard message.phase != .none else { return nil }
            var both = message.older ?? OlderMessage(boundary: boundary, isWhole: true)
            // Both of its end signals have come, and nothing else: that was the answer.
            guard message.phase != .awaiting || message.bareEnds.count < EndSignal.allCases.count else {
                both.boundary = boundary
                return both
            }
            if both.unanswered == 0 { both.wasWhole = both.isWhole }
            (both.boundary, both.isWhole) = (boundary, false)
            both.carried.formUnion(message.carried)
            both.unanswered += 1
            both.owe(EndSignal.allCases.filter { !message.bareEnds.contains($0) })
            return both
        }
        var gone = OlderMessage(boundary: boundary, isWhole: false)
        gone.beginning = message.firstAudio
        gone.carried = message.carried
        guard !message.wasLinkLost else {
            gone.isWhole = true
            return gone
        }
        let chunks = message.queue + (message.active.map { [$0.chunk] } ?? [])
        gone.unfinished = Set(chunks.lazy.filter { !$0.isComplete && !$0.hasAllPictures }.map(\.index))
        gone.soundless = Set(chunks.lazy.filter { !$0.hasAudioEvent && $0.sound == nil }.map(\.index))
        if !message.hasEndSignal, !isLongOver { gone.continuesAt = firstUnheard(chunks) }
        gone.owe(EndSignal.allCases.filter { !message.heardEnds.contains($0) })
        let isMissed = !gone.soundless.isEmpty || !message.broken.isEmpty || chunks.contains { !$0.lost.isEmpty }
        gone.isWhole = gone.unfinished.isEmpty && (isLongOver || (message.hasEndSignal && !isMissed))
        if !isLongOver {
            gone.unsent = message.unsent.union(chunks.lazy.filter { $0.sentAt == nil }.map(\.index))
        }
        // Of the one before that something may come as well.
        let unanswered = max(0, (message.older?.unanswered ?? 0) - answered)
        if unanswered > 0, !isLongOver {
            (gone.wasWhole, gone.isWhole, gone.unanswered) = (gone.isWhole, false, unanswered)
            for _ in 0..<unanswered { gone.owe(EndSignal.allCases) }
        }
        return gone
    }

    /// Whether nothing has arrived for so long after an end that nothing else is awaited.
    private var isLongOver: Bool {
        guard message.phase == .ended || (message.phase == .resting && !message.heardEnds.isEmpty) else { return false }
        return now - lastHeardAt >= OlderMessage.proofLimit
    }

    private func firstUnheard(_ chunks: [Chunk]) -> Int {
        var received = message.played.union(chunks.map(\.index))
        received.formUnion(message.lateNoted)
        var place = 0
        while received.contains(place) { place += 1 }
        return place
    }
}
