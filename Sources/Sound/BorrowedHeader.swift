/// The beginning of a message's first sound, in front of a later one that has none (specification 1.14, N25).
///
/// It says of which kind the sound is. How much of it there is it says of the first sound: that is put right.
enum BorrowedHeader {
    /// As many bytes of the first sound are the header for those that have none (specification 1.14).
    private static let byteCount = 44

    /// - Returns: `nil` where the first sound has no header, and where these bytes cannot go on with it: they have a
    ///   beginning of their own, are text, or behind a WAV's header noise, or no whole number of its frames.
    static func joined(_ first: [UInt8], _ bytes: [UInt8]) -> [UInt8]? {
        guard first.count >= byteCount, !hasBeginning(bytes), !isText(bytes) else { return nil }
        let header = Array(first.prefix(byteCount))
        guard let each = frameBytes(ofWAV: header) else { return MP3Frame.recounted(header + bytes) }
        guard !isNoise(bytes), let count = wholeFrames(of: bytes.count, each) else { return nil }
        var joined = header + bytes
        joined.replaceSubrange(4..<8, with: little(byteCount - 8 + count))
        joined.replaceSubrange(40..<44, with: little(count))
        return joined
    }

    // MARK: WAV

    /// Bytes of a sample of all channels; `nil` unless this is the beginning of a WAV, up to where its samples begin.
    private static func frameBytes(ofWAV header: [UInt8]) -> Int? {
        func has(_ text: String, _ place: Int) -> Bool { header[place...].starts(with: text.utf8) }
        guard has("RIFF", 0), has("WAVEfmt ", 8), header[16..<20].elementsEqual([16, 0, 0, 0]), has("data", 36) else {
            return nil
        }
        let count = Int(header[32]) | Int(header[33]) << 8
        return count > 0 ? count : nil
    }

    /// Bytes without the one that fills up samples of an odd number of bytes; `nil` where there are others, too.
    private static func wholeFrames(of count: Int, _ frameBytes: Int) -> Int? {
        let rest = count % frameBytes
        return rest == 0 || rest == 1 && count.isMultiple(of: 2) ? count - rest : nil
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: min(number, Int(UInt32.max)) >> (8 * $0)) }
    }

    // MARK: What is no continuation

    /// Whether it is a file of its own: one that cannot be read is broken, and what stands in it are no samples.
    private static func hasBeginning(_ bytes: [UInt8]) -> Bool {
        ["RIFF", "RIFX", "RF64", "OggS", "fLaC", "ID3"].contains { bytes.starts(with: $0.utf8) }
            || bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        return isPrintable && String(validating: bytes, as: UTF8.self) != nil
    }

    private static let fewestOfNoise = 2_048
    private static let mostLookedAt = 65_536

    /// Whether each value of a byte is as frequent as any other: so it is of chance, not of speech. Fewer than
    /// `fewestOfNoise` bytes tell nothing.
    private static func isNoise(_ bytes: [UInt8]) -> Bool {
        let count = min(bytes.count, mostLookedAt)
        guard count >= fewestOfNoise else { return false }
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes.prefix(count) { counts[Int(byte)] += 1 }
        // Chi-squared of 255 degrees of freedom: of chance 255 and 23 more or less. Of speech it is 10,000 and more.
        let squares = counts.reduce(0) { $0 + $1 * $1 }
        return 256 * squares <= count * (count + 400)
    }
}
