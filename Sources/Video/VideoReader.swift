import Dispatch
import Events
import Frames
import Platform

/// Reads one source on a thread of its own and keeps its newest frame (picture-in-picture 5.1, 5.8).
///
/// A pipe is read as it comes, whether somebody takes frames or not, so that its writer never waits. Of a file the frame is read
/// that is due at the position told last. Memory: the frame in the mailbox, and the one that is being read.
///
/// Owner: the tile's owner, who calls everything here from any thread, and `close` at the end.
package final class VideoReader: Sendable {
    package let source: VideoSource
    private let requests: ReaderRequests
    private let mailbox = FrameMailbox()
    private let work = DispatchGroup()

    /// Begins to read.
    /// - Parameters:
    ///   - clock: tells when a frame of a pipe came; of the same clock are the instants that are told to `show` and `resume`.
    ///   - report: called on the reader's thread, with nothing after `close`; it posts and returns.
    /// - Throws: when the system has no descriptor or thread for it. What is wrong with the source is reported.
    package init(
        _ source: VideoSource, _ pool: I420Pool, clock: @escaping @Sendable () -> Instant,
        report: @escaping @Sendable (VideoEvent) -> Void
    ) throws(VideoFailure) {
        guard let requests = ReaderRequests() else {
            throw VideoFailure("\(source.name): cannot create a pipe: \(errorWords())")
        }
        (self.source, self.requests) = (source, requests)
        let thread = ReaderThread(
            source: source, pool: pool, requests: requests, mailbox: mailbox, clock: clock, report: report)
        work.enter()
        let hasStarted = PosixThread.start { [work] in
            defer { work.leave() }
            thread.run()
        }
        guard hasStarted else {
            work.leave()
            throw VideoFailure("\(source.name): cannot start a thread: \(errorWords())")
        }
    }

    // Does not wait: the last one to let go may be the thread's report.
    deinit { requests.change { $0.isClosing = true } }

    /// Returns when the thread has ended and the source is closed, which takes no longer than a report, and for a file a read.
    /// - Precondition: not called by `report`.
    package func close() {
        requests.change { $0.isClosing = true }
        work.wait()
    }

    // MARK: - Showing

    /// The tile has this size, in device pixels. Where it was hidden before, a frame that is too old is dropped; take what there
    /// is then, since of frames that came before nothing is told.
    package func show(_ content: PixelSize, at now: Instant) {
        mailbox.show(content, at: now)
        requests.poke()
    }

    /// Nothing is told of frames and none can be taken; a pipe is read on, a file is not.
    package func hide() { mailbox.hide() }

    /// Stands still, also where a writer waits then.
    package func pause() {
        mailbox.pause()
        requests.change { $0.isPaused = true }
    }

    /// Goes on with frames that come from now on: what has waited in the pipe is dropped.
    package func resume(at now: Instant) {
        mailbox.resume(at: now)
        requests.change { requests in
            requests.isPaused = false
            requests.resumes += 1
        }
    }

    package var isPaused: Bool { requests.current.isPaused }

    // MARK: - Frames

    /// Of a file: the frame that is due at this time of it is wanted. Time may stand, jump and go back.
    package func advance(to position: Instant) {
        mailbox.position = position
        requests.change { $0.position = position }
    }

    /// When the frame behind the one wanted last is due, in the file's time; `nil` when none is, and of a pipe.
    package var nextFrameTime: Instant? { mailbox.nextDue }

    /// Known once it is open: a file is read by the time of what is played, anything else as it comes.
    package var isFile: Bool { mailbox.isFile }

    /// The newest frame, once.
    package func take() -> VideoFrame? { mailbox.take() }

    /// Whether there is a frame to take. Where there is not, the next one is told of.
    package func lookForNews() -> Bool { mailbox.lookForNews() }

    /// While something is there to be shown.
    package var format: I420StreamFormat? { mailbox.format }

    package var counts: VideoCounts { mailbox.counts }
}

/// What a reader tells its owner.
package enum VideoEvent: Hashable, Sendable {
    /// What all frames from now on have in common. Of a pipe with a name it comes again with each writer.
    case began(I420StreamFormat)
    /// A newer frame can be taken. Not said again until somebody has tried to.
    case frameCame
    /// Something strange that stops nothing, as one line.
    case noted(String)
    case ended(VideoEnd)
    /// The last that is told.
    case failed(VideoFailure)
}

package enum VideoEnd: Hashable, Sendable {
    /// The last frame of a file stays. Going back in time begins it again.
    case held
    /// The writer of a pipe with a name has gone; another one is waited for, and nothing is shown until it begins.
    case waiting
    /// Nothing comes any more. The last that is told.
    case gone
}

/// Why a source cannot be read, or not any further.
package struct VideoFailure: ReasonedError, Hashable {
    /// The source, the place, what was expected and what was found.
    package let reason: String

    package var isOfInput: Bool { true }

    init(_ reason: String) { self.reason = reason.kept }

    init(_ name: String, _ error: I420StreamError) { self.init("\(name): \(error.reason)") }
}

/// A frame that was taken from its reader.
package struct VideoFrame: Sendable {
    /// How long a frame counts that nobody has seen yet (picture-in-picture 5.1).
    package static let freshness = TimeSpan.seconds(1)

    package let frame: I420Frame
    package let format: I420StreamFormat
    /// From 1 on, of all that its reader had to show.
    package let number: Int
    let time: Time
    /// Counts what becomes of it.
    let mailbox: FrameMailbox

    enum Time: Hashable, Sendable {
        /// When it came, on the owner's clock.
        case came(Instant)
        /// When the next one is due, in the file's time; `nil` for one that stays.
        case due(until: Instant?)
    }

    /// Whether it is not too old to begin a showing with.
    package func isFresh(at now: Instant) -> Bool { isFresh(at: now, mailbox.position) }

    func isFresh(at now: Instant, _ position: Instant) -> Bool {
        switch time {
        case .came(let then): now - then <= Self.freshness
        case .due(let end): end.map { position - $0 <= Self.freshness } ?? true
        }
    }
}
