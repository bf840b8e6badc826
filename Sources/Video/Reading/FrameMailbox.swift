import Events
import Frames
import Synchronization

/// Room for one frame, the newest; which of them are shown at all is decided on the way in, where each of them passes.
///
/// Filled by the reader's thread, emptied by the owner; the mutex guards all of it and is held for no longer than that takes.
final class FrameMailbox: Sendable {
    private struct State {
        var newest: VideoFrame?
        /// The owner has been told of a frame and has not tried to take one since.
        var isAnnounced = false
        var isPaused = false
        var skip = FrameSkip()
        /// The tile in device pixels; without any it is hidden.
        var content = PixelSize.zero
        /// How often it was shown.
        var showings = 0
        var format: I420StreamFormat?
        var counts = VideoCounts()
        var number = 0
        /// Of a file, as its owner has told it.
        var position = Instant.zero
        var nextDue: Instant?
        var isFile = false

        mutating func dropOutdated(at now: Instant) {
            guard let frame = newest, !frame.isFresh(at: now, position) else { return }
            newest = nil
            counts.outdated += 1
        }
    }

    private let state = Mutex(State())

    // MARK: - The owner

    func take() -> VideoFrame? {
        state.withLock { state in
            state.isAnnounced = false
            guard !state.content.isEmpty else { return nil }
            defer { state.newest = nil }
            return state.newest
        }
    }

    /// Whether there is something to take. Where there is not, the next frame is told of.
    func lookForNews() -> Bool {
        state.withLock { state in
            let hasNews = state.newest != nil && !state.content.isEmpty
            if !hasNews { state.isAnnounced = false }
            return hasNews
        }
    }

    /// - Parameter content: of the tile, in device pixels.
    func show(_ content: PixelSize, at now: Instant) {
        state.withLock { state in
            if state.content.isEmpty, !content.isEmpty {
                state.showings += 1
                state.dropOutdated(at: now)
            }
            state.content = content
            state.skip.resize(content: content)
        }
    }

    func hide() { show(.zero, at: .zero) }

    func pause() { state.withLock { $0.isPaused = true } }

    func resume(at now: Instant) {
        state.withLock { state in
            state.isPaused = false
            state.dropOutdated(at: now)
        }
    }

    var counts: VideoCounts { state.withLock { $0.counts } }
    var format: I420StreamFormat? { state.withLock { $0.format } }
    var nextDue: Instant? { state.withLock { $0.nextDue } }
    var isFile: Bool {
        get { state.withLock { $0.isFile } }
        set { state.withLock { $0.isFile = newValue } }
    }

    var position: Instant {
        get { state.withLock { $0.position } }
        set { state.withLock { $0.position = newValue } }
    }

    func count(_ change: (inout VideoCounts) -> Void) { state.withLock { change(&$0.counts) } }

    // MARK: - The reader's thread

    /// Which showing it is, from 1 on; `nil` while hidden.
    var showing: Int? { state.withLock { $0.content.isEmpty ? nil : $0.showings } }

    /// Another stream; nothing of the one before is shown any more.
    func begin(_ format: I420StreamFormat) {
        state.withLock { state in
            state.newest = nil
            state.skip.changeSource()
            state.format = format
        }
    }

    func end() {
        state.withLock { state in
            state.newest = nil
            state.format = nil
            state.nextDue = nil
        }
    }

    func setNextDue(_ time: Instant?) { state.withLock { $0.nextDue = time } }

    /// Whether one of the next frames is shown. Those of a hidden tile are, as far as it goes.
    /// - Parameter count: frames whose turn has come at once.
    func wants(_ size: PixelSize, frames count: Int = 1) -> Bool {
        state.withLock { state in
            guard !state.content.isEmpty else { return true }
            // Beyond that all of it would begin again.
            let turns = min(count, state.skip.passedOver + 1)
            var isDrawn = false
            for _ in 0..<max(turns, 1) where state.skip.isDrawn(frame: size) { isDrawn = true }
            if !isDrawn { state.counts.passedOver += 1 }
            return isDrawn
        }
    }

    /// - Returns: whether the owner is to be told.
    func put(_ frame: I420Frame, _ time: VideoFrame.Time) -> Bool {
        state.withLock { state in
            guard !state.isPaused, let format = state.format else { return false }
            if state.newest != nil { state.counts.replaced += 1 }
            state.number += 1
            state.newest = VideoFrame(
                frame: frame, format: format, number: state.number, time: time, mailbox: self)
            guard !state.content.isEmpty, !state.isAnnounced else { return false }
            state.isAnnounced = true
            return true
        }
    }
}

/// What became of the frames of one reader.
package struct VideoCounts: Hashable, Sendable {
    /// Frames that came whole, those included that had no memory. Of a file only those that were due.
    package var read = 0
    /// Frames that a tile much smaller than they are does not show.
    package var passedOver = 0
    /// Frames that nobody had taken when a newer one came.
    package var replaced = 0
    /// Frames that came while all memory of their size was in use.
    package var refused = 0
    /// Frames that had waited in a pipe while reading was paused, or that came too long before they were to be shown.
    package var outdated = 0
    /// Pictures that were made of frames.
    package var conversions = 0

    package init() {}
}
