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
