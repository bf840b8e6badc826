import Cells
import Engine
import Events
import Typesetting

/// The sound of a book as it lies in its file: how loud it is, gates of sentences, borders of words, segments of the plan, and the
/// place that is heard.
package enum SoundLanePanel {
    private static let labelCells = 6

    /// - Parameter lane: `nil` where nothing is heard.
    package static func panel(_ lane: SoundLane?, in rect: CellRect) -> Panel {
        guard let lane, rect.size.columns > labelCells + 8 else {
            return Panel(rect, [TextLine("no sound playing", TextStyle(.faint))])
        }
        let scale = Scale(lane, cells: rect.size.columns - labelCells)
        var lines = [line("file", ruler(scale)), line("plan", plan(lane, scale))]
        lines += [line("gates", gates(lane, scale)), line("words", words(lane, scale))]
        // What is left is the sound's, which says more the higher it is.
        let rows = max(1, min(rect.size.rows - lines.count - 1, 8))
        lines.insert(contentsOf: sound(lane, scale, rows: rows), at: 1)
        lines.append(TextLine([TextSpan(lane.state)]))
        return Panel(rect, lines.prefix(rect.size.rows).map { marked($0, scale).fitting(rect.size.columns) })
    }

    /// Which cell a place of the file has.
    private struct Scale {
        let lane: SoundLane
        let cells: Int
        let playhead: Int

        init(_ lane: SoundLane, cells: Int) {
            (self.lane, self.cells) = (lane, cells)
            playhead = Self.cell(lane.position, lane, cells)
        }

        private static func cell(_ time: TimeSpan, _ lane: SoundLane, _ cells: Int) -> Int {
            let length = max(1, (lane.end - lane.start).microseconds)
            return Int((time - lane.start).microseconds * Int64(cells) / length)
        }

        func cell(_ time: TimeSpan) -> Int { Self.cell(time, lane, cells) }

        /// The cells that a part takes of those that are shown, one at the least.
        func cells(_ start: TimeSpan, _ end: TimeSpan) -> Range<Int>? {
            let from = max(0, cell(start))
            let to = min(cells, max(cell(end), from + 1))
            return from < to ? from..<to : nil
        }
    }

    private static func line(_ label: String, _ spans: [TextSpan]) -> TextLine {
        TextLine([TextSpan(TerminalText.padded(label, toCells: labelCells), TextStyle(.faint))] + spans)
    }

    /// The column of the place that is heard.
    private static func marked(_ line: TextLine, _ scale: Scale) -> TextLine {
        guard line.spans.count > 1 else { return line }
        let column = labelCells + scale.playhead
        var (spans, used) = ([TextSpan](), 0)
        for span in line.spans {
            let width = TerminalText.cellWidth(of: span.text)
            defer { used += width }
            guard (used..<used + width).contains(column), width == span.text.count else {
                spans.append(span)
                continue
            }
            let text = Array(span.text)
            var style = span.style
            style.isReverse.toggle()
            spans += [
                TextSpan(String(text[..<(column - used)]), span.style), TextSpan(String(text[column - used]), style),
                TextSpan(String(text[(column - used + 1)...]), span.style),
            ]
        }
        return TextLine(spans.filter { !$0.text.isEmpty }, fill: line.fill)
    }

    // MARK: Lanes

    /// Whole seconds, or more of them where there is no room for each.
    private static func ruler(_ scale: Scale) -> [TextSpan] {
        var cells = Array(repeating: Character(" "), count: scale.cells)
        let seconds = max(1, Int((scale.lane.end - scale.lane.start).seconds))
        let step = Int64(max(1, (seconds * 10 + scale.cells - 1) / max(1, scale.cells)))
        var second = Int64(scale.lane.start.seconds.rounded(.up)) / step * step
        while TimeSpan.seconds(second) < scale.lane.end {
            put("|\(second) s", at: scale.cell(.seconds(second)), in: &cells)
            second += step
        }
        return [TextSpan(String(cells), TextStyle(.faint))]
    }

    private static let blocks: [Character] = Array(" ▁▂▃▄▅▆▇█")

    private static func sound(_ lane: SoundLane, _ scale: Scale, rows: Int) -> [TextLine] {
        guard let levels = lane.levels else {
            let words = TerminalText.padded("sound not available", toCells: scale.cells)
            return [line("sound", [TextSpan(words, TextStyle(.faint))])]
        }
        let heights = (0..<scale.cells).map { cell -> Int in
            let from = cell * levels.count / scale.cells
            let to = max(from + 1, (cell + 1) * levels.count / scale.cells)
            let level = levels.indices.contains(from) ? levels[from..<min(to, levels.count)].max() ?? 0 : 0
            return Int(level) * rows * 8 / 255
        }
        return (0..<rows).map { row in
            let below = (rows - 1 - row) * 8
            let text = String(heights.map { blocks[min(max($0 - below, 0), 8)] })
            return line(row == 0 ? "sound" : "", [TextSpan(text, TextStyle(.accent))])
        }
    }

    private static func gates(_ lane: SoundLane, _ scale: Scale) -> [TextSpan] {
        var cells = Array(repeating: Character(" "), count: scale.cells)
        for gate in lane.gates {
            guard let range = scale.cells(gate.start, gate.end) else { continue }
            for cell in range { cells[cell] = "─" }
            if gate.start >= lane.start { put("├\(gate.number)", at: range.lowerBound, in: &cells) }
            if gate.end <= lane.end, range.count > 1 { cells[range.upperBound - 1] = "┤" }
        }
        return [TextSpan(String(cells), TextStyle(.warning))]
    }

    private static func words(_ lane: SoundLane, _ scale: Scale) -> [TextSpan] {
        var spans: [TextSpan] = []
        var used = 0
        for word in lane.words {
            guard let range = scale.cells(word.start, word.end), range.upperBound > used else { continue }
            let from = max(range.lowerBound, used)
            if from > used { spans.append(TextSpan(String(repeating: " ", count: from - used))) }
            let isLit = lane.lit.map { $0.row == word.row && $0.index == word.index } ?? false
            let style =
                isLit ? TextStyle(.spoken, isBold: true) : TextStyle(word.isTold ? .plain : .faint)
            let text = TerminalText.cut("│" + OutsideText.shown(word.text, cells: 40), toCells: range.upperBound - from)
            spans.append(TextSpan(TerminalText.padded(text, toCells: range.upperBound - from), style))
            used = range.upperBound
        }
        if used < scale.cells { spans.append(TextSpan(String(repeating: " ", count: scale.cells - used))) }
        return spans
    }

    private static func plan(_ lane: SoundLane, _ scale: Scale) -> [TextSpan] {
        guard !lane.segments.isEmpty else {
            return [TextSpan(TerminalText.padded("continuous", toCells: scale.cells), TextStyle(.faint))]
        }
        var spans: [TextSpan] = []
        var used = 0
        for segment in lane.segments {
            guard let range = scale.cells(segment.start, segment.end), range.upperBound > used else { continue }
            let from = max(range.lowerBound, used)
            if from > used { spans.append(TextSpan(String(repeating: " ", count: from - used))) }
            let text = TerminalText.cut("[" + segment.name, toCells: range.upperBound - from)
            let style = segment.isCurrent ? TextStyle(.good, isBold: true, isReverse: true) : TextStyle(.good)
            spans.append(TextSpan(TerminalText.padded(text, toCells: range.upperBound - from), style))
            used = range.upperBound
        }
        if used < scale.cells { spans.append(TextSpan(String(repeating: " ", count: scale.cells - used))) }
        return spans
    }

    private static func put(_ text: String, at cell: Int, in cells: inout [Character]) {
        for (offset, character) in text.enumerated() where cells.indices.contains(cell + offset) {
            cells[cell + offset] = character
        }
    }
}

/// A part of the file that is heard, around the place that is: how loud it is, and what of the text is told to lie where.
package struct SoundLane: Sendable {
    let track: BookTrack
    let position: TimeSpan
    let start: TimeSpan
    let end: TimeSpan
    /// Each `SoundLevels.span`, 0 to 255; `nil` where the sound is not at hand.
    let levels: [UInt8]?
    let words: [WordPlace]
    let gates: [(number: Int, start: TimeSpan, end: TimeSpan)]
    let segments: [(name: String, start: TimeSpan, end: TimeSpan, isCurrent: Bool)]
    /// The word that is lit.
    let lit: (row: Int, index: Int)?
    let state: String

    /// - Parameters:
    ///   - seconds: that it shows.
    ///   - levels: of a part of a file.
    /// - Returns: a lane without a place where nothing is heard.
    package init?(_ reader: BookReader, seconds: Int, levels: (BookSound, TimeSpan, TimeSpan) -> [UInt8]?) {
        guard let sound = reader.sound, let chunk = reader.chunk, let track = reader.record.track,
            let position = reader.record.position
        else { return nil }
        let length = TimeSpan.seconds(Int64(max(1, seconds)))
        (self.track, self.position) = (track, position)
        start = max(.zero, position - length.part(2, of: 5))
        end = start + length
        self.levels = levels(sound.sound, start, end)
        words = reader.words(from: start, to: end)
        let (from, to) = (start, end)
        gates = chunk.windows(on: track).windows.enumerated().compactMap { row, window in
            // One that the track does not speak has no length.
            guard window.length > .zero, window.start < to, window.end > from else { return nil }
            return (chunk.sentences[row].number, window.start, window.end)
        }
        segments = reader.segmentsOfTrack.compactMap { segment, isCurrent in
            guard segment.start < to, segment.end > from else { return nil }
            let letter = segment.track == .original ? "O" : "T"
            return ("\(letter)\(chunk.sentences[segment.row].number)", segment.start, segment.end, isCurrent)
        }
        let lane: Lane = track == .translation ? .translation : .original
        lit = reader.record.transcript.flatMap { transcript in
            transcript.lanes[lane]?.current.map { (transcript.row, $0) }
        }
        let lag = reader.highlightLag.map { ", \($0.wholeMilliseconds) ms after the word's time" } ?? ""
        state = "\(track.rawValue) at \(position.inSeconds) s, \(reader.record.phase)" + lag
    }
}
