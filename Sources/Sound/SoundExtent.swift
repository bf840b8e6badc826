/// How many bytes a sound file says that it has.
package enum SoundExtent {
    /// Bytes that are missing at the end of a file that says how many it has; 0 where it says nothing, or has them all.
    ///
    /// RIFF (WAV) says it in its header, MP3 in the `Xing` or `Info` frame that encoders put in front. What a stream's encoder could
    /// not know beforehand says nothing.
    package static func missingBytes(in bytes: [UInt8]) -> Int {
        max(0, (riff(bytes) ?? mp3(bytes) ?? 0) - bytes.count)
    }

    private static func riff(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WAVE".utf8) else {
            return nil
        }
        let size = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
        // Streams are announced with the largest numbers there are, or with none.
        return size >= 0x7FFF_0000 ? nil : size + 8
    }

    /// The tag lies behind the side information of the first frame: 4 bytes of header and 9, 17 or 32 more.
    private static func mp3(_ bytes: [UInt8]) -> Int? {
        let start = id3Bytes(bytes)
        for place in [13, 21, 36].map({ start + $0 }) where place + 16 <= bytes.count {
            let tag = bytes[place..<place + 4]
            guard bytes[start] == 0xFF, tag.elementsEqual("Xing".utf8) || tag.elementsEqual("Info".utf8) else {
                continue
            }
            let flags = big(bytes, place + 4)
            // Frames, then bytes, each only where its flag is set.
            guard flags & 2 != 0 else { return nil }
            return start + big(bytes, place + 8 + (flags & 1 != 0 ? 4 : 0))
        }
        return nil
    }

    /// Of a tag in front: its sizes have seven bits a byte.
    private static func id3Bytes(_ bytes: [UInt8]) -> Int {
        guard bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) else { return 0 }
        return 10 + (6..<10).reduce(0) { $0 << 7 | Int(bytes[$1] & 0x7F) }
    }

    private static func big(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}
