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
    /// Percent of real time.
    package var speed = 100
    /// How a live session stands with its backend; `nil` where there is none.
    package var link: LinkState?
    /// On the clock that `link` has its moments from.
    package var now = Instant.zero
    /// Whether anybody could be at the other end, since no certificate is verified.
    package var isInsecure = false
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

/// One line: paused or not, mode, frame status, place in the message, clip and index, rate, buffer.
package enum StatusLine {
    package static func panel(_ state: StatusState, in rect: CellRect) -> Panel {
        var line = TextLine(shown(state, in: rect.size.columns - 1), fill: bar)
        let room = rect.size.columns - 1 - line.cellWidth
        let end = state.clips.map { bar(of: $0, cells: room) } ?? hint(state.hints)
        if state.notice == nil, room > end.count, !end.isEmpty {
            line.spans.append(TextSpan(String(repeating: " ", count: room - end.count) + end, bar))
        }
        return Panel(rect, [line])
    }

    private static func hint(_ hints: StatusState.Hints) -> String {
        [hints.help.map { "\($0) help" }, hints.quit.map { "\($0) quit" }].compactMap(\.self).joined(separator: "  ")
    }

    private static let bar = TextStyle(isReverse: true)

    /// A sentence is cut at the edge. Figures are left out whole, from the end: a part of one would be another figure.
    private static func shown(_ state: StatusState, in cells: Int) -> [TextSpan] {
        if let sentence = sentence(state) {
            let spans = [mark(state)] + insecurity(state) + [TextSpan(sentence + " ", bar)]
            return TextLine(spans).fitting(max(0, cells)).spans
        }
        var room = cells
        return ([mark(state)] + insecurity(state) + figures(state, in: cells)).prefix { span in
            room -= TextCells.cellWidth(of: span.text)
            return room >= 0
        }
    }

    private static func mark(_ state: StatusState) -> TextSpan { TextSpan(state.isPaused ? " ‖ " : " ▶ ", bar) }

    private static func insecurity(_ state: StatusState) -> [TextSpan] {
        guard state.isInsecure else { return [] }
        return [TextSpan("INSECURE", TextStyle(.bad, isBold: true, isReverse: true)), TextSpan(" ", bar)]
    }

    /// What is said in place of the figures.
    private static func sentence(_ state: StatusState) -> String? {
        if let notice = state.notice { return name(notice, cells: Limits.shownNameCells) }
        if let end = state.link?.sentence(retry: state.hints.retry) { return name(end, cells: Limits.shownNameCells) }
        guard let loading = state.loading else { return nil }
        return "loading \(name(state.clipName, cells: 40)) \(loading.loaded)/\(loading.announced)"
    }

    private static func name(_ text: String, cells: Int) -> String {
        OutsideText.shown(text, cells: cells)
    }

    /// Most important first.
    private static func figures(_ state: StatusState, in cells: Int) -> [TextSpan] {
        let strong = TextStyle(isBold: true, isReverse: true)
        if let call = state.call { return figures(of: call, state, strong) }
        var parts = [TextSpan(TextCells.padded(FrameLine.shortMode(state.mode), toCells: 7), strong)]
        if let member = state.member { parts.append(TextSpan(name(member, cells: 16) + "  ", strong)) }
        if let news = state.link?.news(at: state.now) {
            // Cut rather than left out: nothing else is as important. Before it stand the mode and the marks.
            let room = cells - (state.isInsecure ? 21 : 12) - (state.member == nil ? 0 : 18)
            parts.append(TextSpan(name(news, cells: max(0, min(room, 100))) + "  ", strong))
        }
        if state.speed != 100 { parts.append(TextSpan("\(state.speed) %  ", strong)) }
        if let lag = state.lag {
            parts.append(TextSpan(Self.lag(lag, hasLink: state.link?.isConnected ?? true), strong))
        }
        if let silence = state.silence, silence >= .seconds(3) {
            parts.append(TextSpan("no news for \(silence.microseconds / 1_000_000) s  ", strong))
        }
        if let record = state.record {
            if state.showsOrdinal { parts.append(TextSpan("#\(record.ordinal) ", strong)) }
            let color = record.status.role(with: state.faults).textColor
            parts.append(
                TextSpan(
                    status(record.status.words(with: state.faults)), TextStyle(color, isBold: true, isReverse: true)))
            if let view = state.view { parts.append(TextSpan("view \(view)  ", strong)) }
            if let position = record.position {
                parts.append(
                    TextSpan("chunk \(position.chunk) frame \(position.frame + 1)/\(position.frameCount)  ", bar))
            }
            parts.append(TextSpan("\(clip(record)) \(record.baseIndex)  ", bar))
        }
        parts.append(TextSpan("\(state.rate) fps  ", bar))
        if state.bufferKnown > 0 { parts.append(TextSpan("buffer \(state.bufferReady)/\(state.bufferKnown)  ", bar)) }
        if state.queuedChunks > 0 { parts.append(TextSpan("queue \(state.queuedChunks)  ", bar)) }
        parts.append(TextSpan(time(state), bar))
        return parts
    }

    private static func figures(of call: StatusState.Call, _ state: StatusState, _ strong: TextStyle) -> [TextSpan] {
        var parts = [TextSpan(call.state.map { $0.rawValue + "  " } ?? "no call  ", strong)]
        if state.speed != 100 { parts.append(TextSpan("\(state.speed) %  ", strong)) }
        if let lag = state.lag {
            parts.append(TextSpan(Self.lag(lag, hasLink: state.link?.isConnected ?? true), strong))
        }
        if let member = call.member { parts.append(TextSpan(name(member, cells: 40) + "  ", bar)) }
        parts.append(TextSpan(call.content + "  ", bar))
        parts.append(TextSpan(plural(call.members, "member") + "  ", bar))
        parts.append(TextSpan(time(state), bar))
        return parts
    }

    /// Clips and a bar of as many cells as there are, 20 at most; only the figures where there are few.
    private static func bar(of clips: ClipProgress, cells: Int) -> String {
        let figures = "clips \(clips.loaded)/\(clips.known) "
        let percent = "\(clips.percent) %"
        let width = min(20, cells - figures.count - percent.count - 2)
        guard width >= 4 else { return cells > figures.count + percent.count ? figures + percent : "" }
        let filled = min(width, clips.percent * width / 100)
        return figures + String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
            + " " + percent
    }

    private static func clip(_ record: FrameRecord) -> String { name(record.clip?.rawValue ?? "no clip", cells: 40) }

    /// With room for the shorter ones, so that what follows does not jump to and fro.
    private static func status(_ words: String) -> String {
        words + String(repeating: " ", count: max(1, 11 - words.count))
    }

    private static func time(_ state: StatusState) -> String {
        TimeText.clock(state.time) + (state.duration.map { "/" + TimeText.clock($0) } ?? "") + " "
    }

    /// Less than half a second is what a picture and a key take. Without a link there is an end to be behind, but not live.
    static func lag(_ lag: Span, hasLink: Bool) -> String {
        let word = hasLink ? "live" : "end"
        if lag < .milliseconds(500) { return hasLink ? "\(word)  " : "" }
        return "\(word) -\((Instant.zero + lag).inSeconds) s  "
    }
}
