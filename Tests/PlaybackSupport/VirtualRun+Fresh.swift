import Decoding
import Events
import Settings
import Tapes

extension VirtualRun {
    /// With the engine's usual settings unless told otherwise.
    package init(
        _ tape: TapeReader, isFresh: Bool, settings: PlaybackSettings = PlaybackSettings(),
        watcher: (any RunWatcher)? = nil
    ) throws {
        try self.init(tape, TapePlaying(isFresh: isFresh, settings: settings), watcher: watcher)
    }
}
