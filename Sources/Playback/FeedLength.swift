import Events

/// Until when there is something to see of a feed: the avatar may go on behind the last event, which only whoever hears all of it
/// knows.
struct FeedLength {
    /// The last moment at which the avatar was doing something, as far as it has been heard.
    private var lastAnimated = Instant.zero
    /// The same, as somebody has found out who heard all of it.
    private var known: Instant?
    /// Somebody is finding out: until then `end` is no length to tell anybody.
    private var isAwaited = false
    /// Hearing all of it, which would have told.
    private var hasGivenUp = false

    /// The end of the tape, or of what the avatar goes on to do behind it; `nil` for what has no end yet.
    func end(of player: FeedPlayer) -> Instant? {
        player.lag != nil ? nil : player.duration.map { max($0, lastAnimated, known ?? .zero) }
    }

    /// The avatar goes on by itself where the feed ends.
    private static func isOpen(_ player: FeedPlayer) -> Bool { player.lag == nil && !player.isReplay }

    /// What the avatar goes on to do there is not on the tape. Beyond ten minutes it is not worth hearing all of it once more to know
    /// of that.
    static func isWorthLearning(of player: FeedPlayer) -> Bool {
        isOpen(player) && (player.duration ?? .zero) < Instant(seconds: 600)
    }

    /// Whether `end` is the last word on it.
    /// - Parameters:
    ///   - isExhausted: all has been heard.
    ///   - hearsAll: all will be.
    func isKnown(of player: FeedPlayer, isExhausted: Bool, hearsAll: Bool) -> Bool {
        let isLearned = !Self.isOpen(player) || isExhausted || known != nil
        return !isAwaited && (isLearned || !hearsAll && !hasGivenUp)
    }

    /// Somebody begins to find out.
    mutating func beginLearning() { isAwaited = true }
    /// - Parameter length: `nil` where it cannot be known.
    mutating func learn(_ length: Instant?) { (known, isAwaited) = (length, false) }
    /// All of it will not be heard.
    mutating func giveUp() { hasGivenUp = true }

    /// Takes note of what the player is at.
    mutating func follow(_ player: FeedPlayer) { if player.isAnimating { lastAnimated = player.now } }
    /// What has been seen of it does not lie behind its end.
    mutating func extend(to time: Instant) { lastAnimated = max(lastAnimated, time) }
}
