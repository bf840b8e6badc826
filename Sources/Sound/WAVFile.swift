/// What a WAV says of its samples, up to where they begin (RIFF, Multimedia Programming Interface 1.0).
struct WAVHeader: Hashable, Sendable {
    /// The chunk `fmt `, its name and size included.
    let format: [UInt8]

    private func number(_ place: Int, bytes: Int) -> Int {
        (0..<bytes).reduce(0) { $0 | Int(format[8 + place + $1]) << (8 * $1) }
    }

    /// - Parameter format: the chunk; `nil` where it is too short, or says that samples have no bytes.
    init?(_ format: [UInt8]) {
        guard format.count >= 24 else { return nil }
        self.format = format
        guard frameBytes > 0, number(4, bytes: 4) > 0 else { return nil }
    }

    /// Bytes of a sample of all channels, or of a block of coded ones.
    var frameBytes: Int { number(12, bytes: 2) }
    /// Of coded samples a block is no moment.
    var bytesPerSecond: Int { max(number(8, bytes: 4), isPCM16 ? number(4, bytes: 4) * frameBytes : 0) }
    /// 16-bit integers.
    var isPCM16: Bool { [1, 0xFFFE].contains(number(0, bytes: 2)) && number(14, bytes: 2) == 16 }

    /// A file of these samples that says how many there are.
    func file(_ samples: some Collection<UInt8>) -> [UInt8] { Self.start(format, samples.count) + samples }

    /// What stands before so many bytes of 16-bit samples.
    static func pcm16(rate: Int, channels: Int, byteCount: Int) -> [UInt8] {
        let format = [16, 1 | channels << 16, rate, rate * channels * 2, channels * 2 | 16 << 16]
        return start(Array("fmt ".utf8) + format.flatMap(little), byteCount)
    }

    private static func start(_ format: [UInt8], _ byteCount: Int) -> [UInt8] {
        let sizes = (file: little(4 + format.count + 8 + byteCount), samples: little(byteCount))
        return Array("RIFF".utf8) + sizes.file + Array("WAVE".utf8) + format + Array("data".utf8) + sizes.samples
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: min(number, Int(UInt32.max)) >> (8 * $0)) }
    }
}

/// A WAV in bytes, behind which another one may stand.
struct WAVFile {
    let header: WAVHeader
    /// Where its samples are, as far as they are there.
    private(set) var samples: Range<Int>
    /// Where its samples end by what it says; `nil` where it cannot mean that: a placeholder of whoever did not know the size.
    private(set) var announcedEnd: Int?
    /// Where the next one begins.
    private(set) var next: Int?
    /// Its chunks are not where their sizes say, or the size of its samples is none: the library may find no samples.
    private(set) var isMended: Bool

    /// No chunk of pictures is longer (`SoundLimits.duration`), but placeholders are: an hour, 2,000,000,000 bytes, 0xFFFFFFFF.
    private static let longestSeconds = 720
    private static let fewestBytes = 44

    /// - Parameters:
    ///   - bytes: of a file, or its beginning.
    ///   - start: where `RIFF` stands.
    ///   - size: of a book's file, of which these may be only the beginning, and which may have any length.
    /// - Returns: `nil` for what is no WAV, and where its samples would begin behind `bytes`.
    init?(_ bytes: [UInt8], at start: Int = 0, size: Int? = nil) {
        let end = size ?? bytes.count
        guard Self.isRIFF(bytes, start), let found = Self.chunks(bytes, start) else { return nil }
        header = found.header
        let (place, count) = (found.data + 8, Self.little(bytes, found.data + 4))
        let longest = size == nil ? header.bytesPerSecond * Self.longestSeconds : Int.max
        let isLength = count > 0 && count < 0x7FFF_0000 && count <= longest
        announcedEnd = isLength ? place + count : nil
        isMended = !found.isRegular || !isLength
        samples = place..<min(announcedEnd ?? end, end)
        guard end - place >= Self.fewestBytes, let next = Self.nextRIFF(bytes, from: place) else { return }
        self.next = next
        if next < samples.upperBound { (samples, announcedEnd) = (place..<next, next) }
    }

    /// Of what it says that it has.
    var missingBytes: Int { max(0, (announcedEnd ?? 0) - samples.upperBound) }

    /// Bytes at the end that are no whole sample of all channels.
    var rest: Int { samples.count % header.frameBytes }

    private static func isRIFF(_ bytes: [UInt8], _ place: Int) -> Bool {
        place + 12 <= bytes.count && bytes[place...].starts(with: "RIFF".utf8)
            && bytes[(place + 8)...].starts(with: "WAVE".utf8)
    }

    private static func little(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    /// The format, and where the chunk of samples begins. A chunk of an odd size should be filled up with a byte, and is not always.
    private static func chunks(_ bytes: [UInt8], _ start: Int) -> (header: WAVHeader, data: Int, isRegular: Bool)? {
        var (place, header, isRegular) = (start + 12, WAVHeader?.none, true)
        while place + 8 <= bytes.count {
            let size = little(bytes, place + 4)
            if bytes[place...].starts(with: "data".utf8) { return header.map { ($0, place, isRegular) } }
            guard size <= bytes.count - place - 8 else { return nil }
            if bytes[place...].starts(with: "fmt ".utf8) { header = WAVHeader(Array(bytes[place..<place + 8 + size])) }
            place += 8 + size
            if size % 2 == 1, !isName(bytes, place + 1), isName(bytes, place) {
                isRegular = false
            } else {
                place += size % 2
            }
        }
        return nil
    }

    private static func isName(_ bytes: [UInt8], _ place: Int) -> Bool {
        place + 4 <= bytes.count && bytes[place..<place + 4].allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// By Horspool: most places are four bytes apart.
    private static func nextRIFF(_ bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            var place = start
            while place + fewestBytes <= buffer.count {
                switch buffer[place + 3] {
                case UInt8(ascii: "F"):
                    if buffer[place] == UInt8(ascii: "R"), isRIFF(bytes, place) { return place }
                    place += 1
                case UInt8(ascii: "I"): place += 2
                case UInt8(ascii: "R"): place += 3
                default: place += 4
                }
            }
            return nil
        }
    }
}
