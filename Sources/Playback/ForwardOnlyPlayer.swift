import Engine
import Events
import PictureInPicture
import Sessions
import Settings

/// Runs one session over one tape, as `FeedPlayer` does, but for nobody who may want to go back: it keeps nothing of what has
/// been heard.
struct ForwardOnlyPlayer: ForwardPlayer {
    private(set) var session: Session
    private let feed: PrefetchingFeed
    private let watcher: (any RunWatcher)?
    private let playing: TapePlaying
    private var effects: [Effect] = []
    private(set) var now = Instant.zero

    init(_ feed: PrefetchingFeed, _ playing: TapePlaying, watcher: (any RunWatcher)?) {
        self.feed = feed
        self.watcher = watcher
        self.playing = playing
        session = Session(PlaybackEngine(settings: playing.settings))
    }

    var engine: PlaybackEngine { session.main }
    var nextDeadline: Instant? { session.nextDeadline }
    var tile: Tile? { session.tile }
    var membersDue: [Member] { session.due(at: now) }

    var hearing: TapeHearing { feed.hearing }
    var isReplay: Bool { hearing == .replayed }
    var duration: Instant? { feed.duration }
    var nextEventTime: Instant? { feed.nextTime }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func takeEvent(to moment: Instant) throws -> Bool {
        now = max(now, moment)
        guard let time = feed.nextTime, time <= now, let entry = try feed.next() else { return false }
        let member = entry.member
        let received = isReplay ? entry.time : max(session.now, entry.time)
        let message: WireEvent? = if case .wire(let event) = entry.body { event } else { nil }
        let notes = session.notes(of: entry.oddities, named: entry.name, in: message, at: received)
        effects += notes.map { Effect.note($0).of(member) }
        guard case .local(let input) = entry.body else {
            receiveEvent(Event(received, entry.body, for: member))
            return true
        }
        if let input = heard(input, for: member, playing) {
            receiveEvent(Event(received, .local(input), for: member))
        }
        return true
    }

    mutating func receiveInput(_ input: LocalInput, for member: Member = .main) {
        if !isReplay { receiveEvent(Event(now, .local(input), for: member)) }
    }

    /// Whoever watches judges the main member, and the tile, which is nobody's.
    private mutating func receiveEvent(_ event: Event) {
        effects += session.handle(event)
        guard event.member.isMain || event.body.isNobodys else { return }
        watcher?.receiveEvent(Event(session.now, event.body), by: session.main)
    }
}
