import Wire

/// The frames of an MP3 that has no tag, gone through from one header to the next (ISO/IEC 11172-3, 2.4.1; 13818-3).
struct MP3Frames {
    private(set) var count = 0
    /// Their bit rates differ.
    private(set) var isVariable = false
    private var first: Int?

    private static let windowBytes = 256 << 10

    init(in bytes: [UInt8], from start: Int) {
        var place = start
        while let header = MP3Header(bytes, at: place) {
            add(header)
            place += header.byteCount
        }
    }

    /// The same of a file, a window at a time.
    init(in file: FileBytes, from start: Int) {
        var (place, window, windowStart) = (start, [UInt8](), start)
        while true {
            if place + 4 > windowStart + window.count {
                (window, windowStart) = (file.bytes(from: place, count: Self.windowBytes), place)
            }
            guard let header = MP3Header(window, at: place - windowStart) else { return }
            add(header)
            place += header.byteCount
        }
    }

    private mutating func add(_ header: MP3Header) {
        count += 1
        isVariable = isVariable || header.bitsPerSecond != first ?? header.bitsPerSecond
        first = first ?? header.bitsPerSecond
    }
}

/// The first frame of an MP3.
struct MP3Frame {
    let header: MP3Header
    /// Where the frame begins.
    let start: Int
    /// Where the encoder's `Xing` or `Info` tag stands.
    let tag: Int?

    /// - Returns: `nil` for what is no MP3.
    init?(in bytes: [UInt8]) {
        start = MP3Header.afterTag(bytes)
        guard let header = MP3Header(bytes, at: start) else { return nil }
        self.header = header
        tag = header.tag(bytes, at: start)
    }

    /// Of a file: what its tag says stands in `beginning`.
    init?(in file: FileBytes, beginning: inout [UInt8]) {
        start = MP3Header.tagByteCount(file.bytes(from: 0, count: 10))
        beginning = file.bytes(from: start, count: Self.beginningBytes)
        guard let header = MP3Header(beginning, at: 0) else { return nil }
        self.header = header
        tag = header.tag(beginning, at: 0)
    }

    /// More than stands in a tag.
    private static let beginningBytes = 512
}

extension MP3Frame {
    /// A file whose bit rate varies, with the tag in front that it lacks: without one the library takes its length from the first
    /// frame's rate, and reads no further. `nil` for any other.
    static func tagged(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = MP3Frame(in: bytes), first.tag == nil else { return nil }
        let frames = MP3Frames(in: bytes, from: first.start)
        guard frames.isVariable else { return nil }
        return first.newTag(of: frames.count, like: Array(bytes[first.start..<first.start + 4])) + bytes[first.start...]
    }

    /// A frame that says how many there are.
    /// - Parameter beginning: the first four bytes of the file's first frame.
    func newTag(of frames: Int, like beginning: [UInt8]) -> [UInt8] {
        var header = beginning
        header[1] |= 1  // no checksum
        header[2] = header[2] & 0x0D | 0x90  // a rate at which the tag has room, no padding
        let length = MP3Header(header, at: 0)?.byteCount ?? 0
        let count = Self.big(frames)
        var tag =
            header + [UInt8](repeating: 0, count: self.header.sideByteCount) + Array("Xing".utf8) + [0, 0, 0, 1] + count
        tag += [UInt8](repeating: 0, count: max(0, length - tag.count))
        return tag
    }

    /// Bytes behind a beginning that is another file's: where a tag stands in it, that says how many frames these are.
    /// The library reads no more of them.
    static func recounted(_ bytes: [UInt8]) -> [UInt8] {
        // Frames stand behind the tag's name and its flags, of which the last bit says that they do.
        guard let first = MP3Frame(in: bytes), let place = first.tag, place + 12 <= bytes.count,
            bytes[place + 7] & 1 == 1
        else { return bytes }
        let count = MP3Frames(in: bytes, from: first.start + first.header.byteCount).count
        guard count > 0 else { return bytes }
        var recounted = bytes
        recounted.replaceSubrange(place + 8..<place + 12, with: big(count))
        return recounted
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
