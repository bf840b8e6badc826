import Events
import Frames
import Platform
import Synchronization

/// What a reader's thread has.
struct ReaderThread: Sendable {
    let source: VideoSource
    let pool: I420Pool
    let requests: ReaderRequests
    let mailbox: FrameMailbox
    let clock: @Sendable () -> Instant
    let report: @Sendable (VideoEvent) -> Void

    func run() {
        // A frame knows its mailbox.
        defer { mailbox.end() }
        do throws(VideoFailure) {
            switch try source.open() {
            case .file(let file):
                mailbox.isFile = true
                var reading = try FileReading(file, self)
                try reading.run()
            case .pipe(let pipe):
                var reading = PipeReading(self)
                try reading.run(pipe)
            }
        } catch {
            mailbox.end()
            report(.failed(error))
        }
    }

    /// - Parameter isKnown: whether the warning that it may have has been told.
    func begin(_ format: I420StreamFormat, isKnown: Bool = false) {
        mailbox.begin(format)
        report(.began(format))
        if let warning = format.warning, !isKnown { report(.noted("\(source.name): \(warning.text)".kept)) }
    }

    /// A frame without memory is counted.
    func take(_ event: I420StreamEvent, _ time: VideoFrame.Time) {
        mailbox.count { $0.read += 1 }
        if case .dropped = event { mailbox.count { $0.refused += 1 } }
        if case .frame(let frame) = event, mailbox.put(frame, time) { report(.frameCame) }
    }

    /// The last frame is not whole.
    func note(rest: Int, of format: I420StreamFormat?, at offset: Int) {
        guard rest > 0, let format else { return }
        let expected = "a whole frame with \(format.bytesInStream) bytes of planes"
        let error = I420StreamError(at: .byte(offset), expected: expected, found: "the end after \(rest) bytes")
        report(.noted("\(source.name): \(error.reason)".kept))
    }
}

/// What the owner wants of a reader's thread, and the way to wake it wherever it waits.
///
/// The mutex guards the requests; the thread alone reads from the pipe that wakes it.
final class ReaderRequests: Sendable {
    struct Requests: Hashable, Sendable {
        var isClosing = false
        var isPaused = false
        /// How often reading was taken up again.
        var resumes = 0
        /// Of a file, in its own time; `nil` until it is wanted.
        var position: Instant?
    }

    enum Waking: Hashable {
        case requests, input, time
    }

    private let state = Mutex(Requests())
    private let wake: (reading: Int32, writing: Int32)

    /// `nil` with `errno` when the system has no more descriptors.
    init?() {
        guard let wake = Descriptor.pipe() else { return nil }
        for end in [wake.reading, wake.writing] { Descriptor.setNonBlocking(end) }
        self.wake = wake
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    var current: Requests { state.withLock { $0 } }

    func change(_ body: (inout Requests) -> Void) {
        state.withLock { body(&$0) }
        poke()
    }

    /// Has the thread look at everything again.
    func poke() {
        // A full pipe wakes it as well.
        withUnsafeBytes(of: UInt8(0)) { _ = Descriptor.write(wake.writing, $0) }
    }

    /// Waits until something was wished, or there is input. Requests come first.
    /// - Parameters:
    ///   - input: `nil` where none is wanted.
    ///   - milliseconds: -1 for as long as it takes.
    func wait(for input: Int32?, milliseconds: Int32 = -1) -> Waking {
        while true {
            // A negative descriptor is skipped by poll.
            var entries = [
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, nfds_t(entries.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if entries[0].revents != 0 {
                _ = Descriptor.read(wake.reading, limit: 256)
                return .requests
            }
            return count == 0 ? .time : .input
        }
    }
}
