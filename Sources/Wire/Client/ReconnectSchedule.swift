import Events

/// How long to wait before each attempt to get a lost connection back (specification 1.4): 1, 2, 4, 8, 16 and then five times
/// 30 s, 181 s together; after that no more. A connection that was refused counts like one that was lost (K54, N47).
package struct ReconnectSchedule: Hashable, Sendable {
    package static let attemptLimit = 10
    private static let longestWait = Span.seconds(30)

    /// Attempts that were given out since the last success.
    package private(set) var attempts = 0

    package init() {}

    /// The wait before the next attempt, which is thereby given out; `nil` when there is none left (N46).
    package mutating func next() -> Span? {
        guard attempts < Self.attemptLimit else { return nil }
        attempts += 1
        return Self.wait(beforeAttempt: attempts)
    }

    /// After a success, or when the user asks for another try.
    package mutating func reset() { attempts = 0 }

    /// - Parameter number: from 1 on.
    private static func wait(beforeAttempt number: Int) -> Span {
        min(.seconds(1) * (1 << min(Int64(number) - 1, 5)), longestWait)
    }
}
