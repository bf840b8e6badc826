import Events

/// How long to wait before each attempt to get a lost connection back (specification 1.4): 1, 2, 4, 8, 16 and then five times
/// 30 s, 181 s together; after that no more. A connection that was refused counts like one that was lost (K54, N47), and so does
/// one that was lost soon after it was made: a server that drops each client at once is not asked every second.
package struct ReconnectSchedule: Hashable, Sendable {
    /// A link that has ended.
    package struct EndedLink: Hashable, Sendable {
        /// How long events could come over it.
        package var held: TimeSpan
        /// See `ClientSession.isCutWebSocket`.
        package var isCutWebSocket: Bool

        package init(held: TimeSpan, isCutWebSocket: Bool = false) {
            (self.held, self.isCutWebSocket) = (held, isCutWebSocket)
        }
    }

    package static let attemptLimit = 10
    private static let longestWait = TimeSpan.seconds(30)
    /// A link that held this long was a success.
    package static let steadyTime = TimeSpan.seconds(10)
    /// A WebSocket that held this long was not cut by a proxy that does not let WebSockets through; the shortest usual limits of
    /// proxies on a whole connection are 30 and 60 s.
    package static let longestCut = TimeSpan.seconds(65)
    /// Cut WebSockets in a row after which polling is not left any more.
    private static let mostCuts = 2

    /// Attempts that were given out since the last success.
    package private(set) var attempts = 0
    private var cutWebSockets = 0

    package init() {}

    /// Whether a session may still move from polling to WebSocket.
    package var mayMove: Bool { cutWebSockets < Self.mostCuts }

    /// The wait before the next attempt, which is thereby given out; `nil` when there is none left (N46).
    /// - Parameter link: the one that was lost; `nil` where none could be made.
    package mutating func next(after link: EndedLink? = nil) -> TimeSpan? {
        count(link)
        guard attempts < Self.attemptLimit else { return nil }
        attempts += 1
        return Self.wait(beforeAttempt: attempts)
    }

    private mutating func count(_ link: EndedLink?) {
        // A server that cannot be reached at all has ended its WebSockets itself.
        guard let link else {
            cutWebSockets = 0
            return
        }
        if link.held >= Self.steadyTime { attempts = 0 }
        if link.isCutWebSocket, link.held < Self.longestCut {
            cutWebSockets += 1
        } else if mayMove {
            cutWebSockets = 0
        }
    }

    /// When the user asks for another try.
    package mutating func reset() { (attempts, cutWebSockets) = (0, 0) }

    /// - Parameter number: from 1 on.
    private static func wait(beforeAttempt number: Int) -> TimeSpan {
        min(.seconds(1) * (1 << min(Int64(number) - 1, 5)), longestWait)
    }
}
