import Events

/// The time by which waits are counted, and waiting; a test has its own.
package protocol LibraryClock: Sendable {
    var now: Instant { get }
    /// - Throws: when the task is canceled.
    func sleep(_ span: TimeSpan) async throws
}

package struct RunningClock: LibraryClock {
    private let clock = ContinuousClock()
    private let began = ContinuousClock().now

    package init() {}

    package var now: Instant { .zero + TimeSpan(clock.now - began) }
    package func sleep(_ span: TimeSpan) async throws {
        try await clock.sleep(for: .microseconds(max(0, span.microseconds)))
    }
}

/// How far a server's clock is ahead of ours, as its answers tell it.
///
/// The date of an answer is whole seconds, made somewhere between asking and having the answer, which on a busy machine are seconds apart:
/// each answer tells no more than a least and a most. What was taken before stays unless an answer rules it out.
struct ServerClock {
    /// In seconds.
    private(set) var skew = 0.0
    private var isKnown = false

    /// - Parameters:
    ///   - date: of the answer, in seconds since 1970.
    ///   - asked: when it was asked for, by our clock.
    ///   - answered: when it was here, by our clock.
    mutating func receive(date: Double, asked: Double, answered: Double) {
        // Our own clock may have been set back meanwhile.
        let (least, most) = (date - max(answered, asked), date + 1 - asked)
        skew = isKnown ? min(max(skew, least), most) : least
        isKnown = true
    }
}
