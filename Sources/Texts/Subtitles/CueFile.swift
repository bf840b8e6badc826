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
            builder.add(sentence: group.text)
            if builder.place > count { builder.book.cues.append(group) }
        }
        return try builder.finish()
    }
}
