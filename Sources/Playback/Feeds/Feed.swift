import Events
import Sessions
import Wire

/// Where the player's events come from, in order. Events before `nextTime` have been taken.
package protocol Feed {
    /// Time of the next entry on the feed's own clock; `nil` at its end (of what is there so far).
    var nextTime: Instant? { get }
    /// Time of the last entry, as far as known.
    var duration: Instant? { get }
    /// Whether the feed holds everything that an engine heard, its ticks included, so that nothing is to be added.
    var hearing: TapeHearing { get }
    /// Where its wire events can be read once more.
    var archive: any WireArchive { get }
    /// How far behind its source a live one is played; `nil` for one that has all there will ever be.
    var lag: TimeSpan? { get }
    /// Looks for what has come since the end was reached.
    mutating func refill() throws
    /// - Parameter number: of the event among all that the player has heard, from 1: a stream that is being recorded has it
    ///   on its tape under that.
    mutating func next(_ number: EventCount) throws -> FeedEntry?
}

extension Feed {
    package var lag: TimeSpan? { nil }
    package mutating func refill() throws {}
}

/// One event as a tape or a live connection gives it.
package struct FeedEntry: Sendable {
    /// Under which the feed's archive has it, when it is a wire event.
    package var id: History.EntryID = 0
    package var time: Instant
    package var body: Event.Body
    /// Whose engine hears it.
    package var member = Member.main
    /// As it goes on a tape; `nil` for local inputs.
    package var message: StoredMessage?
    /// The event's own name on the wire, also without its message; empty for local inputs.
    package var name: String
    /// What was odd about the message, for the log.
    package var oddities: [String] = []

    package init(
        id: History.EntryID = 0, time: Instant, body: Event.Body, for member: Member = .main,
        message: StoredMessage? = nil, oddities: [String] = []
    ) {
        (self.id, self.time, self.body, self.member) = (id, time, body, member)
        (self.message, self.name, self.oddities) = (message, message?.name ?? "", oddities)
    }
}
