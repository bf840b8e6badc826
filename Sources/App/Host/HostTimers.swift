import Events

// The timers of a hosted program, each with the moment at which it is looked at again.

/// When what a program has written is shown: of a flood not every piece, and nothing that it holds.
struct HostPace {
    /// Goes up whenever the screen may look different.
    var generation = 0
    /// Bytes that came since it was shown.
    var newBytes = 0
    var heldSince: Instant?
    private var shownGeneration = 0
    private var shownAt = Instant.zero

    /// More than that is a flood, of which each piece is not worth a picture.
    private static let floodBytes = 4_096
    private static let floodPeriod = TimeSpan.milliseconds(16)
    /// What holds drawing for longer has forgotten to end it (mode 2026).
    private static let longestHold = TimeSpan.milliseconds(150)

    /// The generation that is to be on screen by now.
    /// - Parameters:
    ///   - isHeld: the program does not want to be drawn yet.
    ///   - release: draws it all the same, where it has held it for too long.
    mutating func due(at time: Instant, isHeld: Bool, release: () -> Void) -> Int {
        guard generation != shownGeneration else { return generation }
        if isHeld {
            let since = heldSince ?? time
            heldSince = since
            if time - since < Self.longestHold { return shownGeneration }
            release()
        }
        if newBytes > Self.floodBytes, time - shownAt < Self.floodPeriod { return shownGeneration }
        return generation
    }

    mutating func shown(at time: Instant) { (shownGeneration, shownAt, newBytes) = (generation, time, 0) }

    /// `nil` while all of it is shown.
    var nextWake: Instant? {
        guard generation != shownGeneration else { return nil }
        return heldSince.map { $0 + Self.longestHold } ?? shownAt + Self.floodPeriod
    }
}

/// Whether a program that does not read its input is still waited for.
struct InputBacklog {
    /// Bytes that waited for the program when it was looked at last, and until when it may take none of them.
    private var bytes: Int?
    private var heldUntil: Instant?

    private static let longestWait = TimeSpan.seconds(2)

    /// - Parameter bytes: that wait now; `nil` where they are few.
    mutating func isHeld(_ bytes: Int?, at time: Instant) -> Bool {
        defer { self.bytes = bytes }
        guard let bytes else { return false }
        if self.bytes.map({ bytes < $0 }) ?? true { heldUntil = time + Self.longestWait }
        if let heldUntil, time >= heldUntil { self.heldUntil = nil }
        return heldUntil != nil
    }

    var nextWake: Instant? { bytes == nil ? nil : heldUntil }
}

/// For how long the cursor has been under something.
struct CursorCover {
    private var since: Instant?

    private static let longest = TimeSpan.milliseconds(500)

    /// Whether it has been for too long; it begins anew then.
    mutating func isLong(_ isCovered: Bool, at time: Instant) -> Bool {
        guard isCovered else {
            since = nil
            return false
        }
        guard let since else {
            since = time
            return false
        }
        guard time - since >= Self.longest else { return false }
        self.since = nil
        return true
    }

    var nextWake: Instant? { since.map { $0 + Self.longest } }
}
