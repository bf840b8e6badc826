import Decoding
import Events
import Frames
import Playback
import Settings
import Tapes

extension VirtualRun {
    /// With the engine's usual settings unless told otherwise.
    package init(
        _ tape: TapeReader, isFresh: Bool, settings: PlaybackSettings = PlaybackSettings(),
        watcher: (any RunWatcher)? = nil, keep: (@Sendable (Picture, ContentHash) -> Void)? = nil
    ) throws {
        try self.init(tape, TapePlaying(isFresh: isFresh, settings: settings), watcher: watcher, keep: keep)
    }
}
