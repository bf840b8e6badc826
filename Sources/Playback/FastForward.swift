import Engine
import Events

/// Lets a player hear what comes next without waiting for it, on a clock that jumps from one moment at which something
/// happens to the next. What is decoded is ready in the same instant; a replay takes the results that its tape holds.
package struct FastForward {
    /// Nothing more comes from a live feed: its engine is followed until it is back in idle.
    package var isStreamOver = false
    private var lastMoment: Instant?
    /// The event that is waited for, and since when.
    private var awaited: (event: Instant?, since: Instant) = (nil, .zero)
    /// What the engine had shown and finished when something last came of it, and when that was.
    private var progress: (done: Int, at: Instant) = (0, .zero)
    /// A fresh player is abandoned when nothing has come or been shown or heard for longer than this and its limits are together.
    private static let timeout = TimeSpan.seconds(60)
    /// Silence beyond this is not idled through: a time on a tape may be a stranger's, and years of idling would never end.
    private static let longestSilence = TimeSpan.seconds(3_600)

    package init() {}

    /// One moment: everything that is due in it, and what is decoded in it.
    /// - Parameters:
    ///   - runner: decodes at once.
    ///   - report: gets what the engine says has happened, with the player as it is then.
    /// - Returns: `false` at the end: all events heard, and the engine back in idle.
    package mutating func step<P: ForwardPlayer>(
        _ player: inout P, _ runner: inout EffectRunner, _ report: (Effect, P) throws -> Void
    ) throws -> Bool {
        guard let moment = try nextMoment(player, report) else { return false }
        lastMoment = moment
        // What is decoded is ready in the same instant: before the tick, which else would draw a frame for no time.
        repeat {
            while try player.takeEvent(to: moment) { while try perform(&player, &runner, report) {} }
            runner.performTile(of: &player)
            player.tickIfDue()
        } while try perform(&player, &runner, report) || runner.performTile(of: &player)
        return true
    }

    /// Lets the engines hear what they do from here on by themselves: the end of the sound, the way home.
    mutating func hearOut(_ player: inout FeedPlayer, _ runner: inout EffectRunner) {
        for member in player.session.members {
            guard let engine = player.engine(of: member), engine.settings.clock == .sound else { continue }
            var settings = engine.settings
            settings.clock = .wall
            player.receiveInput(.settingsChanged(settings), for: member)
        }
        player.receiveResults(runner.decodeAtOnce(), from: runner)
        isStreamOver = true
        while (try? step(&player, &runner) { _, _ in }) == true {}
    }

    /// The moment at which something happens, `nil` when it is over. Time moves on even if the engine asks for a tick at
    /// once again and again.
    private mutating func nextMoment<P: ForwardPlayer>(
        _ player: P, _ report: (Effect, P) throws -> Void
    ) throws -> Instant? {
        if let event = try endOfSilence(player, report) { return event }
        guard let wake = player.nextWake else { return nil }
        if player.isAtEnd {
            guard !player.isReplay, player.lag == nil || isStreamOver, player.session.isBusy
            else { return nil }
            let silence = wake - lastProgress(player)
            if silence > Self.timeout {
                let timeout = Self.timeout + player.engine.settings.longestWait
                if silence > timeout {
                    let text = "no progress for \(Int(timeout.seconds)) s; the rest was not played"
                    try report(.note(Note(time: player.now, code: .timeLimit, text: text)), player)
                    return nil
                }
            }
        }
        if wake > player.now { return wake }
        return player.now == lastMoment ? player.now + TimeSpan(microseconds: 1) : player.now
    }

    /// When something last came, was shown, or sounded.
    private mutating func lastProgress<P: ForwardPlayer>(_ player: P) -> Instant {
        let engines = player.session.engines
        let done = engines.map(\.counters).reduce(0) { $0 + $1.shown + $1.skipped + $1.chunksFinished }
        if done != progress.done || engines.contains(where: { $0.sounding != nil }) { progress = (done, player.now) }
        return max(progress.at, player.duration ?? .zero)
    }

    /// The moment at which something is heard again, when that is far away and the engine has had time to end what it did.
    private mutating func endOfSilence<P: ForwardPlayer>(
        _ player: P, _ report: (Effect, P) throws -> Void
    ) throws -> Instant? {
        let event = player.nextEventTime
        if event != awaited.event { awaited = (event, player.now) }
        guard !player.isReplay, let event, event - player.now > Self.longestSilence,
            player.now - awaited.since >= Self.timeout
        else { return nil }
        let text = "skipped \(Int((event - player.now).seconds)) s without events"
        try report(.note(Note(time: player.now, code: .waiting, text: text)), player)
        return event
    }

    /// True when an engine has heard something in return.
    private func perform<P: ForwardPlayer>(
        _ player: inout P, _ runner: inout EffectRunner, _ report: (Effect, P) throws -> Void
    ) throws -> Bool {
        let effects = player.takeEffects()
        guard !effects.isEmpty else { return false }
        let results = try runner.perform(effects, isReplay: player.isReplay, lending: player, report)
        player.receiveResults(results, from: runner)
        return !results.isEmpty
    }
}
