import Events

/// The constants of reader 8 that decide what is heard and shown.
package enum ReaderRules {
    /// How long the last word stays lit behind a segment, whatever the speed.
    package static let dwell = Span.milliseconds(250)
    /// Before a segment's end, for players that cannot be told where to stop.
    static let endTolerance = Span.milliseconds(100)
    /// Where a player is told to stop: never nearer to the begin than `leastPlayed`.
    static let leastPlayed = Span.milliseconds(10)

    static let staleDistance = Span.seconds(1)
    static let pastEndMargin = Span.milliseconds(500)
    static let beforeStart = Span.milliseconds(100)
    static let staleLimit = 10
    static let staleTime = Span.seconds(1)
    static let goodLimit = 3
    static let settlingLimit = 30
    static let settlingTime = Span.seconds(3)
    static let settlingAhead = Span.seconds(1)
    /// A begin that is given up settles where it is expected nearer to the chunk's than this.
    static let settlingStart = Span.milliseconds(500)
    package static let seekLimit = 3
    static let seekWait = Span.milliseconds(150)
    /// A begin up to here is not looked for.
    static let nearZero = Span.milliseconds(100)

    /// After a switch the clock is not trusted yet.
    static let settledGuard = Span.milliseconds(250)
    static let anchorLock = Span.seconds(60)
    static let reached = Span.milliseconds(180)
    static let reachedLast = Span.milliseconds(2_500)

    static let windowMargin = Span.milliseconds(1)
    static let revealTail = Span.milliseconds(150)
    static let wordTime = Span.milliseconds(350)
    static let sentenceTime = Span.milliseconds(500)

    static let pause = Span.milliseconds(120)
    /// A chunk that could not be read is not asked for again sooner by itself.
    static let retryWait = Span.seconds(6)
}
