/// Frames of a stream of Y4M: a line of tags, then frames with a line each in front (picture-in-picture 5.8).
package struct Y4MParser: I420Parsing {
    /// Longest line, its line feed included.
    package static let longestLine = 1_024

    private enum State: Hashable, Sendable {
        case header
        case frameLine
        case planes
        case failed(I420StreamError)
    }

    private let pool: I420Pool
    private var state = State.header
    /// From the header on. Beside the state, so that it is changed in place and its frame's memory has one owner.
    private var reader: I420FrameReader?
    /// What has come of a line.
    private var line: [UInt8] = []
    /// Bytes taken since the stream began.
    private var offset = 0

    package init(_ pool: I420Pool) { self.pool = pool }

    package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(I420StreamError) -> I420StreamEvent? {
        do {
            return try advance(&bytes)
        } catch {
            state = .failed(error)
            (line, reader) = ([], nil)
            bytes = bytes[bytes.endIndex...]
            throw error
        }
    }

    private mutating func advance(_ bytes: inout ArraySlice<UInt8>) throws(I420StreamError) -> I420StreamEvent? {
        while !bytes.isEmpty {
            switch state {
            case .header:
                guard let line = try takeLine(&bytes) else { return nil }
                return begin(try Y4MHeader.format(of: line))
            case .frameLine:
                guard let line = try takeLine(&bytes) else { return nil }
                if let format = try Self.header(line, at: offset - line.count - 1) { return begin(format) }
                state = .planes
            case .planes:
                let before = bytes.count
                let event = reader?.next(&bytes)
                offset += before - bytes.count
                if event != nil { state = .frameLine }
                return event
            case .failed(let error): throw error
            }
        }
        if case .failed(let error) = state { throw error }
        return nil
    }

    private mutating func begin(_ format: I420StreamFormat) -> I420StreamEvent {
        reader = I420FrameReader(format, pool)
        state = .frameLine
        return .began(format)
    }

    package mutating func end() throws(I420StreamError) -> Int {
        switch state {
        case .header:
            throw I420StreamError(
                at: .byte(offset), expected: "a line feed behind the header",
                found: "the end behind \(I420StreamError.quoted(line))")
        case .frameLine: return line.count
        case .planes: return reader?.count ?? 0
        case .failed(let error): throw error
        }
    }

    /// A line without its line feed; `nil` when it has not come whole.
    private mutating func takeLine(_ bytes: inout ArraySlice<UInt8>) throws(I420StreamError) -> [UInt8]? {
        let room = bytes.prefix(Self.longestLine - line.count)
        guard let feed = room.firstIndex(of: UInt8(ascii: "\n")) else {
            line += room
            guard line.count < Self.longestLine else {
                throw I420StreamError(
                    at: .byte(offset - (line.count - room.count)),
                    expected: "a line of at most \(Self.longestLine) bytes", found: I420StreamError.quoted(line))
            }
            offset += room.count
            bytes = bytes[room.endIndex...]
            return nil
        }
        let whole = line + room[..<feed]
        line = []
        offset += feed + 1 - room.startIndex
        bytes = bytes[(feed + 1)...]
        return whole
    }

    /// What a line in front of a frame is: another header, or `nil` for a frame's own, whose tags say nothing that matters here.
    /// - Parameters:
    ///   - line: without its line feed.
    ///   - place: bytes of the stream in front of it.
    /// - Throws: where it is neither.
    package static func header(_ line: [UInt8], at place: Int) throws(I420StreamError) -> I420StreamFormat? {
        if Y4MHeader.isHeader(line) { return try Y4MHeader.format(of: line) }
        guard line.starts(with: frameWord), [nil, UInt8(ascii: " ")].contains(line.dropFirst(5).first) else {
            throw I420StreamError(
                at: .byte(place), expected: "\"FRAME\" and a line feed", found: I420StreamError.quoted(line))
        }
        return nil
    }

    private static let frameWord = Array("FRAME".utf8)
}
