import Events

/// The constants of reader 8 that decide what is played and shown.
package enum ReaderRules {
    /// How long the last word stays highlighted after a segment, at any speed.
    package static let dwell = TimeSpan.milliseconds(250)
    /// How long before a segment's end it counts as ended, for players without an exact stop.
    static let endTolerance = TimeSpan.milliseconds(100)
    /// Least time to play before a stop.
    static let leastPlayed = TimeSpan.milliseconds(10)

    static let staleDistance = TimeSpan.seconds(1)
    static let pastEndMargin = TimeSpan.milliseconds(500)
    static let beforeStart = TimeSpan.milliseconds(100)
    static let staleLimit = 10
    static let staleTime = TimeSpan.seconds(1)
    static let goodLimit = 3
    static let settlingLimit = 30
    static let settlingTime = TimeSpan.seconds(3)
    static let settlingAhead = TimeSpan.seconds(1)
    /// If a start is given up, it settles if it is expected less than this after the chunk's start.
    static let settlingStart = TimeSpan.milliseconds(500)
    package static let seekLimit = 3
    static let seekWait = TimeSpan.milliseconds(150)
    /// A start up to here is not verified.
    static let nearZero = TimeSpan.milliseconds(100)

    /// How long the clock is not trusted after a switch.
    static let settledGuard = TimeSpan.milliseconds(250)
    static let anchorLock = TimeSpan.seconds(60)
    static let reached = TimeSpan.milliseconds(180)
    static let reachedLast = TimeSpan.milliseconds(2_500)

    static let windowMargin = TimeSpan.milliseconds(1)
    static let revealTail = TimeSpan.milliseconds(150)
    static let wordTime = TimeSpan.milliseconds(350)
    static let sentenceTime = TimeSpan.milliseconds(500)

    static let pause = TimeSpan.milliseconds(120)
    /// How long to wait before a failed chunk is requested again automatically.
    static let retryWait = TimeSpan.seconds(6)
}
