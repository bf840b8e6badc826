import Debugger
import Engine
import Events
import PictureInPicture
import Sessions
import Settings
import Wire

/// An event as the engine heard it; a wire event with the form in which it goes on a tape.
package struct RecordedEvent: Sendable {
    package var event: Event
    var message: StoredMessage?
}

/// Runs one session over one feed: lets time pass, and hands on what its engines want done.
///
/// Of two kinds. Played afresh, the feed gives what came from outside and the player adds ticks and decode results.
/// Replayed, the feed gives everything that was heard, and whatever happens here changes nothing about it (architecture,
/// promise 1). Time is the feed's own: when nobody lets it pass, nothing is heard.
package struct FeedPlayer {
    package var timeline: Timeline
    private var feed: any Feed
    package let hearing: TapeHearing
    /// What is played afresh has these, but for what a tape says of its stream.
    private let playing: TapePlaying
    /// Effects since the last take, in order.
    private var effects: [Effect] = []
    /// Everything the engine heard since the last take, for a recorder.
    private var received: [RecordedEvent] = []
    /// What came of texts since the last take.
    private var texts: [(text: TextEvent, member: Member)] = []
    /// What the user may have said, where the next thing heard is that it was sent.
    private var typed: String?
    /// What the user said since the last take.
    private var questions: [(text: String, member: Member)] = []
    private let isRecording: Bool
    /// Time of the last thing that was done.
    package private(set) var now = Instant.zero

    package init(
        _ feed: any Feed, _ playing: TapePlaying = TapePlaying(isFresh: false), isRecording: Bool = false,
        thresholds: AuditThresholds = AuditThresholds()
    ) {
        self.feed = feed
        hearing = feed.hearing
        self.playing = playing
        timeline = Timeline(
            PlaybackEngine(settings: playing.settings), archive: feed.archive,
            judge: Audit(thresholds, ticks: feed.hearing == .replayed ? .recorded : .live))
        self.isRecording = isRecording
    }

    /// Of a live stream, which is always heard anew.
    package init(_ feed: any Feed, settings: PlaybackSettings, isRecording: Bool = false) {
        self.init(feed, TapePlaying(isFresh: true, settings: settings), isRecording: isRecording)
    }

    /// The session as it is now, wherever the playhead is.
    package var session: Session { timeline.edgeSession }
    /// Its main member's engine.
    package var engine: PlaybackEngine { timeline.edgeSession.main }
    /// Any member's; `nil` for one that nothing has been heard for.
    package func engine(of member: Member) -> PlaybackEngine? { timeline.edgeSession[member] }
    var isAnimating: Bool { timeline.edgeSession.isAnimating }
    package var nextDeadline: Instant? { timeline.edgeSession.nextDeadline }
    package var tile: Tile? { timeline.edgeSession.tile }
    var reader: BookReader? { timeline.edgeSession.reader }
    var narrator: Narrator? { timeline.edgeSession.narrator }
    package var membersDue: [Member] { timeline.edgeSession.due(at: now) }
    package var isReplay: Bool { hearing == .replayed }
    package var duration: Instant? { feed.duration }
    package var nextEventTime: Instant? { feed.nextTime }
    /// See `Feed.lag`.
    package var lag: TimeSpan? { feed.lag }

    /// Looks for what a live feed has got since its end was reached.
    mutating func refill() throws {
        if feed.lag != nil, feed.nextTime == nil { try feed.refill() }
    }

    package mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    package mutating func takeHeard() -> [RecordedEvent] {
        defer { received = [] }
        return received
    }

    mutating func takeTexts() -> [(text: TextEvent, member: Member)] {
        defer { texts = [] }
        return texts
    }

    mutating func takeQuestions() -> [(text: String, member: Member)] {
        defer { questions = [] }
        return questions
    }

    // MARK: Time

    /// Lets time pass up to `moment`: events that are due by then, then a tick if one is, and before it what is heard at that
    /// moment.
    mutating func advance(to moment: Instant, soundInputs: SoundInputs = { _, _ in [] }) throws {
        while try takeEvent(to: moment) {}
        guard isTickDue else { return }
        for member in membersDue {
            guard let engine = engine(of: member) else { continue }
            for input in soundInputs(member, engine) { receiveInput(input, for: member) }
        }
        tickIfDue()
    }

    /// Hears the next event if it is due by `moment`; `false` when none is.
    package mutating func takeEvent(to moment: Instant) throws -> Bool {
        now = max(now, moment)
        guard let time = feed.nextTime, time <= now, let entry = try feed.next(timeline.history.count + 1) else {
            return false
        }
        receiveEntry(entry, at: isReplay ? entry.time : max(session.now, entry.time))
        return true
    }

    // MARK: Hearing

    /// Results of decoding and the like; a replay has heard its own.
    package mutating func receiveInput(_ input: LocalInput, for member: Member = .main) {
        if !isReplay { apply(input, at: now, for: member) }
    }

    private mutating func receiveEntry(_ entry: FeedEntry, at time: Instant) {
        defer { if case .wire(.userSaid(let text)) = entry.body { typed = text } else { typed = nil } }
        switch entry.body {
        case .local(let input):
            if input == .sent {
                texts.append((.cleared, entry.member))
                if let typed { questions.append((typed.kept, entry.member)) }
            }
            if let input = heard(input, for: entry.member, playing) { apply(input, at: time, for: entry.member) }
        case .wire(let event):
            effects += timeline.receiveWireEvent(
                event, entry: entry.id, named: entry.name, at: time, for: entry.member,
                oddities: entry.oddities)
            if case .textArrived(let segment) = event { texts.append((.came(segment), entry.member)) }
            keep(entry.body, entry.message, for: entry.member)
        }
    }

    private mutating func apply(_ input: LocalInput, at time: Instant, for member: Member) {
        effects += timeline.receiveInput(input, at: time, for: member)
        keep(.local(input), nil, for: member)
    }

    private mutating func keep(_ body: Event.Body, _ message: StoredMessage?, for member: Member) {
        if isRecording {
            received.append(RecordedEvent(event: Event(session.now, body, for: member), message: message))
        }
    }
}

/// What is heard of the sound of a member's engine at this moment.
package typealias SoundInputs = (Member, PlaybackEngine) -> [LocalInput]

/// What is heard of the texts of messages.
enum TextEvent: Hashable, Sendable {
    case came(TextSegment)
    /// A message was sent: what has come and was not said yet never is (specification 1.13).
    case cleared
}
