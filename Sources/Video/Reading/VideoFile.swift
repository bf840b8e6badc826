import Events
import Frames
import Platform

/// The frames of a file by their number. Those in between are passed over without reading their planes.
struct VideoFile {
    let format: I420StreamFormat
    /// Frames, once the end has been seen.
    private(set) var count: Int?
    /// Of a frame at the end that is not whole: where it begins, and its bytes.
    private(set) var rest: (offset: Int, bytes: Int)?

    private let name: String
    private let hasLines: Bool
    private var parser: any I420Parsing
    private var window: FileWindow
    private var size: Int
    private let first: Int
    /// What would be read next: always a frame's beginning, for the parser as well.
    private var next: (number: Int, offset: Int)
    /// Bytes that the parser has taken.
    private var parsed: Int

    /// Reads the header.
    init(_ file: OpenFile, _ source: VideoSource, _ pool: I420Pool) throws(VideoFailure) {
        name = source.name
        hasLines = source.kind == .y4m
        var (parser, window) = (try source.parser(pool), FileWindow(file))
        let begin = window.firstOffset
        (format, parsed) = try Self.header(&parser, &window, begin, name)
        (self.parser, self.window) = (parser, window)
        size = window.fileSize
        first = begin + parsed
        next = (0, first)
    }

    /// The format, and the bytes that say it.
    private static func header(
        _ parser: inout any I420Parsing, _ window: inout FileWindow, _ begin: Int, _ name: String
    ) throws(VideoFailure) -> (I420StreamFormat, Int) {
        var taken = 0
        while true {
            guard var piece = window.bytes(at: begin + taken, atMost: Y4MParser.longestLine) else {
                throw unreadable(name)
            }
            let (before, isAtEnd) = (piece.count, piece.isEmpty)
            do throws(I420StreamError) {
                let event = try parser.next(&piece)
                taken += before - piece.count
                if case .began(let format)? = event { return (format, taken) }
                if isAtEnd { _ = try parser.end() }
            } catch {
                throw VideoFailure(name, error)
            }
        }
    }

    private static func unreadable(_ name: String) -> VideoFailure {
        VideoFailure("\(name): cannot be read: \(errorWords())")
    }

    /// One frame; `nil` when the file has none of this number, or when `isCanceled`.
    mutating func read(_ number: Int, unless isCanceled: () -> Bool) throws(VideoFailure) -> I420StreamEvent? {
        if number < next.number { next = (0, first) }
        var steps = 0
        while next.number < number {
            guard let end = try end(ofFrameAt: next.offset) else { return nil }
            next = (next.number + 1, end)
            steps += 1
            if steps.isMultiple(of: 1_024), isCanceled() { return nil }
        }
        guard let end = try end(ofFrameAt: next.offset) else { return nil }
        return try parse(to: end)
    }

    /// Looks at the lines of all frames, and at none of their planes. Cost: at most of reading the file once.
    mutating func survey() throws(VideoFailure) {
        next = (0, first)
        while let end = try end(ofFrameAt: next.offset) { next = (next.number + 1, end) }
    }

    // MARK: - Finding frames

    /// Where the frame that begins at `offset` ends; `nil` when it is not whole, so that the file has no more.
    private mutating func end(ofFrameAt offset: Int) throws(VideoFailure) -> Int? {
        let end = try linesEnd(at: offset) + format.bytesInStream
        // It may have grown.
        if end > size { size = window.fileSize }
        guard end > size else { return end }
        count = next.number
        rest = size > offset ? (offset, size - offset) : nil
        return nil
    }

    /// Where the planes of a frame begin: behind its line feed, or where the file ends before that. Files that were joined have the
    /// first header again in front of a frame.
    ///
    /// A line without an end is as long as it may be: the parser says what is wrong with it.
    private mutating func linesEnd(at offset: Int) throws(VideoFailure) -> Int {
        guard hasLines else { return offset }
        let longest = Y4MParser.longestLine
        var place = offset
        while true {
            guard let bytes = window.bytes(at: place, atMost: longest, least: longest) else {
                throw Self.unreadable(name)
            }
            guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return place + bytes.count }
            let isFrame = try isFrame(Array(bytes[..<feed]), at: place)
            place += feed + 1 - bytes.startIndex
            if isFrame { return place }
        }
    }

    /// - Returns: false for a header, which fits the first one.
    private func isFrame(_ line: [UInt8], at place: Int) throws(VideoFailure) -> Bool {
        do throws(I420StreamError) {
            guard let again = try Y4MParser.header(line, at: place) else { return true }
            guard format.fits(again) else {
                throw I420StreamError(
                    at: .byte(place), expected: "a frame, or the first header again (\(format.words))",
                    found: "a header of \(again.words); join only files of the same size and rate")
            }
            return false
        } catch {
            throw VideoFailure(name, error)
        }
    }

    // MARK: - Reading frames

    private mutating func parse(to end: Int) throws(VideoFailure) -> I420StreamEvent? {
        let (begin, parsedBefore) = (next.offset, parsed)
        var offset = begin
        while offset < end {
            guard var piece = window.bytes(at: offset, atMost: end - offset) else { throw Self.unreadable(name) }
            guard !piece.isEmpty else {
                throw VideoFailure("\(name): byte \(offset): expected the rest of a frame, found the end")
            }
            let before = piece.count
            do throws(I420StreamError) {
                let event = try parser.next(&piece)
                (offset, parsed) = (offset + before - piece.count, parsed + before - piece.count)
                // A header that is there again has been looked at.
                guard let event, !event.isHeader else { continue }
                next = (next.number + 1, end)
                return event
            } catch {
                throw VideoFailure(name, Self.moved(error, by: begin - parsedBefore))
            }
        }
        throw VideoFailure("\(name): byte \(begin): expected a frame, found none")
    }

    /// The parser counts what it has taken, without what was passed over.
    private static func moved(_ error: I420StreamError, by bytes: Int) -> I420StreamError {
        guard case .byte(let place) = error.place else { return error }
        var error = error
        error.place = .byte(place + bytes)
        return error
    }
}

extension I420StreamEvent {
    fileprivate var isHeader: Bool { if case .began = self { true } else { false } }
}

/// The part of a file that was read last. Where the file is read by others, too, nothing of that is touched.
struct FileWindow {
    private let file: OpenFile
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var start = 0
    private var count = 0

    init(_ file: OpenFile) { self.file = file }

    /// Where somebody else has read up to, who has handed the file on.
    var firstOffset: Int { max(Int(lseek(file.descriptor, 0, SEEK_CUR)), 0) }

    /// Bytes of the file.
    var fileSize: Int { FileStatus(descriptor: file.descriptor)?.byteCount ?? 0 }

    /// At most so many bytes from `offset` on, fewer at the end of the file and where only a part of them is at hand; at least
    /// `least` unless the file ends. To be let go before the next ones are asked for.
    /// - Returns: `nil` with `errno` when it cannot be read.
    mutating func bytes(at offset: Int, atMost most: Int, least: Int = 1) -> ArraySlice<UInt8>? {
        let needed = min(least, most)
        if offset < start || offset + needed > start + count {
            guard let read = fill(from: offset) else { return nil }
            (start, count) = (offset, read)
        }
        let first = offset - start
        return buffer[first..<min(first + most, count)]
    }

    private mutating func fill(from offset: Int) -> Int? {
        let descriptor = file.descriptor
        return buffer.withUnsafeMutableBytes { buffer in
            while true {
                let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                if count >= 0 { return count }
                if errno != EINTR { return nil }
            }
        }
    }
}
