import Cells
import Debugger
import Engine
import Events

/// What the status line says. Plain figures, gathered by whoever runs the engine.
package struct StatusState: Hashable, Sendable {
    package var mode: ModeName
    package var record: FrameRecord?
    /// Those that mark it.
    package var faults: [AuditFinding.Kind] = []
    package var clipName: String
    /// Loaded and announced frames of the current clip while it is not complete.
    package var loading: Loading?
    package var isPaused: Bool
    /// Frames shown in the last second.
    package var rate: Int
    package var bufferReady: Int
    package var bufferKnown: Int
    package var queuedChunks: Int
    package var view: String?
    /// Something that the user should read, such as where a picture was saved.
    package var notice: String?
    package var time: Instant
    package var duration: Instant?
    /// How far the playhead is behind a live stream; `nil` where nothing is live.
    package var lag: Span?
    /// How long nothing has come of it.
    package var silence: Span?
    /// How a live session stands with its backend; `nil` where there is none.
    package var link: LinkState?
    /// On the clock that `link` has its moments from.
    package var now = Instant.zero
    /// Whether anybody could be at the other end, since no certificate is verified.
    package var isInsecure = false
    /// All that are known of what is played.
    package var faultCount = 0
    /// How the link stands, and what is loaded, is said elsewhere.
    package var isExplained = false
    /// Somebody has looked at the pixels of all frames.
    package var hasTestedSeams = true
    /// What is not as usual, in short words: muted, another volume or speed, recording.
    package var unusual: [String] = []
    /// While clips are on their way: how many there are, and how far they have come.
    package var clips: ClipProgress?
    /// Where no panel names the frame.
    package var showsOrdinal = false
    /// As the avatar is called that all the rest is about, where there are several.
    package var member: String?
    /// What is shown of a call, which has neither frames nor clips of its own.
    package var call: Call?
    package var hints = Hints()

    package struct Call: Hashable, Sendable {
        /// `nil` where there is none.
        package var state: CallState?
        /// As the member is called who is shown, and what is to be seen of it.
        package var member: String?
        package var content: String
        package var members: Int

        package init(state: CallState?, member: String?, content: String, members: Int) {
            (self.state, self.member, self.content, self.members) = (state, member, content, members)
        }
    }

    /// Keys that are named on the line; `nil` for a command that has none.
    package struct Hints: Hashable, Sendable {
        package var help: String? = "?"
        package var quit: String? = "q"
        package var retry: String? = "R"

        package init() {}
    }

    package struct Loading: Hashable, Sendable {
        package var loaded: Int
        package var announced: Int

        package init(loaded: Int, announced: Int) {
            self.loaded = loaded
            self.announced = announced
        }
    }

    package init(
        mode: ModeName, record: FrameRecord? = nil, clipName: String, loading: Loading? = nil, isPaused: Bool = false,
        rate: Int = 0, bufferReady: Int = 0, bufferKnown: Int = 0, queuedChunks: Int = 0, view: String? = nil,
        notice: String? = nil, time: Instant, duration: Instant? = nil
    ) {
        self.mode = mode
        self.record = record
        self.clipName = clipName
        self.loading = loading
        self.isPaused = isPaused
        self.rate = rate
        self.bufferReady = bufferReady
        self.bufferKnown = bufferKnown
        self.queuedChunks = queuedChunks
        self.view = view
        self.notice = notice
        self.time = time
        self.duration = duration
    }
}

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
        return Panel(rect, [line])
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
        let lines = TextCells.wrapped(shown, toCells: max(1, rect.size.columns - 2))
        let rows = min(lines.count, rect.origin.row, most)
        let shownRows = lines.map { TextLine([TextSpan(" " + $0, bar)], fill: bar) }.cut(toRows: rows, bar)
        let place = CellRect(
            column: rect.origin.column, row: rect.origin.row - rows, columns: rect.size.columns, rows: rows)
        return Panel(place, shownRows.map { $0.fitting(rect.size.columns) })
    }

    /// Cells of it. Where the screen has rows for it all of it is read.
    static let longestMessage = 1_000
    static let bar = TextStyle(isReverse: true)

    /// Less than half a second is what a picture and a key take. Without a link there is an end to be behind, but not live.
    static func lag(_ lag: Span, hasLink: Bool) -> String {
        let word = hasLink ? "live" : "end"
        if lag < .milliseconds(500) { return hasLink ? word : "" }
        return "\(word) -\((Instant.zero + lag).inSeconds) s"
    }
}

/// A part of the status line: shown whole, in its longest form that has room, or not at all, since a part of a figure is
/// another figure.
struct StatusPart {
    enum Worth: CaseIterable {
        case sign, insecure, time, help, unusual, mode, lag, message, status, faults, ordinal, place, view, member,
            quit, clip,
            rate
        case buffer, queue
    }

    /// What is shown before all that follows, however narrow the line is: which part, and how much of it. What is beyond the
    /// first that has no room is left out, so that a wider line has all that a narrower one has. `docs/stepping.md` lists it.
    static let order: [(worth: Worth, form: Int)] = [
        (.sign, 0), (.insecure, 0), (.time, 0), (.help, 0), (.unusual, 0), (.mode, 0), (.lag, 0), (.status, 0),
        (.message, 0), (.status, 1), (.ordinal, 0), (.faults, 0), (.place, 0), (.help, 1), (.view, 0), (.time, 1),
        (.quit, 0),
        (.member, 0),
        (.place, 1),
        (.status, 2),
        (.mode, 1), (.rate, 0), (.clip, 0), (.buffer, 0), (.queue, 0), (.help, 2), (.help, 3),
    ]

    let worth: Worth
    /// The shortest first.
    let forms: [[TextSpan]]
    var isAtEnd: Bool { worth == .help || worth == .quit }

    init(_ worth: Worth, _ forms: [TextSpan]...) { (self.worth, self.forms) = (worth, forms) }

    init(_ worth: Worth, _ forms: String..., style: TextStyle = StatusLine.bar) {
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
            parts.append(StatusPart(.mode, call.state.map(\.rawValue) ?? "no call", style: strong))
        } else {
            let mode = state.mode.word
            parts.append(StatusPart(.mode, mode, TextCells.padded(mode, toCells: 6), style: strong))
        }
        let time = TimeText.clock(state.time)
        parts.append(StatusPart(.time, time, state.duration.map { "\(time)/\(TimeText.clock($0))" } ?? time))
        let unusual = (isWithoutLink(state) ? ["no link"] : []) + state.unusual
        if !unusual.isEmpty { parts.append(StatusPart(.unusual, unusual.joined(separator: " "), style: strong)) }
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

    /// A bar of clips that come takes the place of keys.
    private static func end(of state: StatusState) -> [StatusPart] {
        if let clips = state.clips {
            let figures = "clips \(clips.loaded)/\(clips.known)"
            let percent = "\(figures) \(clips.percent) %"
            return [StatusPart(.help, figures, percent, bar(of: clips, 6), bar(of: clips, 20))]
        }
        let help = state.hints.help.map { [StatusPart(.help, $0, "\($0) help")] } ?? []
        return help + (state.hints.quit.map { [StatusPart(.quit, "\($0) quit")] } ?? [])
    }

    /// What is said beside the figures: what has just been done, else how the session stands.
    static func message(of state: StatusState) -> String? {
        if state.isExplained, state.notice == nil { return nil }
        let said = state.notice ?? state.link?.sentence(retry: state.hints.retry) ?? state.link?.news(at: state.now)
        if let said { return name(said, cells: StatusLine.longestMessage) }
        return state.loading.map { "loading \(name(state.clipName, cells: 40)) \($0.loaded)/\($0.announced)" }
    }

    private static func lag(of state: StatusState) -> [StatusPart] {
        let behind = state.lag.map { StatusLine.lag($0, hasLink: state.link?.isConnected ?? true) } ?? ""
        let silence = state.silence.flatMap { $0 >= .seconds(3) ? $0.microseconds / 1_000_000 : nil }
        let words = [behind, silence.map { "no news for \($0) s" } ?? ""].filter { !$0.isEmpty }
        return words.isEmpty ? [] : [StatusPart(.lag, words.joined(separator: "  "), style: strong)]
    }

    private static func figures(of state: StatusState) -> [StatusPart] {
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
                    TextCells.padded(words, toCells: max(9, TextCells.cellWidth(of: words))),
                    style: style))
            if let view = state.view { parts.append(StatusPart(.view, "view \(view)", style: strong)) }
            if let position = record.position {
                let count = "\(position.frameCount)"
                let frame = TextCells.padded("\(position.frame + 1)/\(count)", toCells: 2 * count.count + 1)
                parts.append(
                    StatusPart(.place, "c\(position.chunk) \(frame)", "chunk \(position.chunk) frame \(frame)"))
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
        let shown = [call.member.map { name($0, cells: 40) }, call.content].compactMap(\.self).filter { !$0.isEmpty }
        return (shown.isEmpty ? [] : [StatusPart(.status, shown.joined(separator: "  "))])
            + [StatusPart(.place, plural(call.members, "member"))]
    }

    private static func bar(of clips: ClipProgress, _ width: Int) -> String {
        let filled = min(width, clips.percent * width / 100)
        return "clips \(clips.loaded)/\(clips.known) " + String(repeating: "█", count: filled)
            + String(repeating: "░", count: width - filled) + " \(clips.percent) %"
    }

    private static func name(_ text: String, cells: Int) -> String { OutsideText.shown(text, cells: cells) }
}
