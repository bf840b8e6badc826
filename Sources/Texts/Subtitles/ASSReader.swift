import Events

/// Advanced SubStation: lines of `Dialogue:`, whose parts are named by the `Format:` before them.
struct ASSReader {
    private var found = CueFile()
    private var events: [ASSEvent] = []
    private var isEvents = false
    private var order = Self.usual

    private static let usual = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]

    static func read(_ text: String) -> CueFile {
        var reader = ASSReader()
        for line in TextLines(text).lines { reader.read(line.drop { $0 == " " || $0 == "\t" }) }
        for cue in ASSSyllables.joined(reader.events) { reader.found.add(cue) }
        return reader.found
    }

    private mutating func read(_ line: Substring) {
        if line.hasPrefix("[") {
            isEvents = line.lowercased().hasPrefix("[events]")
        } else if isEvents, let columns = value(of: "format:", in: line) {
            order = columns.split(separator: ",").map { $0.stripped.lowercased() }
            if order.last != "text" { found.oddities.note("the fields of a line do not end with its text") }
        } else if isEvents, let dialogue = value(of: "dialogue:", in: line) {
            readDialogue(dialogue)
        } else if isEvents, let comment = value(of: "comment:", in: line) {
            readDialogue(comment, isComment: true)
        }
    }

    private func value(of name: String, in line: Substring) -> Substring? {
        guard line.utf8.count >= name.utf8.count, line.prefix(name.count).lowercased() == name else { return nil }
        return line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
    }

    /// The text is the rest of the line, commas and all.
    /// - Parameter isComment: it is not shown; that of karaoke is the line that programs have made syllables of.
    private mutating func readDialogue(_ dialogue: Substring, isComment: Bool = false) {
        let parts = dialogue.split(separator: ",", maxSplits: max(0, order.count - 1), omittingEmptySubsequences: false)
        func part(_ name: String) -> Substring? {
            order.firstIndex(of: name).flatMap { parts.indices.contains($0) ? parts[$0].stripped : nil }
        }
        let effect = part("effect")?.lowercased() ?? ""
        guard !isComment || effect == "karaoke" else { return }
        guard let start = part("start").flatMap(CueTimes.signed), let end = part("end").flatMap(CueTimes.signed),
            let text = order.firstIndex(of: "text").flatMap({ parts.indices.contains($0) ? parts[$0] : nil })
        else {
            found.oddities.note("\"\(FoldedText.shown(dialogue))\" is not a readable line")
            return
        }
        guard events.count <= TextLimits.cues else {
            found.oddities.note("only the first \(TextLimits.cues) lines are read")
            return
        }
        let markup = ASSMarkup(text, start: start)
        guard !markup.lines.isEmpty else { return }
        let kind: ASSEvent.Kind = isComment ? .source : effect == "fx" ? .effect : .line
        events.append(
            ASSEvent(
                cue: Cue(start: start, end: end, lines: markup.lines), kind: kind,
                row: "\(part("layer") ?? "") \(part("style") ?? "")", place: markup.style.place))
    }
}
