import Events
import Frames
import Platform

/// A pipe is read as it comes, and again when another writer opens it.
struct PipeReading {
    private let thread: ReaderThread
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var hasWarned = false
    private var resumes = 0
    /// Bytes at most that may be there from before a pause; 0 when all of them have been read.
    private var oldBytes = 0
    private var isInOldFrame = false
    private var stream = Stream()

    /// What has come from one writer.
    private struct Stream {
        var offset = 0
        var format: I420StreamFormat?
        /// Something has come of a frame, or of what is in front of it.
        var isInFrame = false
    }

    private enum Outcome {
        case closed, ended
    }

    /// More than a pipe holds unless somebody with privileges has made it larger.
    private static let mostOldBytes = 1 << 20
    /// Before a pipe is opened again whose writer has written nothing, so that this can be done all day.
    private static let pauseMilliseconds: Int32 = 20

    init(_ thread: ReaderThread) { self.thread = thread }

    mutating func run(_ first: OpenFile) throws(VideoFailure) {
        var pipe = first
        while case .ended = try read(pipe) {
            thread.mailbox.end()
            guard thread.source.canBeReopened else { return thread.report(.ended(.gone)) }
            if stream.format != nil { thread.report(.ended(.waiting)) }
            if stream.offset == 0 { _ = thread.requests.wait(for: nil, milliseconds: Self.pauseMilliseconds) }
            // Before the old one is closed: a writer that comes now finds a reader.
            guard case .pipe(let next) = try thread.source.open() else {
                throw VideoFailure("\(thread.source.name): was a pipe, now a file")
            }
            _ = pipe.close()
            pipe = next
        }
    }

    private mutating func read(_ pipe: OpenFile) throws(VideoFailure) -> Outcome {
        stream = Stream()
        isInOldFrame = false
        var parser = try thread.source.parser(thread.pool)
        while true {
            let requests = thread.requests.current
            if requests.isClosing { return .closed }
            if requests.isPaused {
                _ = thread.requests.wait(for: nil)
                continue
            }
            if requests.resumes != resumes { (resumes, oldBytes) = (requests.resumes, Self.mostOldBytes) }
            switch thread.requests.wait(for: pipe.descriptor, milliseconds: oldBytes > 0 ? 0 : -1) {
            case .requests: break
            case .time: endOldBytes()
            case .input:
                guard let count = buffer.withUnsafeMutableBytes({ Descriptor.read(pipe.descriptor, into: $0) }) else {
                    if errno == EAGAIN { continue }
                    throw VideoFailure("\(thread.source.name): cannot be read: \(errorWords())")
                }
                guard count > 0 else {
                    try end(&parser)
                    return .ended
                }
                try feed(&parser, count)
                if oldBytes > 0 {
                    oldBytes -= min(count, oldBytes)
                    if oldBytes == 0 { endOldBytes() }
                }
            }
        }
    }

    /// From here on all is new, but for the rest of a frame that has begun.
    private mutating func endOldBytes() {
        oldBytes = 0
        isInOldFrame = stream.isInFrame
    }

    private mutating func feed(_ parser: inout any I420Parsing, _ count: Int) throws(VideoFailure) {
        stream.offset += count
        var piece = buffer[..<count]
        do throws(I420StreamError) {
            while !piece.isEmpty {
                guard let event = try parser.next(&piece) else {
                    stream.isInFrame = true
                    return
                }
                stream.isInFrame = false
                take(event)
            }
        } catch {
            throw VideoFailure(thread.source.name, error)
        }
    }

    private mutating func take(_ event: I420StreamEvent) {
        if case .began(let format) = event {
            stream.format = format
            thread.begin(format, isKnown: hasWarned)
            hasWarned = hasWarned || format.warning != nil
            return
        }
        let isOld = oldBytes > 0 || isInOldFrame
        isInOldFrame = false
        if isOld {
            thread.mailbox.count { counts in
                counts.read += 1
                counts.outdated += 1
            }
        } else if let size = stream.format?.layout.size, thread.mailbox.wants(size) {
            thread.take(event, .came(thread.clock()))
        } else {
            thread.mailbox.count { $0.read += 1 }
        }
    }

    /// A writer that goes in the middle of a header has begun nothing; where another one may come, that stops nothing.
    private func end(_ parser: inout any I420Parsing) throws(VideoFailure) {
        guard stream.offset > 0 || thread.source.canBeReopened else {
            throw VideoFailure("\(thread.source.name) is empty")
        }
        do throws(I420StreamError) {
            let rest = try parser.end()
            thread.note(rest: rest, of: stream.format, at: stream.offset - rest)
        } catch {
            let failure = VideoFailure(thread.source.name, error)
            guard thread.source.canBeReopened else { throw failure }
            if stream.offset > 0 { thread.report(.noted(failure.reason)) }
        }
    }
}
