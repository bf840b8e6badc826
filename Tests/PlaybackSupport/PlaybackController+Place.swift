import Engine
import Playback
import Sessions

extension PlaybackController {
    /// Events that had been heard at the playhead.
    package var heard: EventCount { timeline.heard }
    /// The line of the log for what is on screen at the playhead.
    package var record: FrameRecord? { log.frame(after: heard).flatMap(log.record) }
}
