/// SRT and WebVTT: a line of times, and lines of text. In WebVTT an empty line ends them; in SRT the next cue does.
struct SRTReader {
    private let isVTT: Bool
    private var found = CueFile()
    private var times: CueTimes?
    /// Of the cue that is being read, where its number is known.
    private var number: Int?
    private var text: [Substring] = []
    private var isText = false
    /// Lines of WebVTT that belong to no cue: the header, a note, a style, the name of the next cue, or lost text.
    private var stray: [Substring] = []
    private var hasBegun = false

    static func srt(_ text: String) -> CueFile { read(text, isVTT: false) }
    static func vtt(_ text: String) -> CueFile { read(text, isVTT: true) }

    private static func read(_ text: String, isVTT: Bool) -> CueFile {
        var reader = SRTReader(isVTT: isVTT)
        for line in TextLines(text).lines { reader.read(line) }
        reader.endCue()
        reader.endStray()
        return reader.found
    }

    private init(isVTT: Bool) { self.isVTT = isVTT }

    private mutating func read(_ line: Substring) {
        if let next = CueTimes(line), next.isUsual || maySeparate {
            begin(next)
        } else if CueTimes.areSpoilt(line, takesAny: maySeparate) {
            found.oddities.note("\"\(FoldedText.shown(line))\" is not a readable time")
            begin(nil)
        } else if isVTT ? line.isEmpty : line.isBlank {
            // An empty line inside of a text is seen in SRT alone, whose cues have numbers.
            if isVTT {
                isText = false
                endStray()
            } else if isText {
                text.append("")
            }
        } else if isText {
            text.append(line)
        } else if isVTT {
            if !hasBegun, times == nil, line.hasPrefix("Language:") {
                found.language = LanguageTag.reading(String(line.dropFirst(9)))
            }
            stray.append(line)
        } else if let value = Self.number(line) {
            number = value
        }
    }

    /// Whether the next line may be that of a cue's times.
    private var maySeparate: Bool { !isText || text.last.map { $0.isEmpty || Self.number($0) != nil } ?? false }

    private mutating func begin(_ next: CueTimes?) {
        let following = takeNumber()
        // One line before the times is the cue's name.
        if stray.count > 1 || !hasBegun { endStray() } else { stray = [] }
        endCue()
        (times, isText, number, hasBegun) = (next, next != nil, following ?? number, true)
    }

    // MARK: Lines of no cue

    private mutating func endStray() {
        defer {
            stray = []
            hasBegun = true
        }
        guard hasBegun, let first = stray.first, !Self.isBlock(first) else { return }
        let words = FoldedText.line(stray.joined(separator: " "))
        guard FoldedText.hasWords(words) else { return }
        found.oddities.note("\"\(FoldedText.shown(words))\" belongs to no cue and is not read")
    }

    private static func isBlock(_ line: Substring) -> Bool {
        ["WEBVTT", "NOTE", "STYLE", "REGION", "X-TIMESTAMP-MAP"].contains { name in
            line.hasPrefix(name) && line.dropFirst(name.count).first.map { " \t:=".contains($0) } ?? true
        }
    }

    // MARK: Numbers

    /// The number of the next cue, which stands behind the text of this one, also without an empty line between them.
    private mutating func takeNumber() -> Int? {
        guard !isVTT, isText, let place = text.lastIndex(where: { !$0.isEmpty }) else { return nil }
        guard let value = Self.number(text[place]) else { return nil }
        let isLast = place == text.count - 1
        let standsApart = place > 0 && text[place - 1].isEmpty
        // A text that is a number itself is followed by an empty line, or by a number that is its own.
        guard standsApart || isLast && (place > 0 || number.map { value == $0 + 1 } ?? false) else { return nil }
        text.removeSubrange(place...)
        return value
    }

    private static func number(_ line: Substring) -> Int? {
        let digits = line.stripped
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits) ?? 0
    }

    private mutating func endCue() {
        defer { (times, text, isText) = (nil, [], false) }
        guard let times else { return }
        while text.last?.isEmpty == true { text.removeLast() }
        let lines = CueMarkup.lines(text.joined(separator: "\n"), isVTT: isVTT)
        found.add(Cue(start: times.start, end: times.end, lines: lines))
    }
}
