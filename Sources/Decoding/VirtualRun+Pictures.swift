import Events
import Frames
import Playback
import Settings
import Tapes

extension VirtualRun {
    /// Decodes what lies on the tape, and what its call names below the folder for that.
    /// - Parameters:
    ///   - watcher: hears all of the run.
    ///   - keep: takes each overlay that has been decoded for the run; called from other threads.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, watcher: (any RunWatcher)? = nil,
        keep: (@Sendable (Picture, ContentHash) -> Void)? = nil
    ) throws {
        try self.init(
            tape, playing, BlobPictures(tape, folder: playing.folder, keep: keep), watcher: watcher)
    }

    /// Until when there is something to see on a tape: its end, or that of what the avatar goes on to say behind it.
    /// - Returns: `nil` where `isCanceled` was true meanwhile, or the tape cannot be read.
    package static func length(
        of tape: TapeReader, _ playing: TapePlaying, isCanceled: () -> Bool
    ) -> Instant? {
        struct Canceled: Error {}
        guard var run = try? VirtualRun(tape, playing) else { return nil }
        do { try run.run { _ in if isCanceled() { throw Canceled() } } } catch { return nil }
        return max(run.duration ?? .zero, run.lastAnimated)
    }
}
