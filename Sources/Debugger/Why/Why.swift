import Engine
import Events

/// Why a frame is on screen: drawn, because it was so decided, of what was decoded, which a batch brought, in a message, in a packet.
///
/// For commands and for screens: each step is a sentence and a place that a playhead can be sent to. What is not known says so.
/// Sentences may quote names of the stream, which are a stranger's: whoever prints them makes them visible first.
package struct Why: Hashable, Sendable {
    /// The frame's line in the log.
    package var record: FrameRecord
    /// In the order of `Kind`, from what is seen back to where it came from; each kind at most once, but for faults.
    package var steps: [Step]

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What became of the chunk or frame that was asked for and never shown; the other steps are about what was on screen instead.
        case asked
        case drawn
        /// What is wrong with the frame, or with the moment at which it was on screen; a freeze in which it stood or never
        /// came, too.
        case fault
        case because
        /// The base frame below an overlay. A frame without an overlay has its base frame in the other steps.
        case base
        case decoded
        /// What the stream told the picture with: a batch of overlays, a sound, a description, a base frame of a clip.
        case batch
        /// The event on the wire.
        case message
        case packet
    }

    package struct Step: Hashable, Sendable {
        package var kind: Kind
        package var sentence: String
        /// `nil` where there is no place to go to: nothing was recorded of it.
        package var place: Place?

        package init(_ kind: Kind, _ sentence: String, at place: Place? = nil) {
            (self.kind, self.sentence, self.place) = (kind, sentence, place)
        }
    }

    /// A place in a session's past.
    package struct Place: Hashable, Sendable {
        /// Session time.
        package var time: Instant
        /// Events that had been heard, this one included: where a playhead is sent to see what it did.
        package var heard: EventCount
        /// Ordinal of a frame, where it is one.
        package var frame: Int?
        /// Number of the entry of the tape, where it is one of the wire.
        package var entry: History.EntryID?

        package init(time: Instant, heard: EventCount, frame: Int? = nil, entry: History.EntryID? = nil) {
            (self.time, self.heard, self.frame, self.entry) = (time, heard, frame, entry)
        }

        package var goal: Goal { .heard(heard) }

        /// Such as `frame 312, 12.400 s`; events that are no entries of the wire are counted as they were heard.
        package var text: String {
            let name = frame.map { "frame \($0)" } ?? entry.map { "entry \($0)" } ?? "event \(heard)"
            return "\(name), \(time.inSeconds) s"
        }
    }

    package subscript(kind: Kind) -> Step? { steps.first { $0.kind == kind } }
}

/// How a message, and one of the pictures or sounds in it, came.
package struct WireCarriage: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Number of the attachment among those of the message, from 1.
        case attachment(Int)
        case base64
        case dataURL
        case nodeBuffer
    }

    /// Bytes of the message's text as it is kept, without what is kept beside it.
    package var textBytes: Int
    /// Attachments of the whole message.
    package var attachments: Int
    /// Pictures or sound stood in the text itself, and are not counted as text.
    package var hasInlinePayloads = false
    /// Of the payload that was asked for; `nil` where the message does not hold it.
    package var form: Form?

    package init(textBytes: Int, attachments: Int, form: Form?) {
        (self.textBytes, self.attachments, self.form) = (textBytes, attachments, form)
    }
}
