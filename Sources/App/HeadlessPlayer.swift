import Engine
import Events
import Tapes

/// What `FastForward` lets hear.
protocol ForwardPlayer {
    var engine: PlaybackEngine { get }
    var isReplay: Bool { get }
    var duration: Instant? { get }
    /// Time at which the feed has its next event; `nil` at its end.
    var nextEventTime: Instant? { get }
    /// How far behind its source a live feed is played; `nil` for one that ends.
    var lag: Span? { get }
    /// Time of the last thing that was done.
    var now: Instant { get }

    mutating func takeEvent(to moment: Instant) throws -> Bool
    mutating func takeEffects() -> [Effect]
    mutating func hear(_ input: LocalInput)
}

extension ForwardPlayer {
    var lag: Span? { nil }
    var isAtEnd: Bool { nextEventTime == nil }

    /// Time at which there is something to do; `nil`: not before something comes from elsewhere.
    var nextWake: Instant? {
        isReplay ? nextEventTime : [nextEventTime, engine.nextDeadline].compactMap { $0 }.min()
    }

    mutating func tickIfDue() {
        if !isReplay, let deadline = engine.nextDeadline, deadline <= now { hear(.ticked) }
    }
}

extension Player: ForwardPlayer {}

/// Runs one engine over one tape, as `Player` does, but for nobody who may want to go back: it keeps nothing of what has
/// been heard.
struct HeadlessPlayer: ForwardPlayer {
    private(set) var engine: PlaybackEngine
    private let feed: AheadFeed
    private let watcher: (any RunWatcher)?
    private var effects: [Effect] = []
    private(set) var now = Instant.zero

    init(_ feed: AheadFeed, settings: PlaybackSettings, watcher: (any RunWatcher)?) {
        self.feed = feed
        self.watcher = watcher
        engine = PlaybackEngine(settings: settings)
    }

    var isReplay: Bool { feed.isComplete }
    var duration: Instant? { feed.duration }
    var nextEventTime: Instant? { feed.nextTime }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func takeEvent(to moment: Instant) throws -> Bool {
        now = max(now, moment)
        guard let time = feed.nextTime, time <= now, let entry = try feed.next() else { return false }
        let heard = isReplay ? entry.time : max(engine.now, entry.time)
        for oddity in entry.oddities {
            effects.append(.note(Note(time: max(heard, engine.now), code: .odd, text: oddity)))
        }
        hear(Event(heard, entry.body))
        return true
    }

    mutating func hear(_ input: LocalInput) {
        if !isReplay { hear(Event(now, .local(input))) }
    }

    private mutating func hear(_ event: Event) {
        effects += engine.handle(event)
        watcher?.hear(Event(engine.now, event.body), by: engine)
    }
}
