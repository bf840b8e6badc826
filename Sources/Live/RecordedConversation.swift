import Events

/// What is said while a session is recorded without a screen: one message at a time, each when the one before has been
/// answered; and when an answer is over, or is none.
///
/// A value that decides; `RecordingSession` carries out.
package struct RecordedConversation {
    /// How long something is waited for.
    package struct Limits: Hashable, Sendable {
        /// For clips, since there was a link.
        var clips = TimeSpan.seconds(180)
        /// For the beginning of an answer.
        var answer = TimeSpan.seconds(60)
        /// Silence after which an answer is over although no end signal has come.
        package var silence = TimeSpan.seconds(15)
        /// Silence behind an end signal: others may follow it, and so may chunks that it overtook.
        static let ending = TimeSpan.seconds(1)
    }

    /// How the session stands: the engine that heard all that came, and the link.
    struct Standing: Hashable {
        var isLinked = false
        var isAnimating = false
        var isAwaitingAnswer = false
        var hasEndSignal = false
        /// More may come of what some backends send long before the last chunk.
        var endsWithClipAlone = false
        var generation = Generation(0)
        var lastHeardAt = Instant.zero
        /// Chunks of which a link was lost before they had come.
        var dropped = 0
        /// Of the clips that are known to exist, those that are there as a whole.
        var loadedClips = 0
        var knownClips = 0
        /// There may be more of them.
        var isAwaitingManifest = false
    }

    enum Input {
        case linked
        /// What the engine has heard since the last turn.
        case heard([Event])
        /// It has gone out what was to be said last.
        case sent(Generation)
        /// The backend did not take the message of that number.
        case notTaken(number: Int, reason: String)
        case turn
    }

    enum Action: Hashable {
        case say(String, number: Int)
        /// A line for whoever looks on.
        case announce(String)
        /// All has been said and answered.
        case end
        case giveUp(reason: String)
    }

    /// A message that was said and has not been answered yet.
    private struct Awaited {
        /// Among all that were said: what becomes of another one later does not concern this one.
        var number: Int
        var text: String
        var since: Instant
        var generation: Generation?
        /// It has been heard that it was said; what was heard before is not about it.
        var isHeard = false
        /// The link was lost in the middle of the answer, and nothing more of it has come since.
        var lostAt: Instant?
    }

    private let limits: Limits
    /// When all has been said and answered: there is something to say, and nobody has set a time.
    private let endsByItself: Bool
    private var toSay: ArraySlice<String>
    private var awaited: Awaited?
    /// What was said and has no answer.
    private(set) var missed: [String] = []
    /// Messages that were said so far.
    private var said = 0
    /// When there was a link for the first time.
    private var linkedSince: Instant?
    private var dropped = 0
    /// When the avatar was last seen talking, or waiting for more to say.
    private var animatedAt = Instant.zero

    init(saying messages: [String], hasTime: Bool, _ limits: Limits) {
        (self.limits, endsByItself) = (limits, !hasTime && !messages.isEmpty)
        toSay = messages[...]
    }

    /// What has no answer by now, in the order in which it was said or would have been.
    /// - Parameter isAnswering: one is under way.
    func unanswered(isAnswering: Bool) -> [String] {
        missed + [isAnswering ? nil : awaited?.text].compactMap { $0 } + toSay
    }
    /// What is being answered, or will be.
    var awaitedText: String? { awaited?.text }
    /// Whether there is anything to look at when nothing comes.
    var isUnderWay: Bool { !toSay.isEmpty || awaited != nil }

    mutating func handle(_ input: Input, _ standing: Standing, at now: Instant) -> [Action] {
        switch input {
        case .linked:
            linkedSince = linkedSince ?? now
            return []
        case .heard(let events): return receive(events, standing)
        case .sent(let generation):
            awaited?.generation = generation
            return []
        case .notTaken(let number, let reason): return number == awaited?.number ? miss("not sent: \(reason)") : []
        case .turn: return turn(standing, at: now)
        }
    }

    /// An answer that a lost link has broken off ends in good order for the engine, which plays what it has. It is none;
    /// unless no more of it than its rest was missing, and that comes on another link.
    private mutating func receive(_ events: [Event], _ standing: Standing) -> [Action] {
        defer { dropped = standing.dropped }
        var actions: [Action] = []
        for event in events where awaited != nil {
            switch event.body {
            case .local(.sent): awaited?.isHeard = true
            case .local(.linkLost) where awaited?.isHeard == true, .local(.linkClosed) where awaited?.isHeard == true:
                if standing.dropped > dropped { actions += miss(Self.brokenOff) }
                if !standing.hasEndSignal || standing.endsWithClipAlone { awaited?.lostAt = event.time }
            default: break
            }
        }
        return actions
    }

    private mutating func turn(_ standing: Standing, at now: Instant) -> [Action] {
        if standing.isAnimating { animatedAt = now }
        let actions = judge(standing, at: now)
        guard awaited == nil, !standing.isAnimating else { return actions }
        return actions + sayNext(standing, at: now)
    }

    private mutating func sayNext(_ standing: Standing, at now: Instant) -> [Action] {
        guard let text = toSay.first else { return endsByItself ? [.end] : [] }
        guard standing.isLinked, let linkedSince else { return [] }
        if standing.isAwaitingManifest || standing.knownClips == 0 || standing.loadedClips < standing.knownClips {
            guard now >= linkedSince + limits.clips else { return [] }
            // With none the backend could not be answered by anything but idling. Whoever has set a time wants what comes
            // all the same.
            guard standing.loadedClips > 0 else {
                let reason = "no complete clip received within \(limits.clips.typed); nothing was sent"
                return endsByItself ? [.giveUp(reason: reason)] : []
            }
        }
        toSay.removeFirst()
        said += 1
        awaited = Awaited(number: said, text: text, since: now)
        return [.say(text, number: said)]
    }

    /// An answer is over by its end signal and some silence, or by a long silence. Coming home does not end it: a slow one
    /// goes on.
    private mutating func judge(_ standing: Standing, at now: Instant) -> [Action] {
        guard let waiting = awaited, waiting.isHeard, !standing.isAnimating else { return [] }
        guard standing.generation == waiting.generation else {
            return miss("the answer was replaced by another message")
        }
        if standing.isAwaitingAnswer {
            guard now - waiting.since > limits.answer else { return [] }
            return miss("no answer within \(limits.answer.typed)")
        }
        if let lost = waiting.lostAt, standing.lastHeardAt <= lost {
            return now - lost >= limits.silence ? miss(Self.brokenOff) : []
        }
        let quiet = now - max(standing.lastHeardAt, animatedAt)
        if standing.hasEndSignal, quiet >= Limits.ending {
            awaited = nil
            return [.announce("answered")]
        }
        guard quiet >= limits.silence else { return [] }
        awaited = nil
        return [.announce("answered; no end signal within \(limits.silence.typed)")]
    }

    private static let brokenOff = "the answer was cut off: connection lost"

    private mutating func miss(_ reason: String) -> [Action] {
        missed += [awaited?.text].compactMap { $0 }
        awaited = nil
        return [.announce(reason)]
    }
}
