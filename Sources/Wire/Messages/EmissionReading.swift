import Events
import JSON
import SocketIO

extension Fields {
    /// When the event was emitted (specification 1.6); `nil` where that is not said, or too coarse to tell two messages apart.
    ///
    /// Other spellings of a date are no fault: only what comes after a send depends on them.
    package func emitted() -> EmissionTime? {
        if let milliseconds = value("emission_timestamp")?.lenientInt, milliseconds > 0 {
            let (microseconds, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000)
            return overflow ? nil : EmissionTime(.unix, microseconds: microseconds)
        }
        guard let text = value("timestamp")?.string, let time = Self.calendarTime(text) else { return nil }
        return EmissionTime(.text, microseconds: time)
    }

    /// `YYYY-MM-DD HH:MM:SS.mmm`. Whole seconds say too little.
    fileprivate static func calendarTime(_ text: String) -> Int64? {
        guard text.utf8.count <= 40, text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        else { return nil }
        guard let time = StatedTime(text), time.origin == .epoch, time.microseconds > 0 else { return nil }
        return time.microseconds
    }
}

extension WireMessage {
    /// The same message as if it were emitted at that moment: its dates, where it has any, say so. What is said again later than it
    /// was recorded would else look as if it belonged to a message from then.
    ///
    /// - Parameter now: microseconds since 1970, UTC.
    package func emitted(at now: Int64) -> WireMessage {
        var message = self
        message.arguments.changeDates { _ in now }
        return message
    }
}

extension StoredMessage {
    /// The same message emitted so much later.
    package func emitted(later span: TimeSpan) -> StoredMessage {
        var message = self
        message.arguments.changeDates { $0 &+ span.microseconds }
        return message
    }
}

extension [JSON] {
    /// Dates of an event, where its payload has some: microseconds on whichever clock.
    fileprivate mutating func changeDates(_ change: (Int64) -> Int64) {
        guard var payload = first?.object, let date = Fields(payload).emitted()?.microseconds else { return }
        for place in payload.members.indices {
            switch (payload.members[place].key, payload.members[place].value) {
            case ("timestamp", .string(let text)):
                guard let own = Fields.calendarTime(text) else { continue }
                payload.members[place].value = .string(StatedTime(origin: .epoch, microseconds: change(own)).text)
            case ("emission_timestamp", _): payload.members[place].value = .int(change(date) / 1_000)
            default: continue
            }
        }
        self[0] = .object(payload)
    }
}
