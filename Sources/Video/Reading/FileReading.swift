import Events
import Frames
import Platform

/// A file is read by the position that its owner tells: the frame that is due then, and none of those before it.
struct FileReading {
    private let thread: ReaderThread
    private let pacing: VideoPacing
    private var file: VideoFile
    /// The place of the frame that was due last, counted on over the file's end.
    private var due: Int?
    private var shown: Int?
    private var showing = 0
    private var hasToldEnd = false
    private var hasToldRest = false

    /// Reads the header and tells of it.
    init(_ input: OpenFile, _ thread: ReaderThread) throws(VideoFailure) {
        self.thread = thread
        file = try VideoFile(input, thread.source, thread.pool)
        pacing = VideoPacing(rate: file.format.rate)
        thread.begin(file.format)
    }

    mutating func run() throws(VideoFailure) {
        while true {
            let requests = thread.requests.current
            if requests.isClosing { return }
            if !requests.isPaused, let showing = thread.mailbox.showing, let position = requests.position {
                // Of what was shown before nobody may have anything.
                if showing != self.showing { (due, shown, self.showing) = (nil, nil, showing) }
                guard try show(at: position) else { return }
            }
            _ = thread.requests.wait(for: nil)
        }
    }

    /// - Returns: `false` for a file without frames, which is over then.
    private mutating func show(at position: Instant) throws(VideoFailure) -> Bool {
        let wanted = pacing.frame(at: position)
        guard wanted != due else { return true }
        let passed = due.map { wanted > $0 ? wanted - $0 : 1 } ?? 1
        due = wanted
        tellNextDue(wanted)
        guard thread.mailbox.wants(file.format.layout.size, frames: passed) else { return true }
        let found = try read(wanted)
        if file.count == 0 {
            thread.mailbox.end()
            thread.report(.ended(.gone))
            return false
        }
        if let (number, event) = found {
            shown = number
            thread.take(event, .due(until: isHeld(wanted) ? nil : pacing.time(ofFrame: wanted + 1)))
        }
        tellNextDue(wanted)
        return true
    }

    /// The frame that stands for the one wanted, unless it is there already.
    private mutating func read(_ wanted: Int) throws(VideoFailure) -> (Int, I420StreamEvent)? {
        let requests = thread.requests
        // Twice at most: the first time to find where the file ends.
        for _ in 0..<2 {
            let number = place(of: wanted)
            if isHeld(wanted), number == shown { break }
            if let event = try file.read(number, unless: { requests.current.isClosing }) { return (number, event) }
            tellRest()
            guard let count = file.count, count > 0 else { return nil }
        }
        return nil
    }

    /// What of the file is shown at a place beyond its end.
    private func place(of wanted: Int) -> Int {
        guard let count = file.count, count > 0 else { return wanted }
        return thread.source.ending == .loop ? wanted % count : min(wanted, count - 1)
    }

    /// Whether the file's last frame is shown for good.
    private func isHeld(_ wanted: Int) -> Bool {
        guard thread.source.ending == .hold, let count = file.count else { return false }
        return wanted >= count
    }

    private mutating func tellNextDue(_ wanted: Int) {
        let isHeld = isHeld(wanted)
        thread.mailbox.setNextDue(isHeld ? nil : pacing.time(ofFrame: wanted + 1))
        if isHeld, !hasToldEnd { thread.report(.ended(.held)) }
        hasToldEnd = isHeld
    }

    private mutating func tellRest() {
        guard let rest = file.rest, !hasToldRest else { return }
        hasToldRest = true
        thread.note(rest: rest.bytes, of: file.format, at: rest.offset)
    }
}

/// Which frame of a stream is due when: frame 0 at the beginning, and so many a second.
struct VideoPacing: Hashable, Sendable {
    let rate: Ratio

    private static let second: Int64 = 1_000_000

    /// Times before the beginning are the beginning; those beyond any session's length are that.
    func frame(at time: Instant) -> Int {
        let time = time.microseconds.clamped(to: 0...Limits.sessionLength.microseconds)
        // At most 10^15 times 10^9, by 10^6 at least.
        return Self.quotient(Int(time), rate.numerator, rate.denominator * Int(Self.second))
    }

    /// The first moment at which the frame is due, or the end of time.
    func time(ofFrame number: Int) -> Instant {
        let (divisor, span) = (UInt(rate.numerator), UInt(rate.denominator) * UInt(Self.second))
        let (high, low) = UInt(max(number, 0)).multipliedFullWidth(by: span)
        guard high < divisor else { return Instant(microseconds: .max) }
        let (quotient, rest) = divisor.dividingFullWidth((high, low))
        return Instant(microseconds: Int64(clamping: quotient)) + TimeSpan(microseconds: rest > 0 ? 1 : 0)
    }

    private static func quotient(_ a: Int, _ b: Int, _ divisor: Int) -> Int {
        divisor.dividingFullWidth(a.multipliedFullWidth(by: b)).quotient
    }
}
