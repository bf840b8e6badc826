import Events

/// A store of the wire events of a session.
package protocol WireArchive: Sendable {
    /// The event in normal form; `nil` if it can no longer be read.
    func event(_ entry: History.EntryID) -> WireEvent?
    /// How the message of an entry, and this picture or sound in it, arrived; `nil` if unknown.
    func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage?
}

/// How a message, and one of the pictures or sounds in it, arrived.
package struct WireCarriage: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Number of the attachment within the message, from 1.
        case attachment(Int)
        case base64
        case dataURL
        case nodeBuffer
    }

    /// Size of the message's text as stored, without parts that are stored separately.
    package var textBytes: Int
    /// Number of attachments of the whole message.
    package var attachments: Int
    /// Whether pictures or sound were in the text itself; they are not counted as text.
    package var hasInlinePayloads = false
    /// The form of the requested payload; `nil` if the message does not contain it.
    package var form: Form?

    package init(textBytes: Int, attachments: Int, form: Form?) {
        (self.textBytes, self.attachments, self.form) = (textBytes, attachments, form)
    }
}
