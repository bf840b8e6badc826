import Events

/// The files that stand behind one another in one sound, each as the library reads it to its end.
struct SoundParts {
    /// At least one.
    let files: [[UInt8]]
    private let kind: Kind
    /// That players skip.
    private var junk: String?

    private enum Kind { case wav, mp3, other }

    init(_ bytes: [UInt8]) {
        if let wav = WAVFile(bytes) {
            (files, kind) = (Self.files(bytes, wav), .wav)
        } else if bytes.starts(with: "OggS".utf8) {
            (files, kind) = (OggPages(bytes).files(bytes), .other)
        } else if SoundStart(bytes) == .frame
            || SoundKind.name(bytes).map({ $0 == "MP3" }) ?? (SoundKind.text(bytes) == nil)
        {
            let scan = MP3Scan(bytes)
            (files, kind) = (scan?.files(bytes) ?? [bytes], .mp3)
            junk = scan.flatMap { scan in
                guard scan.junk.count > 0 else { return nil }
                let place = scan.junk.start < scan.runs[0].start ? "before the first MP3 frame" : "between MP3 frames"
                return
                    "\(scan.junk.count) bytes \(place), from byte \(scan.junk.start) on, are no frame: players skip them"
            }
        } else {
            (files, kind) = ([bytes], .other)
        }
    }

    private static func files(_ bytes: [UInt8], _ wav: WAVFile) -> [[UInt8]] {
        guard wav.isMended || wav.next != nil else { return [bytes] }
        var (files, last) = ([wav.header.file(bytes[wav.samples])], wav)
        while let start = last.next {
            guard let wav = WAVFile(bytes, at: start) else { break }
            files.append(wav.header.file(bytes[wav.samples]))
            last = wav
        }
        return files
    }

    /// All of them in the format of the first; what cannot be read behind it is left out.
    /// - Parameter decode: reads a file.
    /// - Returns: the sound, and what not every player can do with it.
    func decoded(
        _ limits: SoundLimits, _ decode: ([UInt8]) throws(SoundError) -> Samples
    ) throws(SoundError) -> (samples: Samples, remark: String?) {
        let first = try decode(files[0])
        guard files.count > 1 else { return (first, junk) }
        var parts = [first]
        for file in files.dropFirst() { if let part = try? decode(file) { parts.append(part) } }
        var values = first.values
        for part in parts.dropFirst() {
            values += try part.inChannels(first.channels).resampled(to: first.rate, limits).values
            guard values.count * MemoryLayout<Int16>.size <= limits.byteCount else { throw limits.tooLarge }
        }
        let whole = Samples(rate: first.rate, channels: first.channels, values: values)
        guard whole.duration <= limits.duration else { throw limits.tooLong }
        return (whole, remark(parts, whole))
    }

    private func remark(_ parts: [Samples], _ whole: Samples) -> String? {
        let share = "\(parts[0].duration.hundredths) of \(whole.duration.hundredths) s"
        switch kind {
        case .wav:
            return "\(files.count) WAV files joined: most players stop after the first (\(share)), "
                + "or play the next header as a click"
        case .mp3:
            let formats = parts.prefix(4).map { "\($0.rate) Hz" + ($0.channels == 2 ? " stereo" : "") }
            return "the sample rate or number of channels changes (\(formats.joined(separator: ", "))): "
                + "some players stop after the first part (\(share))"
        case .other: return nil
        }
    }
}

extension Samples {
    /// With as many channels: both the same, or the mean of two.
    package func inChannels(_ count: Int) -> Samples {
        guard count != channels else { return self }
        if count == 2 { return Samples(rate: rate, channels: 2, values: values.flatMap { [$0, $0] }) }
        let means = (0..<frameCount).map { frame -> Int16 in
            let (left, right) = (Int(values[2 * frame]), Int(values[2 * frame + 1]))
            return Int16((left + right) / 2)
        }
        return Samples(rate: rate, channels: 1, values: means)
    }
}

/// Whole pages of an Ogg that follow one another (RFC 3533, 6).
struct OggPages {
    struct Page {
        let range: Range<Int>
        /// It begins a stream: a file begins with it.
        let isFirst: Bool
        let serial: [UInt8]
        /// No sound ends in it: it has headers, or the middle of a packet.
        let isHeader: Bool
    }

    private(set) var pages: [Page] = []
    /// Where what is left over behind the last whole page begins.
    private(set) var end = 0

    private static let headerBytes = 27

    init(_ bytes: [UInt8]) {
        while let page = Self.page(bytes, at: end) {
            pages.append(page)
            end = page.range.upperBound
        }
    }

    private static func page(_ bytes: [UInt8], at start: Int) -> Page? {
        guard start + headerBytes <= bytes.count, bytes[start...].starts(with: "OggS".utf8) else { return nil }
        let segments = start + headerBytes + Int(bytes[start + 26])
        guard segments <= bytes.count else { return nil }
        let end = segments + bytes[(start + headerBytes)..<segments].reduce(0) { $0 + Int($1) }
        guard end <= bytes.count else { return nil }
        return Page(
            range: start..<end, isFirst: bytes[start + 5] & 2 != 0, serial: Array(bytes[start + 14..<start + 18]),
            isHeader: bytes[start + 6..<start + 14].allSatisfy { $0 == 0 })
    }

    /// Files behind one another, each from its first page to the next one's; one where there are no more.
    func files(_ bytes: [UInt8]) -> [[UInt8]] {
        // Several streams may begin together.
        let starts = pages.indices.filter { pages[$0].isFirst && ($0 == 0 || !pages[$0 - 1].isFirst) }
            .map { pages[$0].range.lowerBound }
        guard starts.count > 1 else { return [bytes] }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }
}
