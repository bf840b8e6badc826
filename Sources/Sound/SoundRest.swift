import Events

/// What a sound leaves to that of the next chunk, where both may be pieces of one file.
package enum SoundRest: Hashable, Sendable {
    case wav(WAVRest)
    case mp3(MP3Rest)
    case ogg(OggRest)
    /// A beginning in which there is no sound yet.
    case beginning([UInt8])
    /// A kind of file of which pieces are not put together.
    case other(String)

    private static let longestBeginning = 1 << 20
    /// Names of kinds that cannot be told from fewer bytes.
    private static let shortest = 64

    /// Behind a sound that was read by itself; `nil` where nothing goes on with it.
    init?(behind bytes: [UInt8], _ samples: Samples) {
        if let rest = WAVRest(behind: bytes) {
            self = .wav(rest)
        } else if bytes.starts(with: "OggS".utf8) {
            guard let rest = OggRest(behind: bytes) else { return nil }
            self = .ogg(rest)
        } else if let rest = MP3Rest(behind: bytes, samples.frameCount) {
            self = .mp3(rest)
        } else if let name = SoundKind.name(bytes), name != "MP3", name != "WAV" {
            self = .other(name)
        } else {
            return nil
        }
    }

    /// Behind what could not be read.
    init?(undecoded bytes: [UInt8]) {
        guard !bytes.isEmpty else { return nil }
        let name = SoundKind.name(bytes)
        if ["WAV", "MP3", "Ogg"].contains(name) || name == nil && bytes.count < Self.shortest {
            guard bytes.count <= Self.longestBeginning else { return nil }
            self = .beginning(bytes)
        } else if let name {
            self = .other(name)
        } else {
            return nil
        }
    }

    /// It ends between two frames of MP3, and there should be more.
    var goesOnWithFrames: Bool {
        switch self {
        case .mp3(let rest): rest.tail.isEmpty
        case .beginning: true
        default: false
        }
    }

    /// - Returns: `nil` where these bytes do not go on with it.
    func continued(by bytes: [UInt8], _ limits: SoundLimits) -> SoundPiece? {
        switch self {
        case .wav(let rest): return rest.continued(by: bytes, limits)
        case .mp3(let rest): return rest.continued(by: bytes, limits)
        case .ogg(let rest): return rest.continued(by: bytes, limits)
        case .beginning(let beginning):
            var piece = SoundPiece(beginning + bytes, limits)
            if case .failure(.unreadable(let words)) = piece.samples {
                guard piece.rest != nil else { return nil }
                piece.samples = .failure(.unreadable("a piece of the file that an earlier chunk begins: \(words)"))
            }
            (piece.start, piece.isContinued, piece.isTorn) = (.other, true, true)
            return piece
        case .other(let name):
            guard SoundKind.text(bytes) == nil else { return nil }
            let words =
                "perhaps a piece of the \(name) file that an earlier chunk begins: \(SoundKind.words(bytes, "without its beginning"))"
            return SoundPiece(.failure(.unreadable(words)), rest: self)
        }
    }

    /// What is no piece of a file by itself: a whole sample, frame or page is missing in it.
    static func nothingWhole(of kind: String) -> SoundError {
        .unreadable("a piece of the \(kind) file that an earlier chunk begins, too short to be decoded")
    }
}

/// What is left over of a WAV.
package struct WAVRest: Hashable, Sendable {
    private let header: WAVHeader
    /// Of a sample that is not whole.
    private var tail: [UInt8]
    /// Bytes that should come; `nil` where nobody knows.
    private var left: Int?

    /// Behind a file; `nil` for what is none.
    init?(behind bytes: [UInt8]) {
        guard let wav = WAVFile(bytes) else { return nil }
        var last = wav
        while let next = last.next.flatMap({ WAVFile(bytes, at: $0) }) { last = next }
        header = last.header
        tail = Array(bytes[(last.samples.upperBound - last.rest)..<last.samples.upperBound])
        left = last.announcedEnd.map { max(0, $0 - last.samples.upperBound) }
    }

    func continued(by bytes: [UInt8], _ limits: SoundLimits) -> SoundPiece? {
        guard SoundKind.text(bytes) == nil, !BorrowedHeader.isNoise(bytes) else { return nil }
        // One whose samples have all come may still be the header for those behind it, which then are whole.
        guard left != 0 || !tail.isEmpty else { return nil }
        let new = left.map { $0 > 0 ? bytes.prefix($0) : bytes[...] } ?? bytes[...]
        // Where samples are read from the wrong byte on they are noise: the one before may have lost its end.
        let isTorn = !tail.isEmpty && !(header.isPCM16 && PCMDetection.isSmoother(new, than: (tail + new)[...]))
        let samples = (isTorn ? tail : []) + new
        let whole = samples.count / header.frameBytes * header.frameBytes
        var rest = self
        (rest.tail, rest.left) = (Array(samples[whole...]), left.map { max(0, $0 - bytes.count) })
        let decoded = Result { () throws(SoundError) in
            guard whole > 0 else { throw SoundRest.nothingWhole(of: "WAV") }
            return try decodeFile(header.file(samples[..<whole]), limits)
        }
        return SoundPiece(decoded, isTorn: isTorn, missingBytes: rest.left ?? 0, rest: .wav(rest))
    }
}

/// What is left over of an MP3.
package struct MP3Rest: Hashable, Sendable {
    private let format: MP3Header
    /// Its last whole frames, from which a decoder learns what the next ones are made of.
    private var warmUp: [UInt8]
    private var warmUpCount: Int
    /// Of a frame that is not whole.
    private(set) var tail: [UInt8]
    /// Bytes and samples that should come; `nil` where nobody knows.
    private var (left, samplesLeft): (Int?, Int?)

    /// That the library leaves out where it is told how many frames there are.
    private static let decoderDelay = 529

    /// Behind a file; `nil` for what is none, and for one that is whole.
    /// - Parameter samples: that were decoded, of each channel.
    init?(behind bytes: [UInt8], _ samples: Int) {
        guard let scan = MP3Scan(bytes), let run = scan.runs.last else { return nil }
        format = run.format
        tail = Self.tail(bytes, scan.end, format)
        let missing = SoundExtent.missingBytes(in: bytes)
        guard !tail.isEmpty || missing > 0 else { return nil }
        let tag = MP3Tag(bytes, run)
        let last = tag == nil ? scan.lastFrames[...] : scan.lastFrames.drop { $0 == run.start }
        warmUp = last.first.map { Array(bytes[$0..<scan.end]) } ?? []
        warmUpCount = last.count
        left = missing > 0 ? missing : nil
        samplesLeft = tag.flatMap { tag in
            tag.added.map { tag.frames * run.format.samples - $0 - samples }.flatMap {
                missing > 0 && $0 > 0 ? $0 : nil
            }
        }
    }

    /// What is left over is a frame's beginning, unless it is a tag or other data.
    private static func tail(_ bytes: [UInt8], _ end: Int, _ format: MP3Header) -> [UInt8] {
        let tail = Array(bytes[end...])
        let isFrame = tail.count < 4 ? tail.first == 0xFF : MP3Header(tail, at: 0)?.hasFormat(of: format) == true
        return isFrame ? tail : []
    }

    func continued(by bytes: [UInt8], _ limits: SoundLimits) -> SoundPiece? {
        let joined = tail + bytes
        guard let first = MP3Header(joined, at: 0), first.hasFormat(of: format) else { return nil }
        if first.byteCount + 4 <= joined.count {
            guard MP3Header(joined, at: first.byteCount)?.hasFormat(of: format) == true else { return nil }
        }
        var rest = self
        rest.left = left.map { max(0, $0 - bytes.count) }
        guard let scan = MP3Scan(joined), let run = scan.runs.last else {
            rest.tail = joined
            return SoundPiece(
                .failure(SoundRest.nothingWhole(of: "MP3")), isTorn: true, missingBytes: rest.left ?? 0,
                rest: .mp3(rest))
        }
        let found = Result { () throws(SoundError) in try decoded(run, of: joined, limits) }
        rest.tail = Self.tail(joined, scan.end, format)
        rest.warmUpCount = scan.lastFrames.count
        rest.warmUp = scan.lastFrames.first.map { Array(joined[$0..<scan.end]) } ?? []
        rest.samplesLeft = samplesLeft.map { max(0, $0 - ((try? found.get())?.frameCount ?? 0)) }
        // Whole frames behind which nothing is missing may be the end, and what follows a file of its own.
        let isOpen = !rest.tail.isEmpty || rest.left != 0
        return SoundPiece(
            found, isTorn: !tail.isEmpty, missingBytes: rest.left ?? 0, rest: isOpen ? .mp3(rest) : nil)
    }

    private func decoded(
        _ run: MP3Scan.Run, of joined: [UInt8], _ limits: SoundLimits
    ) throws(SoundError) -> Samples {
        let frames = warmUp + run.ranges.flatMap { joined[$0] }
        let file = format.newTag(of: warmUpCount + run.count, like: Array(frames.prefix(4))) + frames
        let samples = try decodeFile(file, limits).dropping(warmUpCount * format.samples - Self.decoderDelay)
        return samplesLeft.map { samples.prefix($0) } ?? samples
    }
}

/// What is left over of an Ogg.
package struct OggRest: Hashable, Sendable {
    /// Pages with which a decoder begins.
    private let headers: [UInt8]
    private let serial: [UInt8]
    /// The last page, from which a decoder learns what the next ones go on with.
    private var warmUp: [UInt8] = []
    /// Of a page that is not whole.
    private var tail: [UInt8]

    /// Behind a file; `nil` for what is none.
    init?(behind bytes: [UInt8]) {
        let ogg = OggPages(bytes)
        guard let first = ogg.pages.lastIndex(where: \.isFirst) else { return nil }
        let pages = ogg.pages[first...]
        serial = ogg.pages[first].serial
        headers = pages.prefix { $0.isHeader }.flatMap { bytes[$0.range] }
        tail = Array(bytes[ogg.end...])
        keepLast(pages.drop { $0.isHeader }, bytes)
    }

    private mutating func keepLast(_ pages: some BidirectionalCollection<OggPages.Page>, _ bytes: [UInt8]) {
        if let last = pages.last { warmUp = Array(bytes[last.range]) }
    }

    func continued(by bytes: [UInt8], _ limits: SoundLimits) -> SoundPiece? {
        let joined = tail + bytes
        guard joined.starts(with: "OggS".utf8.prefix(joined.count)) else { return nil }
        let ogg = OggPages(joined)
        guard ogg.pages.allSatisfy({ !$0.isFirst && $0.serial == serial }) else { return nil }
        var rest = self
        rest.tail = Array(joined[ogg.end...])
        rest.keepLast(ogg.pages, joined)
        let decoded = Result { () throws(SoundError) in
            guard !ogg.pages.isEmpty else { throw SoundRest.nothingWhole(of: "Ogg") }
            let known = warmUp.isEmpty ? 0 : (try? decodeFile(headers + warmUp, limits))?.frameCount ?? 0
            let samples = try decodeFile(headers + warmUp + joined[..<ogg.end], limits).dropping(known)
            guard samples.frameCount > 0 else { throw SoundRest.nothingWhole(of: "Ogg") }
            return samples
        }
        return SoundPiece(decoded, isTorn: !tail.isEmpty, rest: .ogg(rest))
    }
}
