import Engine
import Events
import Sessions

/// Explains why a frame is on screen: what was drawn, the decision, the decoding, the batch, the message, the packet.
///
/// For commands and for screens: each step is a sentence and a place to which a playhead can be sent. Unknown steps
/// say so. Sentences may quote names of the stream, which are outside data: code that prints them makes them harmless
/// first.
package struct Why: Hashable, Sendable {
    /// The frame's line in the log.
    package var record: FrameRecord
    /// In the order of `Kind`, from the picture back to its origin; each kind at most once, except faults.
    package var steps: [Step]

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What became of the requested chunk or frame that was never shown. The other steps are about what was on
        /// screen instead.
        case asked
        case drawn
        /// A fault of the frame, or of the moment at which it was on screen; also a freeze in which it stayed or
        /// never arrived.
        case fault
        case because
        /// The base frame below an overlay. The base frame of a frame without an overlay is in the other steps.
        case base
        case decoded
        /// What brought the picture: a batch of overlays, a sound, a description, a base frame of a clip.
        case batch
        /// The event on the wire.
        case message
        case packet
    }

    package struct Step: Hashable, Sendable {
        package var kind: Kind
        package var sentence: String
        /// `nil` if there is no place to go to, because nothing was recorded.
        package var place: Place?

        package init(_ kind: Kind, _ sentence: String, at place: Place? = nil) {
            (self.kind, self.sentence, self.place) = (kind, sentence, place)
        }
    }

    /// A place in a session's past.
    package struct Place: Hashable, Sendable {
        /// Session time.
        package var time: Instant
        /// Number of events handled, including this one: where to send a playhead to see its effect.
        package var heard: EventCount
        /// Ordinal of the frame, if the place is one.
        package var frame: Int?
        /// Number of the tape's entry, if the place is one from the wire.
        package var entry: History.EntryID?

        package init(time: Instant, heard: EventCount, frame: Int? = nil, entry: History.EntryID? = nil) {
            (self.time, self.heard, self.frame, self.entry) = (time, heard, frame, entry)
        }

        package var goal: Goal { .heard(heard) }

        /// Such as `frame 312, 12.400 s`. Events without an entry are counted in the order in which they were
        /// handled.
        package var text: String {
            let name = frame.map { "frame \($0)" } ?? entry.map { "entry \($0)" } ?? "event \(heard)"
            return "\(name), \(time.inSeconds) s"
        }
    }

    package subscript(kind: Kind) -> Step? { steps.first { $0.kind == kind } }
}
