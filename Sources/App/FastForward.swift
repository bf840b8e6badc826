import Engine
import Events
import Frames
import Tapes

/// Lets a player hear what comes next without waiting for it, on a clock that jumps from one moment at which something
/// happens to the next.
///
/// Pictures are decoded for real, each one once, and are ready in the same instant; a replay takes the results that the
/// tape holds and decodes nothing.
struct FastForward {
    private let blobs: any BlobSource
    private var decoded: [ContentHash: Result<PixelSize, PictureError>] = [:]
    private var lastMoment: Instant?
    /// The event that is waited for, and since when.
    private var awaited: (event: Instant?, since: Instant) = (nil, .zero)
    /// A fresh player is given up this long after the last event, whatever its engine does: sum of all limits and more.
    private static let patience = Span.seconds(60)
    /// Silence beyond this is not idled through: a time on a tape may be a stranger's, and years of idling would never end.
    private static let longestSilence = Span.seconds(3_600)
    /// Outcomes of decoding that are kept; beyond, all are forgotten.
    private static let outcomesKept = 200_000

    init(blobs: any BlobSource) { self.blobs = blobs }

    /// One moment: everything that is due in it, and what is decoded in it.
    /// - Returns: `false` at the end: all events heard, and the engine back in idle.
    mutating func step(_ player: inout Player, _ take: (Effect, Player) throws -> Void) throws -> Bool {
        guard let moment = try nextMoment(player, take) else { return false }
        lastMoment = moment
        // What is decoded is ready in the same instant: before the tick, which else would draw a frame for no time.
        repeat {
            while try player.takeEvent(to: moment) { while try carryOut(&player, take) {} }
            player.tickIfDue()
        } while try carryOut(&player, take)
        return true
    }

    /// Decodes what somebody else was asked to and has not done, so that nothing is waited for.
    mutating func catchUp(_ player: inout Player, _ jobs: some Sequence<DecodeJob>) {
        for job in jobs { decode(job, &player) }
    }

    /// The moment at which something happens, `nil` when it is over. Time moves on even if the engine asks for a tick at
    /// once again and again.
    private mutating func nextMoment(_ player: Player, _ take: (Effect, Player) throws -> Void) throws -> Instant? {
        if let event = try endOfSilence(player, take) { return event }
        guard let wake = player.nextWake else { return nil }
        if player.isAtEnd {
            guard !player.isReplay, player.engine.isAnimating else { return nil }
            if wake > (player.duration ?? .zero) + Self.patience { return nil }
        }
        if wake > player.now { return wake }
        return player.now == lastMoment ? player.now + Span(microseconds: 1) : player.now
    }

    /// The moment at which something is heard again, when that is far away and the engine has had time to end what it did.
    private mutating func endOfSilence(_ player: Player, _ take: (Effect, Player) throws -> Void) throws -> Instant? {
        let event = player.nextEventTime
        if event != awaited.event { awaited = (event, player.now) }
        guard !player.isReplay, let event, event - player.now > Self.longestSilence,
            player.now - awaited.since >= Self.patience
        else { return nil }
        let text = "nothing is heard for \(Int((event - player.now).seconds)) s, which is passed over"
        try take(.note(Note(time: player.now, code: .timeLimit, text: text)), player)
        return event
    }

    /// True when the engine has heard something in return.
    private mutating func carryOut(_ player: inout Player, _ take: (Effect, Player) throws -> Void) throws -> Bool {
        var hasAnswered = false
        for effect in player.takeEffects() {
            if case .decode(let job) = effect {
                guard !player.isReplay else { continue }
                decode(job, &player)
                hasAnswered = true
            } else {
                try take(effect, player)
            }
        }
        return hasAnswered
    }

    private mutating func decode(_ job: DecodeJob, _ player: inout Player) {
        let result = decoded[job.picture.hash] ?? App.decode(job.picture.hash, blobs).map(\.size)
        if decoded.count >= Self.outcomesKept { decoded = [:] }
        decoded[job.picture.hash] = result
        switch result {
        case .success(let size): player.hear(.pictureDecoded(job.key, job.generation, size))
        case .failure(let error): player.hear(.pictureFailed(job.key, job.generation, reason: error.reason))
        }
    }
}
