import Events

/// The frames of an MP3 of which parts may be missing, or several of which were joined, as players read it: what is no frame is skipped.
struct MP3Scan {
    /// Frames of one format.
    struct Run {
        let format: MP3Header
        /// Of its frames, without what lies between.
        fileprivate(set) var ranges: [Range<Int>]
        fileprivate(set) var count = 0
        fileprivate(set) var isVariable = false

        var start: Int { ranges[0].lowerBound }
    }

    private(set) var runs: [Run] = []
    /// Where what is left over behind the last whole frame begins.
    private(set) var end: Int
    /// Where the last frames begin, the newest last.
    private(set) var lastFrames: [Int] = []
    /// Between frames, and in front of them, there are bytes that are none.
    private var hasGaps = false
    /// How many of these are neither zeros nor tags, and where the first of them are.
    private(set) var junk: (count: Int, start: Int) = (0, 0)

    /// As far as players look for the next frame.
    private static let farthest = 65_536
    /// Frames behind one another that are no chance: of a million places in random bytes fewer than one in a thousand begins two.
    private static let surely = 3
    /// More than a decoder needs in front of a frame to be right at it: measured, 4 are enough.
    private static let warmUpFrames = 10

    /// - Returns: `nil` where there is no frame.
    init?(_ bytes: [UInt8]) {
        end = MP3Header.afterTag(bytes)
        if MP3Header(bytes, at: end) == nil {
            guard let start = Self.nextFrame(bytes, from: end) else { return nil }
            skip(bytes, from: end, to: start)
            end = start
        }
        while let place = nextPlace(bytes) {
            guard let header = MP3Header(bytes, at: place), place + header.byteCount <= bytes.count else { break }
            add(header, at: place)
        }
        guard !runs.isEmpty else { return nil }
    }

    /// Where the next frame begins; what is skipped before it may be a tag, another file's or spoiled frames.
    private mutating func nextPlace(_ bytes: [UInt8]) -> Int? {
        if let header = MP3Header(bytes, at: end) {
            guard let last = runs.last, !header.hasFormat(of: last.format) else { return end }
            if Self.isFrame(bytes, at: end) { return end }
        }
        // What lacks its end is no gap.
        guard end + 4 <= bytes.count, let next = Self.nextFrame(bytes, from: end) else { return nil }
        skip(bytes, from: end, to: next)
        return next
    }

    private mutating func skip(_ bytes: [UInt8], from start: Int, to next: Int) {
        hasGaps = true
        var gap = bytes[start..<next]
        // ID3 of either version, behind one another.
        if gap.count >= Self.oldTagBytes, gap.starts(with: "TAG".utf8) { gap = gap.dropFirst(Self.oldTagBytes) }
        gap = gap.dropFirst(MP3Header.tagByteCount(Array(gap.prefix(10))))
        let count = gap.count { $0 != 0 }
        if junk.count == 0 { junk.start = start }
        junk.count += count
    }

    private static let oldTagBytes = 128

    private mutating func add(_ header: MP3Header, at place: Int) {
        let next = place + header.byteCount
        if runs.last?.format.hasFormat(of: header) != true {
            runs.append(Run(format: header, ranges: []))
            lastFrames = []
        }
        var run = runs.removeLast()
        run.count += 1
        run.isVariable = run.isVariable || header.bitsPerSecond != run.format.bitsPerSecond
        if let last = run.ranges.last, last.upperBound == place {
            run.ranges[run.ranges.count - 1] = last.lowerBound..<next
        } else {
            run.ranges.append(place..<next)
        }
        runs.append(run)
        lastFrames.append(place)
        if lastFrames.count > Self.warmUpFrames { lastFrames.removeFirst() }
        end = next
    }

    private static func nextFrame(_ bytes: [UInt8], from start: Int) -> Int? {
        var start = start
        // A tag may be larger than what is looked through.
        let tag = MP3Header.tagByteCount(Array(bytes[start...].prefix(10)))
        if tag > 0, tag <= bytes.count - start { start += tag }
        return (start..<max(start, min(bytes.count - 3, start + farthest))).first {
            bytes[$0] == 0xFF && isFrame(bytes, at: $0)
        }
    }

    /// Whether frames of one format follow one another from here on, to the end or for long enough.
    private static func isFrame(_ bytes: [UInt8], at start: Int) -> Bool {
        guard let first = MP3Header(bytes, at: start) else { return false }
        var place = start + first.byteCount
        for found in 1..<surely {
            if place + 4 > bytes.count { return found > 1 || place == bytes.count }
            guard let next = MP3Header(bytes, at: place), next.hasFormat(of: first) else { return false }
            place += next.byteCount
        }
        return true
    }

    // MARK: Files for the library

    /// Each run as a file that the library reads to its end; `nil` where it does so anyway.
    ///
    /// It reads as many frames as a tag says, or where there is none as the first frame's bit rate lets expect; and nothing behind what is no
    /// frame, or has another format.
    func files(_ bytes: [UInt8]) -> [[UInt8]]? {
        let tag = MP3Tag(bytes, runs[0])
        let isShort = tag.map { $0.frames < runs[0].count - 2 } ?? runs[0].isVariable
        guard hasGaps || runs.count > 1 || isShort else { return nil }
        return runs.map { file(bytes, $0) }
    }

    private func file(_ bytes: [UInt8], _ run: Run) -> [UInt8] {
        let frames = run.ranges.flatMap { bytes[$0] }
        guard let tag = MP3Tag(bytes, run) else {
            return run.format.newTag(of: run.count, like: Array(frames.prefix(4))) + frames
        }
        return tag.recounted(frames, run.count - 1)
    }
}

extension MP3Header {
    func hasFormat(of other: MP3Header) -> Bool {
        samplesPerSecond == other.samplesPerSecond && channels == other.channels && samples == other.samples
    }

    /// A frame that says how many there are.
    /// - Parameter beginning: the first four bytes of the file's first frame.
    func newTag(of frames: Int, like beginning: [UInt8]) -> [UInt8] {
        var header = beginning
        header[1] |= 1  // no checksum
        header[2] = header[2] & 0x0D | 0x90  // a rate at which the tag has room, no padding
        let length = MP3Header(header, at: 0)?.byteCount ?? 0
        var tag = header + [UInt8](repeating: 0, count: sideByteCount) + Array("Xing".utf8) + [0, 0, 0, 1]
        tag += MP3Tag.big(frames) + [UInt8](repeating: 0, count: max(0, length - tag.count - 4))
        return tag
    }
}

/// What an encoder's tag in the first frame says (`Xing`, `Info`, with LAME's numbers behind it).
struct MP3Tag {
    /// Of the file, this one not counted.
    let frames: Int
    /// Samples that the encoder has added.
    let added: Int?
    /// Where its number of frames stands, from the frame's beginning on; where LAME's delay and padding do.
    private let (framesPlace, addedPlace): (Int, Int)

    /// - Returns: `nil` without a tag, and for one that does not say how many frames there are.
    init?(_ bytes: [UInt8], _ run: MP3Scan.Run) {
        guard let tag = run.format.tag(bytes, at: run.start), tag + 12 <= bytes.count, bytes[tag + 7] & 1 == 1 else {
            return nil
        }
        frames = (0..<4).reduce(0) { $0 << 8 | Int(bytes[tag + 8 + $1]) }
        let place = tag + 141
        (framesPlace, addedPlace) = (tag + 8 - run.start, place - run.start)
        let hasAdded = place + 3 <= min(bytes.count, run.start + run.format.byteCount) && bytes[place - 21] != 0
        added =
            hasAdded
            ? Int(bytes[place]) << 4 + Int(bytes[place + 1] >> 4) + Int(bytes[place + 1] & 0x0F) << 8
                + Int(bytes[place + 2]) : nil
    }

    /// Frames with this tag in front, which then says how many they are.
    /// - Parameter keepsPadding: `false` where the padding that it tells of was another file's.
    func recounted(_ frames: [UInt8], _ count: Int, keepsPadding: Bool = false) -> [UInt8] {
        guard count != self.frames else { return frames }
        var recounted = frames
        recounted.replaceSubrange(framesPlace..<framesPlace + 4, with: Self.big(count))
        guard added != nil, !keepsPadding else { return recounted }
        recounted[addedPlace + 1] &= 0xF0
        recounted[addedPlace + 2] = 0
        return recounted
    }

    static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
