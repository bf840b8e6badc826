import Engine
import Events
import PictureInPicture
import Sessions
import Settings

/// What `FastForward` lets hear.
///
/// What is asked for at every moment is asked of the player itself: `session` and `engine` are copies.
package protocol ForwardPlayer {
    /// As it is now.
    var session: Session { get }
    /// Its main member's.
    var engine: PlaybackEngine { get }
    var isReplay: Bool { get }
    var duration: Instant? { get }
    /// Time at which the feed has its next event; `nil` at its end.
    var nextEventTime: Instant? { get }
    /// How far behind its source a live feed is played; `nil` for one that ends.
    var lag: TimeSpan? { get }
    /// Time of the last thing that was done.
    var now: Instant { get }
    /// As `Session` has it.
    var nextDeadline: Instant? { get }
    /// The session's, where it has one.
    var tile: Tile? { get }
    /// Members for whom a tick is worth while now, the main one first.
    var membersDue: [Member] { get }

    mutating func takeEvent(to moment: Instant) throws -> Bool
    mutating func takeEffects() -> [Effect]
    mutating func receiveInput(_ input: LocalInput, for member: Member)
}

extension ForwardPlayer {
    package var lag: TimeSpan? { nil }
    var isAtEnd: Bool { nextEventTime == nil }

    /// Time at which there is something to do; `nil`: not before something comes from elsewhere.
    package var nextWake: Instant? {
        guard !isReplay, let deadline = nextDeadline else { return nextEventTime }
        return min(nextEventTime ?? deadline, deadline)
    }

    var isTickDue: Bool { !isReplay && nextDeadline.map { $0 <= now } == true }

    package mutating func tickIfDue() {
        guard isTickDue else { return }
        for member in membersDue { receiveInput(.ticked, for: member) }
    }

    /// Lets each member's engine hear what came of what it wanted decoded.
    mutating func receiveResults(_ results: [EffectResult], from runner: EffectRunner) {
        for result in results {
            switch result {
            case .picture(let input, let member): receiveInput(input, for: member)
            case .sound(let sound, let member):
                receiveInput(sound.input, for: member)
                if member.isMain { runner.report(sound, at: engine.now) }
            }
        }
    }
}

extension ForwardPlayer {
    /// A local input of the feed as a member's engine is to hear it; `nil` for one that changes nothing.
    func heard(_ input: LocalInput, for member: Member, _ playing: TapePlaying) -> LocalInput? {
        guard !isReplay, case .settingsChanged(let recorded) = input else { return input }
        let engine = session[member] ?? engine
        var own = playing.settings
        own.clock = engine.settings.clock
        let settings = own.taking(streamOf: recorded, except: playing.adjusted.settings)
        return settings == engine.settings ? nil : .settingsChanged(settings)
    }
}

extension FeedPlayer: ForwardPlayer {}
