import Cells
import Engine
import Events

/// What the status line says. Plain figures, gathered by whoever runs the engine.
package struct StatusState: Hashable, Sendable {
    package var mode: ModeName
    package var record: FrameRecord?
    package var clipName: String
    /// Loaded and announced frames while the idle clip is not complete.
    package var loading: (loaded: Int, announced: Int)?
    package var isPaused: Bool
    /// Frames shown in the last second.
    package var rate: Int
    package var bufferReady: Int
    package var bufferKnown: Int
    package var queuedChunks: Int
    package var view: String?
    /// A short message to the user, such as where a picture was saved.
    package var message: String?
    package var time: Instant
    package var duration: Instant?

    package init(
        mode: ModeName, record: FrameRecord?, clipName: String, loading: (loaded: Int, announced: Int)?, isPaused: Bool,
        rate: Int, bufferReady: Int, bufferKnown: Int, queuedChunks: Int, view: String?, message: String?,
        time: Instant,
        duration: Instant?
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
        self.message = message
        self.time = time
        self.duration = duration
    }

    package static func == (a: StatusState, b: StatusState) -> Bool {
        StatusLine.spans(a).elementsEqual(StatusLine.spans(b))
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(StatusLine.spans(self)) }
}

/// One line: paused or not, mode, frame status, place in the message, clip and index, rate, buffer.
package enum StatusLine {
    package static func panel(_ state: StatusState, in rect: CellRect) -> Panel {
        var left: [TextSpan] = []
        var room = rect.size.columns - 1
        for span in spans(state) {
            let width = TextCells.cellWidth(of: span.text)
            guard width <= room else { break }
            left.append(span)
            room -= width
        }
        let hint = state.message == nil ? "? help  q quit" : ""
        let bar = TextStyle(isReverse: true)
        if !hint.isEmpty, room > hint.count {
            left.append(TextSpan(String(repeating: " ", count: room - hint.count) + hint, bar))
        }
        return Panel(rect, [TextLine(left, fill: bar)])
    }

    /// Most important first: what does not fit is left out from the end.
    static func spans(_ state: StatusState) -> [TextSpan] {
        let bar = TextStyle(isReverse: true)
        var parts = [TextSpan(state.isPaused ? " ‖ " : " ▶ ", bar)]
        if let message = state.message {
            return parts + [
                TextSpan(TextCells.cut(TextCells.visible(message), toCells: Limits.shownNameCells) + " ", bar)
            ]
        }
        if let loading = state.loading {
            return parts + [TextSpan("loading \(state.clipName) \(loading.loaded)/\(loading.announced) ", bar)]
        }
        let strong = TextStyle(isBold: true, isReverse: true)
        parts.append(TextSpan(TextCells.padded(FrameLine.shortMode(state.mode), toCells: 7), strong))
        if let record = state.record {
            let color = FrameLine.color(record.status)
            parts.append(
                TextSpan(
                    TextCells.padded(record.status.text, toCells: 10), TextStyle(color, isBold: true, isReverse: true)))
            if let position = record.position {
                parts.append(
                    TextSpan("chunk \(position.chunk) frame \(position.frame + 1)/\(position.frameCount)  ", bar))
            }
            parts.append(TextSpan("\(clip(record)) \(record.baseIndex)  ", bar))
        }
        parts.append(TextSpan("\(state.rate) fps  ", bar))
        if state.bufferKnown > 0 { parts.append(TextSpan("buffer \(state.bufferReady)/\(state.bufferKnown)  ", bar)) }
        if state.queuedChunks > 0 { parts.append(TextSpan("queue \(state.queuedChunks)  ", bar)) }
        if let view = state.view { parts.append(TextSpan("view \(view)  ", bar)) }
        parts.append(TextSpan(time(state), bar))
        return parts
    }

    private static func clip(_ record: FrameRecord) -> String {
        TextCells.cut(TextCells.visible(record.clip?.rawValue ?? "no clip"), toCells: 40)
    }

    private static func time(_ state: StatusState) -> String {
        let whole = { (moment: Instant) in
            let seconds = max(0, moment.microseconds / 1_000_000)
            return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
        }
        return whole(state.time) + (state.duration.map { "/" + whole($0) } ?? "") + " "
    }
}
