import Events

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
