import Engine
import Events

extension Session {
    /// What was strange about a message that is heard at `time`, for the log; never earlier than what was heard before.
    package func notes(of oddities: [String], at time: Instant) -> [Note] {
        oddities.map { Note(time: max(time, now), code: .odd, text: $0) }
    }
}
