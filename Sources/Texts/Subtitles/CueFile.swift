import Events

/// The cues of a file, as it has them.
struct CueFile {
    private(set) var cues: [Cue] = []
    var language: String?
    var oddities = OddityList()

    mutating func add(_ cue: Cue) {
        guard !cue.lines.isEmpty else { return }
        guard cues.count < TextLimits.cues else {
            oddities.note("only the first \(TextLimits.cues) cues are read")
            return
        }
        var cue = cue
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
        for group in CueGrouping.groups(file.ordered) {
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
        var isBold = false
        /// `0xRRGGBB`.
        var color: UInt32?
    }

    var pieces: [Piece] = []

    var text: String { FoldedText.line(pieces.map(\.text).joined()) }

    func has(_ color: UInt32) -> Bool { pieces.contains { $0.color == color && FoldedText.hasWords($0.text) } }
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

/// `00:01:02,500 --> 00:01:04.000`, with hours or without them.
struct CueTimes: Equatable {
    let start: TimeSpan
    let end: TimeSpan

    init?(_ line: Substring) {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let first = line[..<arrow.lowerBound].stripped
        let second = line[arrow.upperBound...].stripped.prefix { $0 != " " && $0 != "\t" }
        guard let start = Self.time(first), let end = Self.time(second) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// `H:MM:SS.fff`, any number of digits in each part; `nil` for what is beyond all sessions.
    static func time(_ text: Substring) -> TimeSpan? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard seconds.count <= 2, let whole = number(seconds[0]) else { return nil }
        var total = Int64(whole)
        for (place, part) in parts.dropLast().reversed().enumerated() {
            guard let value = number(part) else { return nil }
            total += Int64(value) * (place == 0 ? 60 : 3_600)
        }
        guard let micros = seconds.count == 2 ? fraction(seconds[1]) : 0 else { return nil }
        let time = TimeSpan.seconds(total) + TimeSpan(microseconds: micros)
        return time <= Limits.sessionLength ? time : nil
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func fraction(_ digits: some StringProtocol) -> Int64? {
        guard let value = number(digits.prefix(6)) else { return nil }
        return (digits.prefix(6).utf8.count..<6).reduce(Int64(value)) { value, _ in value * 10 }
    }
}

extension Substring {
    /// Of ASCII.
    fileprivate func firstRange(of word: StaticString) -> Range<Index>? {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        var place = utf8.startIndex
        while let found = utf8[place...].firstIndex(of: wanted[0]) {
            if utf8[found...].starts(with: wanted) { return found..<utf8.index(found, offsetBy: wanted.count) }
            place = utf8.index(after: found)
        }
        return nil
    }
}
