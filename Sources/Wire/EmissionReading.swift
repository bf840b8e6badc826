import Events

extension Fields {
    /// When the event was emitted (specification 1.6); `nil` where that is not said, or too coarse to tell two messages apart.
    ///
    /// Other spellings of a date are no fault: only what comes after a send depends on them.
    func emitted() -> EmissionTime? {
        if let milliseconds = value("emission_timestamp")?.lenientInt, milliseconds > 0 {
            let (microseconds, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000)
            return overflow ? nil : EmissionTime(.unix, microseconds: microseconds)
        }
        guard let text = value("timestamp")?.string, let time = Self.calendarTime(text) else { return nil }
        return EmissionTime(.text, microseconds: time)
    }

    /// `YYYY-MM-DD HH:MM:SS.mmm`. Whole seconds say too little.
    private static func calendarTime(_ text: String) -> Int64? {
        guard text.utf8.count <= 40, text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        else { return nil }
        let time = Array(text.utf8).withUnsafeBytes { FrameLogTime(ByteField($0)) }
        guard let time, time.origin == .epoch, time.microseconds > 0 else { return nil }
        return time.microseconds
    }
}

extension WireMessage {
    /// The same message as if it were emitted at that moment: its dates, where it has any, say so. What is said again later than it
    /// was recorded would else look as if it belonged to a message from then.
    ///
    /// - Parameter now: microseconds since 1970, UTC.
    package func emitted(at now: Int64) -> WireMessage {
        guard let payload = arguments.first?.object else { return self }
        var dated = payload
        for place in dated.members.indices {
            switch dated.members[place].key {
            case "timestamp" where name == "receive_audio" && dated.members[place].value.string != nil:
                dated.members[place].value = .string(FrameLogTime(origin: .epoch, microseconds: now).text)
            case "emission_timestamp": dated.members[place].value = .int(now / 1_000)
            default: continue
            }
        }
        guard dated != payload else { return self }
        var message = self
        message.arguments[0] = .object(dated)
        return message
    }
}
