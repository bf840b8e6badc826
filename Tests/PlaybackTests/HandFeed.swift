import Events
import Sessions
import Support

@testable import Playback

/// Events by hand, in place of a tape.
struct HandFeed: Feed {
    var entries: ArraySlice<FeedEntry>
    private(set) var hearing = TapeHearing.afresh
    let duration: Instant?
    let archive: any WireArchive

    /// The events again, by their numbers from 0.
    private struct Archive: WireArchive {
        let events: [Event]

        func event(_ entry: History.EntryID) -> WireEvent? {
            guard events.indices.contains(Int(entry)), case .wire(let wire) = events[Int(entry)].body else {
                return nil
            }
            return wire
        }

        /// It keeps no more than events.
        func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? { nil }
    }

    init(_ events: [Event], isComplete: Bool = false) {
        entries = events.enumerated().map { FeedEntry(id: Int64($0), time: $1.time, body: $1.body) }[...]
        archive = Archive(events: events)
        hearing = isComplete ? .replayed : .afresh
        duration = events.last?.time
    }

    var nextTime: Instant? { entries.first?.time }
    mutating func next(_ number: EventCount) -> FeedEntry? { entries.popFirst() }
}

func events(_ seconds: Double, _ events: [WireEvent]) -> [Event] {
    events.map { Event(Instant(seconds: seconds), .wire($0)) }
}

/// Clips without a bridge at 0 s, a chunk at 1 s, the next at 1.2 s, and the end of the message.
func twoChunks(_ first: Int = 30, _ second: Int = 20) -> [Event] {
    events(0, Stream.clips(EngineRun.clipsWithoutBridge)) + events(1, Stream.chunk(0, frames: first))
        + events(1.2, Stream.chunk(1, frames: second, from: 30)) + events(1.3, [.audioEnded])
}
