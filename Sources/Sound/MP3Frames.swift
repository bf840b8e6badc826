import Wire

/// The frames of an MP3 that has no tag, gone through from one header to the next (ISO/IEC 11172-3, 2.4.1; 13818-3).
struct MP3Frames {
    private(set) var count = 0
    /// Their bit rates differ.
    private(set) var isVariable = false

    init(in bytes: [UInt8], from start: Int) {
        var place = start
        var first: Int?
        while let header = MP3Header(bytes, at: place) {
            count += 1
            isVariable = isVariable || header.bitsPerSecond != first ?? header.bitsPerSecond
            first = first ?? header.bitsPerSecond
            place += header.byteCount
        }
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
}

extension MP3Frame {
    /// A file whose bit rate varies, with the tag in front that it lacks: without one the library takes its length from the first
    /// frame's rate, and reads no further. `nil` for any other.
    static func tagged(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = MP3Frame(in: bytes), first.tag == nil else { return nil }
        let frames = MP3Frames(in: bytes, from: first.start)
        guard frames.isVariable else { return nil }
        var header = Array(bytes[first.start..<first.start + 4])
        header[1] |= 1  // no checksum
        header[2] = header[2] & 0x0D | 0x90  // a rate at which the tag has room, no padding
        let length = MP3Header(header, at: 0)?.byteCount ?? 0
        let count = (0..<4).map { UInt8(truncatingIfNeeded: frames.count >> (24 - 8 * $0)) }
        var tag =
            header + [UInt8](repeating: 0, count: first.header.sideByteCount) + Array("Xing".utf8) + [0, 0, 0, 1]
            + count
        tag += [UInt8](repeating: 0, count: max(0, length - tag.count))
        return tag + bytes[first.start...]
    }
}
