import Events

/// The constants of reader 8 that decide what is played and shown.
package enum ReaderRules {
    /// How long the last word stays highlighted after a segment, at any speed.
    package static let dwell = Span.milliseconds(250)
    /// How long before a segment's end it counts as ended, for players without an exact stop.
    static let endTolerance = Span.milliseconds(100)
    /// Least time to play before a stop.
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
    /// If a start is given up, it settles if it is expected less than this after the chunk's start.
    static let settlingStart = Span.milliseconds(500)
    package static let seekLimit = 3
    static let seekWait = Span.milliseconds(150)
    /// A start up to here is not verified.
    static let nearZero = Span.milliseconds(100)

    /// How long the clock is not trusted after a switch.
    static let settledGuard = Span.milliseconds(250)
    static let anchorLock = Span.seconds(60)
    static let reached = Span.milliseconds(180)
    static let reachedLast = Span.milliseconds(2_500)

    static let windowMargin = Span.milliseconds(1)
    static let revealTail = Span.milliseconds(150)
    static let wordTime = Span.milliseconds(350)
    static let sentenceTime = Span.milliseconds(500)

    static let pause = Span.milliseconds(120)
    /// How long to wait before a failed chunk is requested again automatically.
    static let retryWait = Span.seconds(6)
}
