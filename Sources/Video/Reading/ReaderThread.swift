import Events
import Frames

/// What a reader's thread has.
struct ReaderThread: Sendable {
    let source: VideoSource
    let pool: I420Pool
    let wishes: ReaderWishes
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
