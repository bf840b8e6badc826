import Events

/// What came of a chunk's sound, which may be a file, or a piece of one that other chunks have begun (specification 1.14, N25).
package struct SoundPiece: Sendable {
    package var samples: Result<Samples, SoundError>
    /// How it begins.
    package var start = SoundStart.file
    /// It goes on with the sound of an earlier chunk.
    package var isContinued = false
    /// And begins in the middle of a sample, of a frame or of a page.
    package var isTorn = false
    /// Of what the file says that it has, up to here.
    package var missingBytes = 0
    /// What not every player can do with it.
    package var remark: String?
    /// Silence that the coder may have put in front of it.
    package var delay: CoderDelay?
    /// What the next chunk's sound may go on with.
    package var rest: SoundRest?
    /// What later sounds of its message that have no header may be read with.
    package var header: BorrowedHeader?

    /// - Parameter rest: what is left over where it is a piece.
    init(_ samples: Result<Samples, SoundError>, isTorn: Bool = false, missingBytes: Int = 0, rest: SoundRest?) {
        (self.samples, self.isTorn, self.missingBytes, self.rest) = (samples, isTorn, missingBytes, rest)
        (start, isContinued) = (.other, true)
    }

    /// The sound by itself.
    package init(_ bytes: [UInt8], _ limits: SoundLimits = SoundLimits()) {
        start = SoundStart(bytes)
        do throws(SoundError) {
            let (found, remark) = try decodeJoined(bytes, limits)
            samples = .success(found)
            self.remark = remark
            missingBytes = SoundExtent.missingBytes(in: bytes)
            delay = CoderDelay(in: bytes, rate: found.rate)
            rest = SoundRest(behind: bytes, found)
        } catch {
            samples = .failure(error)
            rest = SoundRest(undecoded: bytes)
        }
        header = BorrowedHeader(bytes)
    }

    /// The sound as one that goes on with earlier ones.
    /// - Returns: `nil` where it does not.
    package init?(_ bytes: [UInt8], after context: SoundContext, _ limits: SoundLimits = SoundLimits()) {
        guard SoundStart(bytes) != .file, !bytes.isEmpty else { return nil }
        if let piece = context.rest?.continued(by: bytes, limits) {
            self = piece
        } else if let joined = context.first?.joined(bytes) {
            let found = Result { () throws(SoundError) in try decodeSound(joined, limits) }
            guard case .success = found else { return nil }
            self.init(found, rest: nil)
        } else {
            return nil
        }
    }

    /// The sound as one that goes on with earlier ones, where it can; otherwise by itself.
    package init(_ bytes: [UInt8], asAfter context: SoundContext?, _ limits: SoundLimits = SoundLimits()) {
        self.init(bytes, limits)
        guard let context, mayContinue(context), let piece = SoundPiece(bytes, after: context, limits) else { return }
        if case .failure = piece.samples, case .success = samples { return }
        self = piece
    }

    /// Without the silence of its coder, where its length says that it is there.
    /// - Parameter longest: that the sound can be without it; `nil` where nobody knows.
    package func sound(longest: TimeSpan?) -> Result<Samples, SoundError> {
        samples.map { samples in
            let lead = delay?.lead(in: samples.duration, longest: longest) ?? .zero
            return lead > .zero ? samples.dropping(samples.frame(at: lead)) : samples
        }
    }

    /// Whether it may go on with an earlier sound: whoever decodes has to try.
    package func mayContinue(_ context: SoundContext) -> Bool {
        switch start {
        case .file: false
        case .frame: context.rest?.goesOnWithFrames ?? false
        case .other: true
        }
    }
}

/// What a sound may go on with.
package struct SoundContext: Hashable, Sendable {
    /// What the sound of the chunk before left over; `nil` where that has not come.
    package var rest: SoundRest?
    /// The beginning of the message's first sound.
    package var first: BorrowedHeader?

    /// - Returns: `nil` where it may go on with nothing.
    package init?(rest: SoundRest?, first: BorrowedHeader?) {
        guard rest != nil || first != nil else { return nil }
        (self.rest, self.first) = (rest, first)
    }
}

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

/// The silence that an encoder of MP3 and the decoder put in front of the sound, where no tag tells the decoder to leave it out.
///
/// With a `LAME` tag the decoder takes it off. Without one nothing in the file says so: only a sound that is as much longer than it
/// should be as coders make it.
package struct CoderDelay: Hashable, Sendable {
    /// In front of the sound.
    package let length: TimeSpan
    /// In front and behind, at the most.
    private let most: TimeSpan

    /// Of LAME, with which all others agree within a frame.
    private static let encoder = 576
    /// Which the decoder leaves out itself where it is told how many frames there are (`MP3Scan.files`).
    private static let decoder = 529
    /// That an encoder fills up at the end.
    private static let framesBehind = 2

    /// - Parameter rate: samples a second.
    /// - Returns: `nil` for what is no MP3, and for MP3 with a tag.
    package init?(in bytes: [UInt8], rate: Int) {
        guard let frame = MP3Frame(in: bytes), frame.tag == nil else { return nil }
        let isTold = MP3Frames(in: bytes, from: frame.start).isVariable
        let samples = Self.encoder + (isTold ? 0 : Self.decoder)
        length = Samples.span(samples, rate)
        most = Samples.span(samples + Self.framesBehind * frame.header.samples, rate)
    }

    /// What of a sound is left out at its beginning: nothing where its length does not say that the silence is in it.
    /// - Parameter longest: that the sound can be without it; `nil` where nobody knows.
    package func lead(in duration: TimeSpan, longest: TimeSpan?) -> TimeSpan {
        guard let longest, duration > length, duration > longest, duration - longest <= most else { return .zero }
        return length
    }
}
