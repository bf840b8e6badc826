import Events
import Frames

/// A frame that was taken from its reader.
package struct VideoFrame: Sendable {
    /// How long a frame counts that nobody has seen yet (picture-in-picture 5.1).
    package static let freshness = Span.seconds(1)

    package let frame: I420Frame
    package let format: I420StreamFormat
    /// From 1 on, of all that its reader had to show.
    package let number: Int
    let time: Time
    /// Counts what becomes of it.
    let mailbox: FrameMailbox

    enum Time: Hashable, Sendable {
        /// When it came, on the owner's clock.
        case came(Instant)
        /// When the next one is due, in the file's time; `nil` for one that stays.
        case due(until: Instant?)
    }

    /// Whether it is not too old to begin a showing with.
    package func isFresh(at now: Instant) -> Bool { isFresh(at: now, mailbox.position) }

    func isFresh(at now: Instant, _ position: Instant) -> Bool {
        switch time {
        case .came(let then): now - then <= Self.freshness
        case .due(let end): end.map { position - $0 <= Self.freshness } ?? true
        }
    }
}
