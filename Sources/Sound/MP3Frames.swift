/// The frames of an MP3 that has no tag, gone through from one header to the next (ISO/IEC 11172-3, 2.4.1; 13818-3).
struct MP3Frames {
    private(set) var count = 0
    /// Their bit rates differ.
    private(set) var isVariable = false

    /// Bits a second by the number in the header, of MPEG-1 and of its halved and quartered rates; layer III.
    private static let kilobits = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let rates = [44_100, 48_000, 32_000]

    init(in bytes: [UInt8], from start: Int) {
        var place = start
        var first: Int?
        while let (length, kilobits) = Self.frame(bytes, place) {
            count += 1
            isVariable = isVariable || kilobits != first ?? kilobits
            first = first ?? kilobits
            place += length
        }
    }

    /// Samples a second.
    /// - Parameters:
    ///   - version: 3 is MPEG-1, 2 has half of its rates, 0 a quarter.
    ///   - rate: below 3.
    static func perSecond(_ version: Int, _ rate: Int) -> Int {
        rates[rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    }

    private static func frame(_ bytes: [UInt8], _ place: Int) -> (length: Int, kilobits: Int)? {
        guard place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xE6 == 0xE2 else { return nil }
        let (version, rate) = (Int(bytes[place + 1] >> 3 & 3), Int(bytes[place + 2] >> 2 & 3))
        let number = Int(bytes[place + 2] >> 4)
        guard version != 1, rate < rates.count, (1..<15).contains(number) else { return nil }
        let isFirst = version == 3
        let perSecond = perSecond(version, rate)
        let found = kilobits[isFirst ? 0 : 1][number]
        let padding = Int(bytes[place + 2] >> 1 & 1)
        return ((isFirst ? 144 : 72) * found * 1_000 / perSecond + padding, found)
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
        let isMono = header[3] >> 6 == 3
        let isFirst = first.samples == 1_152
        let side = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        let perSecond = MP3Frames.perSecond(Int(header[1] >> 3 & 3), Int(header[2] >> 2 & 3))
        let length = (isFirst ? 144 * 128_000 : 72 * 80_000) / perSecond
        let count = (0..<4).map { UInt8(truncatingIfNeeded: frames.count >> (24 - 8 * $0)) }
        var tag = header + [UInt8](repeating: 0, count: side) + Array("Xing".utf8) + [0, 0, 0, 1] + count
        tag += [UInt8](repeating: 0, count: max(0, length - tag.count))
        return tag + bytes[first.start...]
    }
}
