import Engine
import Events
import Tapes

/// What `FastForward` lets hear.
package protocol ForwardPlayer {
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
    mutating func receive(_ input: LocalInput)
}

extension ForwardPlayer {
    package var lag: Span? { nil }
    var isAtEnd: Bool { nextEventTime == nil }

    /// Time at which there is something to do; `nil`: not before something comes from elsewhere.
    var nextWake: Instant? {
        isReplay ? nextEventTime : [nextEventTime, engine.nextDeadline].compactMap { $0 }.min()
    }

    mutating func tickIfDue() {
        if !isReplay, let deadline = engine.nextDeadline, deadline <= now { receive(.ticked) }
    }

    /// Lets the engine hear what came of what it wanted decoded.
    mutating func receive(_ results: [EffectResult], from runner: EffectRunner) {
        for result in results {
            switch result {
            case .picture(let input): receive(input)
            case .sound(let sound):
                receive(sound.input)
                runner.told(sound, at: engine.now)
            }
        }
    }
}

extension ForwardPlayer {
    /// A local input of the feed as the engine is to hear it; `nil` for one that changes nothing.
    func heard(_ input: LocalInput, _ playing: TapePlaying) -> LocalInput? {
        guard !isReplay, case .settingsChanged(let recorded) = input else { return input }
        var own = playing.settings
        own.clock = engine.settings.clock
        let settings = own.taking(streamOf: recorded, except: playing.adjusted.settings)
        return settings == engine.settings ? nil : .settingsChanged(settings)
    }
}

extension FeedPlayer: ForwardPlayer {}

/// Runs one engine over one tape, as `FeedPlayer` does, but for nobody who may want to go back: it keeps nothing of what has
/// been heard.
struct ForwardOnlyPlayer: ForwardPlayer {
    private(set) var engine: PlaybackEngine
    private let feed: PrefetchingFeed
    private let watcher: (any RunWatcher)?
    private let playing: TapePlaying
    private var effects: [Effect] = []
    private(set) var now = Instant.zero

    init(_ feed: PrefetchingFeed, _ playing: TapePlaying, watcher: (any RunWatcher)?) {
        self.feed = feed
        self.watcher = watcher
        self.playing = playing
        engine = PlaybackEngine(settings: playing.settings)
    }

    var hearing: TapeHearing { feed.hearing }
    package var isReplay: Bool { hearing == .replayed }
    package var duration: Instant? { feed.duration }
    package var nextEventTime: Instant? { feed.nextTime }

    package mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    package mutating func takeEvent(to moment: Instant) throws -> Bool {
        now = max(now, moment)
        guard let time = feed.nextTime, time <= now, let entry = try feed.next() else { return false }
        let heard = isReplay ? entry.time : max(engine.now, entry.time)
        for oddity in entry.oddities {
            effects.append(.note(Note(time: max(heard, engine.now), code: .odd, text: oddity)))
        }
        guard case .local(let input) = entry.body else {
            receive(Event(heard, entry.body))
            return true
        }
        if let input = self.heard(input, playing) { receive(Event(heard, .local(input))) }
        return true
    }

    mutating func receive(_ input: LocalInput) {
        if !isReplay { receive(Event(now, .local(input))) }
    }

    private mutating func receive(_ event: Event) {
        effects += engine.handle(event)
        watcher?.receive(Event(engine.now, event.body), by: engine)
    }
}
