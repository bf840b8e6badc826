import Debugger
import Engine
import Events
import Tapes

/// One frame that was asked for.
struct ChosenFrame: Sendable {
    var record: FrameRecord
    /// `nil` where there was nothing to be seen: before the first picture, and for frames that were passed over.
    var composite: Composite?
    /// What was on screen right before.
    var before: Composite?
    /// How long it stayed on screen; zero where it never was.
    var duration: Span
}

/// The frames of a tape that were asked for, one after the other, however many they are: each run plays the tape from
/// its beginning to the last of them.
struct ChosenFrames {
    let tape: TapeReader
    var isFresh = false
    var settings = PlaybackSettings()
    let choice: FrameChoice

    /// A picture may stay for years, since silence is passed over; nobody wants to look at it for longer than this.
    static let longestStill = Span.seconds(600)
    /// Of a frame that is the last and the first.
    static let usualDuration = SessionLog.period

    /// Hands over the frames in order.
    func run(_ take: (ChosenFrame) throws -> Void) throws {
        var sieve = FrameSieve(choice)
        var run = try VirtualRun(tape, isFresh: isFresh, settings: settings)
        do {
            try run.run { item in
                guard case .frame(let record, let composite) = item else { return }
                try sieve.hear(record, composite, take)
                if sieve.isDone(at: record) { throw Enough() }
            }
        } catch is Enough {}
        try sieve.finish(take)
    }

    /// Ends a run: what comes later was not asked for.
    private struct Enough: Error {}
}
