import Events

/// What is known of the messages before the current one, of which something may still come (specification 3.10).
struct OlderMessage: Hashable, Sendable {
    /// When our message left: what was emitted before is not its answer's. Before all time where nobody here sent one.
    var boundary: Instant
    /// Chunks that have begun to come and are not whole.
    var unfinished: Set<Int> = []
    /// Chunks that wait for their sound.
    var soundless: Set<Int> = []
    /// Chunks whose `chunk_images_ready` has not come.
    var unsent: Set<Int> = []
    /// The lowest chunk of which nothing has come, where the message has had no end signal.
    var continuesAt: Int?
    /// All of it has come, its end signal included, or nothing more can come.
    var isWhole: Bool
    /// How many end signals of each kind have not come yet.
    private(set) var owes: [EndSignal: Int] = [:]
    /// The audio event of its chunk 0, where it has been heard.
    var beginning: AudioChunk?
    /// What it has said, by which a repeat is known.
    var carried: Set<EventDigest> = []
    /// Messages that were sent and of which nothing has come.
    var unanswered = 0
    /// Whether it was whole when the first of them was sent.
    var wasWhole = false

    /// So long after the boundary an older date is believed even if nothing was dated later.
    static let proofLimit = Span.seconds(5)

    /// Each message ends with one of each kind.
    mutating func owe(_ signals: some Sequence<EndSignal>) {
        for signal in signals { owes[signal, default: 0] += 1 }
    }

    /// Whether an end signal was still to come.
    mutating func takeEnd(_ signal: EndSignal) -> Bool {
        guard let count = owes[signal], count > 0 else { return false }
        owes[signal] = count - 1
        return true
    }

    /// Once all that was sent has ended, and nothing else of it has come, nobody waits for more of it.
    mutating func settle() {
        guard unanswered > 0, owes.values.allSatisfy({ $0 == 0 }) else { return }
        (unanswered, isWhole) = (0, wasWhole)
    }

    /// One of those that were sent has not been taken: nothing of it comes.
    mutating func forgetOne() {
        unanswered -= 1
        for signal in EndSignal.allCases { _ = takeEnd(signal) }
        if unanswered == 0 { isWhole = wasWhole }
        settle()
    }

    /// Its link is lost: nothing of it can come any more but repeats.
    mutating func end() {
        (isWhole, unfinished, soundless, unsent, continuesAt, owes) = (true, [], [], [], nil, [:])
    }

    /// Boundary of a message that nobody here sent.
    static let noSend = Instant(microseconds: .min)
    var isBeforeSend: Bool { boundary != Self.noSend }

    func isDateBelieved(at now: Instant) -> Bool { now >= boundary + Self.proofLimit }

    /// Whether an event that is not dated goes on with it.
    func goesOn(with event: WireEvent) -> Bool {
        guard let chunk = event.chunk else { return false }
        if case .audioArrived = event, soundless.contains(chunk) { return true }
        return unfinished.contains(chunk) || continuesAt.map { chunk >= $0 } ?? false
    }

    /// Whether it has said just this.
    func hasSaid(_ event: WireEvent) -> Bool { EventDigest(event).map { carried.contains($0) } ?? false }

    /// Whether this beginning of a message has been heard before, for all that it carries.
    func hasBegun(with audio: AudioChunk) -> Bool { beginning?.carriesSame(as: audio) == true }
}

/// `audio_end`, `play_base_animation`.
enum EndSignal: Hashable, Sendable, CaseIterable {
    case audioEnd
    case baseAnimation
}

extension AudioChunk {
    /// The same event again: a backend repeats itself, for instance after a reconnect (specification 1.10). The sound alone does not
    /// say so, since two answers may begin with the same word, or with none.
    func carriesSame(as other: AudioChunk) -> Bool {
        chunk == other.chunk && sound == other.sound && totalFrames == other.totalFrames && emitted == other.emitted
            && firstClip == other.firstClip && frames == other.frames
    }

    /// The same chunk without its sound, which has come now.
    func lacksSound(of other: AudioChunk) -> Bool {
        chunk == other.chunk && sound == nil && other.sound != nil && totalFrames == other.totalFrames
            && firstClip == other.firstClip && frames == other.frames
    }
}

extension PlaybackEngine {
    /// What may still come of the current message, and of those before it, once another one begins at `boundary`.
    /// - Parameter answered: how many of those that were sent before the current one the other one answers.
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

    /// Whether nothing has come for so long after an end that nothing else is to be waited for.
    private var isLongOver: Bool {
        guard message.phase == .ended || (message.phase == .resting && !message.heardEnds.isEmpty) else { return false }
        return now - lastHeardAt >= OlderMessage.proofLimit
    }

    private func firstUnheard(_ chunks: [Chunk]) -> Int {
        var heard = message.played.union(chunks.map(\.index))
        heard.formUnion(message.lateNoted)
        var place = 0
        while heard.contains(place) { place += 1 }
        return place
    }
}
