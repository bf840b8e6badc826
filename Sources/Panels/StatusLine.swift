import Cells
import Engine
import Events
import Typesetting

/// One line: paused or not, mode, time, what is not as usual, the frame's status and place, figures; keys at its end.
package enum StatusLine {
    package static func panel(_ state: StatusState, in rect: CellRect) -> Panel {
        let parts = StatusParts.all(of: state)
        let (left, right) = (parts.filter { !$0.isAtEnd }, parts.filter(\.isAtEnd))
        let chosen = StatusPart.chosen(left + right, cells: rect.size.columns - 1)
        var line = TextLine(StatusPart.joined(left, chosen), fill: bar)
        let end = StatusPart.joined(right, chosen)
        let gap = rect.size.columns - 1 - line.cellWidth - end.cellWidth
        if !end.isEmpty { line.spans += [TextSpan(String(repeating: " ", count: max(0, gap)), bar)] + end }
        var panel = Panel(rect, [line])
        panel.cursor = CellPoint(column: min(1, max(0, rect.size.columns - 1)), row: 0)
        return panel
    }

    /// What has just been done, else how the session stands.
    package static func message(of state: StatusState) -> String? { StatusParts.message(of: state) }

    /// What is said and has no room on the line, whole, in rows above it.
    package static func overflow(_ state: StatusState, above rect: CellRect) -> Panel? {
        guard let message = StatusParts.message(of: state) else { return nil }
        let chosen = StatusPart.chosen(StatusParts.all(of: state), cells: rect.size.columns - 1)
        return chosen[.message] == nil ? said(message, above: rect) : nil
    }

    /// In as many rows as it takes.
    /// - Parameter most: rows; `…` at the end of the last one where it takes more.
    package static func said(_ message: String, above rect: CellRect, atMost most: Int = .max) -> Panel? {
        guard rect.origin.row > 0 else { return nil }
        let shown = OutsideText.shown(message, cells: longestMessage)
        let lines = TerminalText.wrapped(shown, toCells: max(1, rect.size.columns - 2))
        let rows = min(lines.count, rect.origin.row, most)
        let shownRows = lines.map { TextLine([TextSpan(" " + $0, bar)], fill: bar) }.cut(toRows: rows, bar)
        let place = CellRect(
            column: rect.origin.column, row: rect.origin.row - rows, columns: rect.size.columns, rows: rows)
        var panel = Panel(place, shownRows.map { $0.fitting(rect.size.columns) })
        (panel.cursor, panel.attention) = (CellPoint(column: min(1, max(0, rect.size.columns - 1)), row: 0), .said)
        return panel
    }

    /// Lines that are broken already, as many as have room.
    package static func said(_ lines: [String], in rect: CellRect) -> Panel {
        let shown = lines.map { TextLine([TextSpan(" " + $0, bar)], fill: bar) }.cut(toRows: rect.size.rows, bar)
        return Panel(rect, shown.map { $0.fitting(rect.size.columns) })
    }

    /// Cells of it. Where the screen has rows for it all of it is read.
    static let longestMessage = 1_000
    static let bar = TextStyle(isReverse: true)

    /// Less than half a second is what a picture and a key take. Without a link there is an end to be behind, but not live.
    static func lag(_ lag: TimeSpan, hasLink: Bool) -> String {
        let word = hasLink ? "live" : "end"
        if lag < .milliseconds(500) { return hasLink ? word : "" }
        return "\(word) -\((Instant.zero + lag).inSeconds) s"
    }
}

/// A part of the status line: shown whole, in its longest form that has room, or not at all, since a part of a figure is
/// another figure.
struct StatusPart {
    enum Worth: CaseIterable {
        case sign, insecure, time, help, name, status, unusual, mode, lag, content, message, faults, ordinal, place
        case view, member, title, quit, keys, clip, rate, buffer, queue
    }

    /// What is shown before all that follows, however narrow the line is: which part, and how much of it. What is beyond the
    /// first that has no room is left out, so that a wider line has all that a narrower one has.
    /// `docs/reference/step-screen.md` lists it.
    static let order: [(worth: Worth, form: Int)] = [
        (.sign, 0), (.insecure, 0), (.time, 0), (.help, 0), (.name, 0), (.status, 0), (.faults, 0), (.unusual, 0),
        (.mode, 0), (.lag, 0), (.content, 0),
        (.name, 1), (.message, 0), (.status, 1), (.ordinal, 0), (.place, 0), (.help, 1), (.view, 0), (.time, 1),
        (.quit, 0),
        (.member, 0), (.title, 0), (.keys, 0), (.keys, 1),
        (.place, 1),
        (.status, 2), (.name, 2),
        (.mode, 1), (.rate, 0), (.clip, 0), (.buffer, 0), (.queue, 0), (.help, 2), (.help, 3),
    ]

    let worth: Worth
    /// The shortest first.
    let forms: [[TextSpan]]
    var isAtEnd: Bool { worth == .help || worth == .quit || worth == .keys }

    init(_ worth: Worth, _ forms: [TextSpan]...) { (self.worth, self.forms) = (worth, forms) }

    init(_ worth: Worth, _ forms: String..., style: TextStyle = StatusLine.bar) { self.init(worth, forms, style) }

    init(_ worth: Worth, _ forms: [String], _ style: TextStyle = StatusLine.bar) {
        (self.worth, self.forms) = (worth, forms.map { [TextSpan($0, style)] })
    }

    private static let gap = 2

    /// The form of each part that is shown.
    static func chosen(_ parts: [StatusPart], cells: Int) -> [Worth: Int] {
        let known = Dictionary(parts.map { ($0.worth, $0) }) { first, _ in first }
        var (chosen, room) = ([Worth: Int](), cells)
        for step in order {
            guard let part = known[step.worth], part.forms.indices.contains(step.form) else { continue }
            let before = chosen[step.worth].map { part.forms[$0].cellWidth } ?? (chosen.count > 1 ? -gap : 0)
            let more = part.forms[step.form].cellWidth - before
            guard more <= room else {
                // It stands above the line then.
                if step.worth == .message { continue }
                break
            }
            (chosen[step.worth], room) = (step.form, room - more)
        }
        return chosen
    }

    static func joined(_ parts: [StatusPart], _ chosen: [Worth: Int]) -> [TextSpan] {
        var spans: [TextSpan] = []
        for part in parts {
            guard let form = chosen[part.worth] else { continue }
            if let last = spans.last, !last.text.hasSuffix("▶ "), !last.text.hasSuffix("‖ ") {
                spans.append(TextSpan(String(repeating: " ", count: gap), StatusLine.bar))
            }
            spans += part.forms[form]
        }
        return spans
    }
}

/// What there is to be shown, in the order in which it stands on the line.
private enum StatusParts {
    private static let bar = StatusLine.bar
    private static let strong = TextStyle(isBold: true, isReverse: true)

    static func all(of state: StatusState) -> [StatusPart] {
        var parts = [StatusPart(.sign, state.isPaused ? " ‖ " : " ▶ ")]
        if state.isInsecure {
            parts.append(StatusPart(.insecure, "INSECURE", style: TextStyle(.bad, isBold: true, isReverse: true)))
        }
        if let call = state.call {
            parts.append(StatusPart(.mode, call.state.map(\.words) ?? "no call", style: strong))
        } else if state.audience == .viewer {
            if let title = state.title {
                parts.append(StatusPart(.title, name(title, cells: longestTitle), style: strong))
            }
        } else {
            let mode = state.mode.word
            parts.append(StatusPart(.mode, mode, TerminalText.padded(mode, toCells: 6), style: strong))
        }
        if state.showsClock {
            let time = TimeText.clock(state.time)
            parts.append(StatusPart(.time, time, state.duration.map { "\(time)/\(TimeText.clock($0))" } ?? time))
        }
        let unusual = (isWithoutLink(state) ? [withoutLink(state)] : []) + state.unusual
        if !unusual.isEmpty { parts.append(StatusPart(.unusual, unusual.joined(separator: " · "), style: strong)) }
        if let member = state.member { parts.append(StatusPart(.member, name(member, cells: 16), style: strong)) }
        parts += lag(of: state)
        parts += state.call.map(figures) ?? figures(of: state)
        if let message = message(of: state) { parts.append(StatusPart(.message, message, style: strong)) }
        return parts + end(of: state)
    }

    /// There is none, and what is said beside the figures is not that.
    private static func isWithoutLink(_ state: StatusState) -> Bool {
        guard let link = state.link, !link.isConnected else { return false }
        return state.notice != nil || state.isExplained
    }

    private static func withoutLink(_ state: StatusState) -> String {
        switch (state.audience, state.link) {
        case (.debugger, _): "disconnected"
        case (.viewer, .connecting): "connecting"
        case (.viewer, .waiting): "reconnecting"
        case (.viewer, _): "disconnected"
        }
    }

    private static let longestTitle = 32

    /// How far it has been loaded takes the place of keys.
    private static func end(of state: StatusState) -> [StatusPart] {
        if let clips = state.clips, state.audience == .viewer {
            return [StatusPart(.help, "\(clips.percent) %", "loading \(clips.percent) %")]
        }
        if let clips = state.clips {
            let figures = "clips \(clips.loaded)/\(clips.known)"
            let percent = "\(figures) \(clips.percent) %"
            return [StatusPart(.help, figures, percent, bar(of: clips, 6), bar(of: clips, 20))]
        }
        let help = state.hints.help.map { [StatusPart(.help, $0, "\($0) help")] } ?? []
        return keys(of: state) + help
            + (state.hints.quit.map { [StatusPart(.quit, "\($0) \(state.hints.leaves)")] } ?? [])
    }

    /// What a viewer does most.
    private static func keys(of state: StatusState) -> [StatusPart] {
        guard state.audience == .viewer else { return [] }
        let words = [
            state.hints.pause.map { "\($0) \(state.isPaused ? "play" : "pause")" }, state.hints.say.map { "\($0) say" },
        ].compactMap(\.self)
        guard let first = words.first else { return [] }
        return [StatusPart(.keys, first, words.joined(separator: "  "))]
    }

    /// What is said beside the figures: what has just been done, else how the session stands.
    static func message(of state: StatusState) -> String? {
        if state.isExplained, state.notice == nil { return nil }
        let said =
            state.notice ?? state.link?.sentence(retry: state.hints.retry)
            ?? state.link?.news(at: state.now, for: state.audience)
        if let said { return name(said, cells: StatusLine.longestMessage) }
        guard state.audience == .debugger else { return nil }
        return state.loading.map { "loading \(name(state.clipName, cells: 40)) \($0.loaded)/\($0.announced)" }
    }

    private static func lag(of state: StatusState) -> [StatusPart] {
        let behind = state.lag.map { lagWords($0, state) } ?? ""
        let silence = state.silence.flatMap { $0 >= .seconds(3) ? $0.microseconds / 1_000_000 : nil }
        let words = [behind, silence.map { "nothing received for \($0) s" } ?? ""].filter { !$0.isEmpty }
        return words.isEmpty ? [] : [StatusPart(.lag, words.joined(separator: "  "), style: strong)]
    }

    /// A viewer who is live is told of it where somebody else speaks; behind that, for how many seconds.
    private static func lagWords(_ lag: TimeSpan, _ state: StatusState) -> String {
        let hasLink = state.link?.isConnected ?? true
        guard state.audience == .viewer else { return StatusLine.lag(lag, hasLink: hasLink) }
        if lag < .milliseconds(500) { return state.isLive && hasLink ? "live" : "" }
        return "\(max(1, lag.microseconds / 1_000_000)) s behind"
    }

    private static func figures(of state: StatusState) -> [StatusPart] {
        guard state.audience == .debugger else {
            return state.view.map { [StatusPart(.view, "view \($0)", style: strong)] } ?? []
        }
        var parts: [StatusPart] = []
        if let record = state.record {
            if state.showsOrdinal { parts.append(StatusPart(.ordinal, "#\(record.ordinal)", style: strong)) }
            let words = record.status.words(with: state.faults)
            let short = record.status.shortWords(with: state.faults)
            let role = record.status.role(with: state.faults)
            // Not green before somebody knows that the overlay fits.
            let isTold = !record.trustsOverlay || state.hasTestedSeams || role != .good
            let style = isTold ? TextStyle(role.textColor, isBold: true, isReverse: true) : strong
            // With room for the shorter ones, so that what follows does not jump to and fro.
            parts.append(
                StatusPart(
                    .status, short, words,
                    TerminalText.padded(words, toCells: max(9, TerminalText.cellWidth(of: words))),
                    style: style))
            if let view = state.view { parts.append(StatusPart(.view, "view \(view)", style: strong)) }
            if let position = record.position {
                let count = "\(position.frameCount)"
                let frame = TerminalText.padded("\(position.frame + 1)/\(count)", toCells: 2 * count.count + 1)
                let (short, long) =
                    state.namesMessage ? ("m\(record.generation) ", "message \(record.generation) ") : ("", "")
                let place = ("\(short)c\(position.chunk) \(frame)", "\(long)chunk \(position.chunk) frame \(frame)")
                parts.append(StatusPart(.place, place.0, place.1))
            }
            parts.append(
                StatusPart(.clip, "\(name(record.clip?.rawValue ?? "no clip", cells: 40)) \(record.baseIndex)"))
        }
        if state.faultCount > 0 {
            parts.append(
                StatusPart(
                    .faults, plural(state.faultCount, "fault"), style: TextStyle(.bad, isBold: true, isReverse: true)))
        }
        if !state.isPaused { parts.append(StatusPart(.rate, "\(state.rate) fps")) }
        if state.bufferKnown > 0 {
            parts.append(StatusPart(.buffer, "buffer \(state.bufferReady)/\(state.bufferKnown)"))
        }
        if state.queuedChunks > 0 { parts.append(StatusPart(.queue, "queue \(state.queuedChunks)")) }
        return parts
    }

    private static func figures(of call: StatusState.Call) -> [StatusPart] {
        // A long name is shortened before nearly all else goes.
        let names = call.member.map { member in [8, 20, 40].map { name(member, cells: $0) } }
        return (names.map { [StatusPart(.name, $0)] } ?? [])
            + (call.content.isEmpty ? [] : [StatusPart(.content, call.content)])
            + (call.members > 1 ? [StatusPart(.place, plural(call.members, "member"))] : [])
    }

    private static func bar(of clips: ClipProgress, _ width: Int) -> String {
        let filled = min(width, clips.percent * width / 100)
        return "clips \(clips.loaded)/\(clips.known) " + String(repeating: "█", count: filled)
            + String(repeating: "░", count: width - filled) + " \(clips.percent) %"
    }

    private static func name(_ text: String, cells: Int) -> String { OutsideText.shown(text, cells: cells) }
}
