/// Parameters of MPEG audio, layer III, as its frames' first four bytes say them (specification 1.14).
package struct MP3Header: Hashable, Sendable {
    package let samplesPerSecond: Int
    package let channels: Int
    package let bitsPerSecond: Int
    /// Bytes of this frame, its header included.
    package let byteCount: Int
    /// Of each channel.
    package let samples: Int

    private static let rates = [44_100, 48_000, 32_000]
    private static let fullKilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let halfKilobits = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// `nil` unless four bytes from `place` on are such a header.
    package init?(_ bytes: [UInt8], at place: Int) {
        guard place >= 0, place <= bytes.count - 4, bytes[place] == 0xFF, bytes[place + 1] & 0xE6 == 0xE2 else {
            return nil
        }
        let version = Int(bytes[place + 1] >> 3 & 3)
        let (bitRate, rate) = (Int(bytes[place + 2] >> 4), Int(bytes[place + 2] >> 2 & 3))
        guard version != 1, (1...14).contains(bitRate), rate < 3 else { return nil }
        let isFull = version == 3
        samplesPerSecond = Self.rates[rate] / (isFull ? 1 : version == 2 ? 2 : 4)
        channels = bytes[place + 3] >> 6 == 3 ? 1 : 2
        bitsPerSecond = (isFull ? Self.fullKilobits : Self.halfKilobits)[bitRate - 1] * 1_000
        samples = isFull ? 1_152 : 576
        byteCount = samples / 8 * bitsPerSecond / samplesPerSecond + Int(bytes[place + 2] >> 1 & 1)
    }

    /// First header and length of a whole file; `nil` when no two frames follow one another in it. Where a tag in front says how much
    /// silence the encoder has added, that is no part of it.
    package static func read(_ bytes: [UInt8]) -> (first: MP3Header, seconds: Double)? {
        var place = afterTag(bytes)
        guard let start = (place..<min(bytes.count, place + 65_536)).first(where: { isStart(bytes, $0) }),
            let first = MP3Header(bytes, at: start)
        else { return nil }
        place = start
        var samples = -(first.addedSamples(bytes, at: start) ?? 0)
        while let header = MP3Header(bytes, at: place) {
            samples += header.samples
            place += max(4, header.byteCount)
        }
        return (first, Double(max(0, samples)) / Double(first.samplesPerSecond))
    }

    /// Bytes of side information behind the header and before a tag.
    package var sideByteCount: Int { samples == 1_152 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17) }

    /// Where the encoder's tag (`Xing`, `Info`) stands in this frame, which then has no sound in it; `nil` where there is none.
    package func tag(_ bytes: [UInt8], at start: Int) -> Int? {
        let tag = start + 4 + sideByteCount
        guard tag + 4 <= bytes.count else { return nil }
        let name = bytes[tag..<tag + 4]
        return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) ? tag : nil
    }

    /// Those of the frame that is a tag, and those that stand in it as the encoder's delay and padding; `nil` for a frame with sound in
    /// it.
    private func addedSamples(_ bytes: [UInt8], at start: Int) -> Int? {
        guard let tag = tag(bytes, at: start) else { return nil }
        let place = tag + 141
        guard place + 3 <= min(bytes.count, start + byteCount), bytes[place - 21] != 0 else { return samples }
        let (delay, padding) = (
            Int(bytes[place]) << 4 | Int(bytes[place + 1] >> 4),
            Int(bytes[place + 1] & 0x0F) << 8 | Int(bytes[place + 2])
        )
        return samples + delay + padding
    }

    private static func isStart(_ bytes: [UInt8], _ place: Int) -> Bool {
        guard let header = MP3Header(bytes, at: place) else { return false }
        let next = place + max(4, header.byteCount)
        return next == bytes.count || MP3Header(bytes, at: next) != nil
    }

    /// The place behind an ID3 tag in front.
    package static func afterTag(_ bytes: [UInt8]) -> Int { min(bytes.count, tagByteCount(bytes)) }

    /// How long the ID3 tag is with which a file begins: its length has seven bits a byte. 0 where there is none.
    /// - Parameter bytes: the first ten, or more.
    package static func tagByteCount(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8) else { return 0 }
        return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
}
