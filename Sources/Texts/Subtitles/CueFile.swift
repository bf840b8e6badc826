import Events

/// The cues of a file, as it has them.
struct CueFile {
    private(set) var cues: [Cue] = []
    var language: String?
    var oddities = OddityList()

    mutating func add(_ cue: Cue) {
        guard !cue.lines.isEmpty else { return }
        guard cue.start >= .zero || cue.end > .zero else {
            oddities.note("a cue from before the beginning is not read")
            return
        }
        guard cues.count < TextLimits.cues else {
            oddities.note("only the first \(TextLimits.cues) cues are read")
            return
        }
        var cue = cue
        cue.start = max(.zero, cue.start)
        if cue.end < cue.start {
            oddities.note("the cue at \(cue.start.seconds.fixed(3)) s ends before it starts")
            cue.end = cue.start
        }
        cues.append(cue)
    }

    /// In the order of time; those that begin together stay as they are.
    var ordered: [Cue] {
        cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
}

enum CueReading {
    static func read(_ bytes: [UInt8], _ parse: (String) -> CueFile) throws(TextError) -> BookText {
        let decoded = TextDecoding(bytes)
        let file = parse(decoded.text)
        var builder = BookBuilder()
        builder.book.language = file.language
        builder.oddities.note(decoded.oddities)
        builder.oddities.note(file.oddities.all)
        for group in CueGrouping.groups(RollingCaptions.unrolled(file.ordered)) {
            let count = builder.place
            builder.addSentence(group.text)
            if builder.place > count { builder.book.cues.append(group) }
        }
        return try builder.finish()
    }
}

/// Text that a file of subtitles shows at once.
struct Cue: Equatable {
    var start: TimeSpan
    var end: TimeSpan
    var lines: [CueLine]
}

/// A line of a cue: pieces of text that look alike.
struct CueLine: Equatable {
    struct Piece: Equatable {
        var text: String
        /// `0xRRGGBB`.
        var color: UInt32?
        /// Equal for what looks alike.
        var look = CueLook()
        /// When it is reached, where the text says it.
        var time: TimeSpan?
    }

    var pieces: [Piece] = []

    /// Of several lines one, with blanks between them.
    static func joined(_ lines: some Collection<CueLine>) -> CueLine {
        CueLine(pieces: Array(lines.map(\.pieces).joined(separator: [CueLine.Piece(text: " ")])))
    }

    var text: String { FoldedText.line(pieces.map(\.text).joined()) }

    func has(_ color: UInt32) -> Bool { pieces.contains { $0.color == color && FoldedText.hasWords($0.text) } }
}

/// How a text looks, as a number: the tags that hold for it, in any order.
struct CueLook: Hashable {
    private var value: UInt64 = 0

    /// A tag begins, or is over: what is toggled twice is gone.
    mutating func toggle(_ tag: some StringProtocol, _ more: String = "", depth: Int = 0) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ UInt64(truncatingIfNeeded: depth)
        for byte in tag.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        for byte in more.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value ^= hash
    }

    mutating func add(_ other: CueLook) { value ^= other.value }
}

/// Colors that tell what a text is (reader 1.12).
enum CueColor {
    static let original: UInt32 = 0xFFD60A
    static let spoken: Set<UInt32> = [0xFB923C, 0xFF8C00]
}

/// A sentence of subtitles: cues that show the same text one after the other, as karaoke does (reader 1.12), or a single one.
package struct CueGroup: Hashable, Sendable {
    /// From the start of its first cue to the end of its last.
    package var start: TimeSpan
    package var end: TimeSpan
    package var lanes: PerLane<LaneText?>
    /// When each token of a lane is reached; empty for lanes without text. In order; the times are within those of the group.
    package var words: PerLane<[WordTime]>
    /// The times of `words` were told by marks in the text, and not only spread over the group.
    package var isMarked: Bool

    package init(
        start: TimeSpan, end: TimeSpan, lanes: PerLane<LaneText?>, words: PerLane<[WordTime]>, isMarked: Bool = false
    ) {
        (self.start, self.end, self.lanes, self.words, self.isMarked) = (start, end, lanes, words, isMarked)
    }

    /// What is read aloud of it: the original, else the translation, else the transliteration.
    package var text: String {
        lanes.original?.text ?? lanes.translation?.text ?? lanes.transliteration?.text ?? ""
    }
}

extension CueGroup {
    /// The last one that is shown at this time.
    /// - Parameter groups: in the order of time.
    package static func active(in groups: [CueGroup], at time: TimeSpan) -> Int? {
        let begun = groups.prefix(partition(groups, time)).indices
        return begun.last { time <= groups[$0].end }
    }

    private static func partition(_ groups: [CueGroup], _ time: TimeSpan) -> Int {
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
