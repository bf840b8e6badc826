import Events

/// SRT and WebVTT: a line of times, and lines of text up to an empty one.
struct SRTReader {
    private let isVTT: Bool
    private var found = CueFile()
    private var times: CueTimes?
    private var text: [Substring] = []
    private var isText = false

    static func srt(_ text: String) -> CueFile { read(text, isVTT: false) }
    static func vtt(_ text: String) -> CueFile { read(text, isVTT: true) }

    private static func read(_ text: String, isVTT: Bool) -> CueFile {
        var reader = SRTReader(isVTT: isVTT)
        for line in TextLines(text).lines { reader.read(line) }
        reader.endCue()
        return reader.found
    }

    private init(isVTT: Bool) { self.isVTT = isVTT }

    private mutating func read(_ line: Substring) {
        if let next = CueTimes(line) {
            begin(next)
        } else if Self.isSpoiltTime(line) {
            found.oddities.note("\"\(FoldedText.shown(line))\" is not a readable time")
            begin(nil)
        } else if line.isBlank {
            // An empty line inside of a text is seen in SRT alone, whose cues have numbers.
            if isVTT { isText = false } else if isText { text.append("") }
        } else if isText {
            text.append(line)
        } else if times == nil, isVTT, line.hasPrefix("Language:") {
            found.language = LanguageTag.reading(String(line.dropFirst(9)))
        }
    }

    private mutating func begin(_ next: CueTimes?) {
        // The number of the next cue, where no empty line stands before it.
        if isText, text.count > 1, let last = text.last, Self.isNumber(last) { text.removeLast() }
        endCue()
        (times, isText) = (next, next != nil)
    }

    private static func isSpoiltTime(_ line: Substring) -> Bool {
        guard let first = line.stripped.utf8.first, (0x30...0x39).contains(first) else { return false }
        return line.utf8.contains(UInt8(ascii: ">")) && line.contains("-->")
    }

    private static func isNumber(_ line: Substring) -> Bool {
        let digits = line.stripped.utf8
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private mutating func endCue() {
        defer { (times, text, isText) = (nil, [], false) }
        guard let times else { return }
        while text.last?.isEmpty == true { text.removeLast() }
        found.add(Cue(start: times.start, end: times.end, lines: CueMarkup.lines(text.joined(separator: "\n"))))
    }
}
