import Events
import PictureInPicture
import Support

/// A tile on a clock that only moves when told. What is heard at one moment is one turn.
struct TileRun {
    private(set) var tile = Tile()
    private(set) var now = Instant.zero
    /// What was published, and when.
    private(set) var published: [(time: Instant, record: TileRecord)] = []

    /// A call with these members; the stage is covered.
    static func covered(_ members: (String, [CallMemberChange])...) -> TileRun {
        var run = TileRun()
        run.at(0, .stage(.covered))
        run.at(0, .state(.joined, call: "c"))
        for (id, changes) in members { run.at(0, .member(id, changes)) }
        return run
    }

    var record: TileRecord { tile.record }

    /// What was told before is over by then.
    mutating func at(_ seconds: Double, _ event: CallEvent) {
        reach(seconds)
        _ = tile.handle(event)
    }

    mutating func at(_ seconds: Double, _ avatar: AvatarState, of member: Member, _ frames: [DueFrame] = []) {
        reach(seconds)
        tile.hear(avatar, frames, of: member)
    }

    mutating func at(_ seconds: Double, _ input: TileInput) {
        reach(seconds)
        tile.handle(input)
    }

    /// Lets time pass, with all that happens by itself on the way.
    mutating func reach(_ seconds: Double) {
        let moment = Instant(seconds: seconds)
        if moment > now { endTurns(before: moment) }
        now = max(now, moment)
    }

    /// Lets what was told at this moment be seen.
    mutating func end() { endTurn(at: now) }

    private mutating func endTurns(before moment: Instant) {
        while let deadline = tile.deadline, deadline < moment {
            now = max(now, deadline)
            endTurn(at: now)
        }
    }

    private mutating func endTurn(at time: Instant) {
        if tile.endTurn(at: time) { published.append((time, tile.record)) }
    }
}

extension CallEvent {
    static let left = CallEvent.state(.left, call: "c")
    static func camera(_ source: String, _ changes: CallSourceChange...) -> CallEvent { .source(source, changes) }
}

extension [CallMemberChange] {
    /// Publishes this source.
    static func video(_ source: String, _ more: CallMemberChange...) -> [CallMemberChange] {
        [.publishesVideo(true), .source(source)] + more
    }
}
