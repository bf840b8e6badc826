import JSON
import SocketIO

/// What clients log at a backend (specification 1.13), as entries of a tape: records as they were sent, with the server's time.
///
/// Nobody plays them: an event of such a name is unknown to `interpret`.
package enum ClientLog {
    /// What a tape's `holds` says in `meta`.
    package static let content = "client log"
    static let frames = "log_frames"
    static let event = "log_event"

    /// - Parameter time: of the server, wall clock.
    package static func frames(_ records: [JSONObject], session: String, time: String) -> WireMessage {
        message(frames, session, time, "frames", .array(records.map(JSON.object)))
    }

    /// - Parameter time: of the server, wall clock.
    package static func event(_ event: JSON, session: String, time: String) -> WireMessage {
        message(Self.event, session, time, "event", event)
    }

    private static func message(
        _ name: String, _ session: String, _ time: String, _ field: String, _ value: JSON
    ) -> WireMessage {
        WireMessage(name: name, arguments: [["session": .string(session), "time": .string(time), field: value]])
    }

    /// The lines of a frame log that an entry stands for; none for an event, and for what is no entry of a log.
    package static func lines(_ message: StoredMessage) -> [String] {
        guard message.name == frames, let object = message.arguments.first?.object,
            let records = object["frames"]?.array
        else { return [] }
        let session = object["session"]?.lenientString ?? ""
        let time = object["time"]?.lenientString ?? ""
        return records.compactMap(\.object).map { FrameRecordLine.text($0, session: session, time: time) }
    }
}
