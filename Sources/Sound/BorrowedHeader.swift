/// The beginning of a message's first sound, in front of a later one that has none (specification 1.14, N25).
///
/// It says of which kind the sound is. How much of it there is it says of the first sound: that is put right.
package struct BorrowedHeader: Hashable, Sendable {
    /// As many bytes of the first sound are the header for those that have none (specification 1.14).
    private static let byteCount = 44
    /// Samples of a WAV begin before.
    private static let mostHeaderBytes = 4_096

    private let beginning: [UInt8]
    private let wav: WAVHeader?

    /// - Returns: `nil` where the first sound has no header that is of use.
    init?(_ first: [UInt8]) {
        guard first.count >= Self.byteCount else { return nil }
        wav = WAVFile(Array(first.prefix(Self.mostHeaderBytes)))?.header
        beginning = Array(first.prefix(Self.byteCount))
    }

    /// - Returns: `nil` where these bytes cannot go on with it: they have a beginning of their own, are text, or behind a WAV's header
    ///   noise; or they do not fit behind an MP3's.
    func joined(_ bytes: [UInt8]) -> [UInt8]? {
        guard SoundStart(bytes) != .file, SoundKind.text(bytes) == nil else { return nil }
        guard let wav else { return SoundKind.name(beginning) == "WAV" ? nil : joinedMP3(bytes) }
        return Self.isNoise(bytes) ? nil : Self.whole(bytes, wav).map { wav.file($0) }
    }

    private func joinedMP3(_ bytes: [UInt8]) -> [UInt8]? {
        let joined = beginning + bytes
        guard let frame = MP3Frame(in: joined), let scan = MP3Scan(joined), let run = scan.runs.first,
            run.start == frame.start,
            run.ranges[0].count > frame.header.byteCount || run.ranges[0].upperBound == joined.count
        else { return nil }
        guard let tag = MP3Tag(joined, run) else { return joined }
        return tag.recounted(Array(joined[run.start...]), max(1, run.count - 1), keepsPadding: true)
    }

    /// Whole samples of all channels, without the byte that fills up an odd number of bytes. Samples of 16 bits may begin one byte later.
    /// - Returns: `nil` where other bytes are left over.
    private static func whole(_ bytes: [UInt8], _ wav: WAVHeader) -> ArraySlice<UInt8>? {
        if wav.isPCM16, PCMDetection.isSmoother(bytes.dropFirst(), than: bytes[...]) {
            return bytes.dropFirst().dropLast((bytes.count - 1) % wav.frameBytes)
        }
        let rest = bytes.count % wav.frameBytes
        return rest == 0 || rest == 1 && bytes.count.isMultiple(of: 2) ? bytes.dropLast(rest) : nil
    }

    // MARK: What is no continuation

    private static let fewestOfNoise = 2_048
    private static let mostLookedAt = 65_536

    /// Whether each value of a byte is as frequent as any other: so it is of chance, not of speech. Fewer than
    /// `fewestOfNoise` bytes tell nothing.
    static func isNoise(_ bytes: [UInt8]) -> Bool {
        let count = min(bytes.count, mostLookedAt)
        guard count >= fewestOfNoise else { return false }
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes.prefix(count) { counts[Int(byte)] += 1 }
        // Chi-squared of 255 degrees of freedom: of chance 255 and 23 more or less. Of speech it is 10,000 and more.
        let squares = counts.reduce(0) { $0 + $1 * $1 }
        return 256 * squares <= count * (count + 400)
    }
}
