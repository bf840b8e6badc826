import Events

extension TextSegment {
    /// Of Cameo's own speech, beside what the specification knows (docs/inside/speech.md).
    package static let paragraphMember = "paragraph"
}

/// Events for the panels beside the avatar (specification 1.6.7).
enum TextReading {
    /// `new_message`.
    static func text(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let text = fields.text("message", limit: Limits.messageBytes, &odd) else {
            odd.note("message is missing")
            return nil
        }
        let group = fields.int("master_chunk_index", &odd)
        var segment = TextSegment(text: text, group: group, sender: sender(fields, &odd))
        segment.beginsParagraph = fields.value(TextSegment.paragraphMember) == .bool(true)
        return .textArrived(segment)
    }

    /// `new_image`: `image_data.image`, or the picture one level higher.
    static func image(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        let picture = fields.payload("image_data", &odd) ?? fields.payload("image", &odd)
        return .imageArrived(group: fields.int("master_chunk_index", &odd), picture: picture)
    }

    /// `{id}`, or the id by itself.
    private static func sender(_ fields: Fields, _ odd: inout Oddities) -> String? {
        guard let object = fields.value("sender")?.object else { return fields.text("sender", &odd) }
        return Fields(object).text("id", &odd)
    }
}
