import Engine
import Events
import Panels
import Wire

/// Where the player's events come from, in order. Events before `nextTime` have been taken.
protocol Feed {
    /// Time of the next entry on the feed's own clock; `nil` at its end (of what is there so far).
    var nextTime: Instant? { get }
    /// Time of the last entry, as far as known.
    var duration: Instant? { get }
    /// Whether the feed holds everything that an engine heard, its ticks included, so that nothing is to be added.
    var isComplete: Bool { get }
    mutating func next() throws -> FeedEntry?
}

/// An event as the engine heard it; a wire event with the form in which it goes on a tape.
struct Heard: Sendable {
    var event: Event
    var message: StoredMessage?
}

/// Runs one engine over one feed: lets time pass, pauses, steps, and hands on what the engine wants done.
///
/// Of two kinds. Played afresh, the feed gives what came from outside and the player adds ticks and decode results, on
/// the session's clock. Replayed, the feed gives everything that was heard, at the times at which it was heard, and
/// whatever happens here (decoding, pausing) changes nothing about it (design promise 1).
struct Player {
    private(set) var engine: PlaybackEngine
    private var feed: any Feed
    let isReplay: Bool
    /// Effects since the last take, in order.
    private var effects: [Effect] = []
    /// Everything the engine heard since the last take, for a recorder.
    private var heard: [Heard] = []
    /// Text segments since the last take.
    private var segments: [TextSegment] = []
    private let isRecording: Bool

    /// Session time minus feed time.
    private var lag = Span.zero
    /// Feed time while paused.
    private var frozen: Instant?
    /// Session time of the last thing that was done.
    private(set) var now = Instant.zero

    init(_ feed: any Feed, settings: PlaybackSettings = PlaybackSettings(), isRecording: Bool = false) {
        self.feed = feed
        isReplay = feed.isComplete
        engine = PlaybackEngine(settings: settings)
        self.isRecording = isRecording
    }

    var isPaused: Bool { frozen != nil }
    /// Nothing moves any more by itself, so the picture has to be exact.
    var isStill: Bool { isPaused || (isReplay && isAtEnd) }
    var isAtEnd: Bool { feed.nextTime == nil }
    var duration: Instant? { feed.duration }
    /// Where on the feed's clock the player is; at its end once all has been heard, however long the avatar idles on.
    var position: Instant {
        let position = frozen ?? now - lag
        return isAtEnd ? min(position, duration ?? position) : position
    }
    /// Session time at which the feed has its next event, if nobody pauses.
    var nextEventTime: Instant? { feed.nextTime.map { $0 + lag } }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func takeHeard() -> [Heard] {
        defer { heard = [] }
        return heard
    }

    mutating func takeSegments() -> [TextSegment] {
        defer { segments = [] }
        return segments
    }

    // MARK: Time

    /// Session time at which there is something to do; `nil`: not before something comes from elsewhere.
    var nextWake: Instant? {
        let fed = isPaused ? nil : nextEventTime
        return isReplay ? fed : [fed, engine.nextDeadline].compactMap { $0 }.min()
    }

    /// Lets time pass up to `moment`, session time: events that are due by then, then a tick if one is.
    mutating func advance(to moment: Instant) throws {
        try takeEvents(to: moment)
        tickIfDue()
    }

    /// Hears the events that are due up to `moment`, each at its time.
    mutating func takeEvents(to moment: Instant) throws {
        now = max(now, moment)
        if !isPaused { try feed(upTo: now - lag) }
    }

    mutating func tickIfDue() {
        if !isReplay, let deadline = engine.nextDeadline, deadline <= now { hear(.local(.ticked), at: now) }
    }

    private mutating func feed(upTo limit: Instant) throws {
        while try feedOne(upTo: limit) {}
    }

    /// Hears the next event if it is due by `moment`, session time; `false` when none is.
    mutating func takeEvent(to moment: Instant) throws -> Bool {
        now = max(now, moment)
        return isPaused ? false : try feedOne(upTo: now - lag)
    }

    private mutating func feedOne(upTo limit: Instant) throws -> Bool {
        guard let time = feed.nextTime, time <= limit else { return false }
        try feedOne()
        return true
    }

    private mutating func feedOne() throws {
        guard let entry = try feed.next() else { return }
        let time = isReplay ? entry.time : max(engine.now, entry.time + lag)
        for oddity in entry.oddities { effects.append(.note(Note(time: time, code: .odd, text: oddity))) }
        hear(Event(time, entry.body), entry.message)
    }

    // MARK: What the engine hears from here

    /// Results of decoding and the like; a replay has heard its own.
    mutating func hear(_ input: LocalInput) {
        if !isReplay { hear(.local(input), at: now) }
    }

    private mutating func hear(_ body: Event.Body, at time: Instant) { hear(Event(time, body), nil) }

    private mutating func hear(_ event: Event, _ message: StoredMessage?) {
        effects += engine.handle(event)
        if case .wire(.textArrived(let segment)) = event.body { segments.append(segment) }
        if isRecording { heard.append(Heard(event: Event(engine.now, event.body), message: message)) }
    }

    // MARK: The user

    mutating func togglePause(at moment: Instant) throws {
        try advance(to: moment)
        if let frozen {
            lag = now - frozen
            self.frozen = nil
            hear(.resumed)
        } else {
            frozen = now - lag
            hear(.paused)
        }
    }

    /// One frame forward; pauses first. In a replay up to the next line of the frame log.
    mutating func stepForward(at moment: Instant) throws {
        if !isPaused { try togglePause(at: moment) }
        now = max(now, moment)
        if isReplay { try stepReplay() } else { try stepFresh() }
    }

    private mutating func stepReplay() throws {
        let before = engine.framePlan.record?.ordinal
        while let time = feed.nextTime {
            try feedOne()
            frozen = max(frozen ?? time, time)
            if let record = engine.framePlan.record, record.ordinal != before, record.status != .skipped { return }
        }
    }

    /// The stream moves on by the time that the step stands for, then the engine takes it.
    private mutating func stepFresh() throws {
        guard let frozen else { return }
        let target = frozen + engine.stepLength
        self.frozen = target
        try feed(upTo: target)
        hear(.stepped)
    }
}
