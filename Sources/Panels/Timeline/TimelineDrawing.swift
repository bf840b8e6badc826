import Cells
import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// One row of the timeline.
enum TimelineLane: CaseIterable {
    case axis, chunk, status, mode, arrival, mark, decoding, hold, skip, freeze, sound, came, lost, message

    var label: String {
        switch self {
        case .axis: "time"
        case .chunk: "chunk"
        case .status: "stat"
        case .mode: "mode"
        case .arrival: "arr"
        case .mark: "mark"
        case .decoding: "dec"
        case .hold: "hold"
        case .skip: "skip"
        case .freeze: "frz"
        case .sound: "snd"
        case .came: "came"
        case .lost: "lost"
        case .message: "msg"
        }
    }

    /// Lanes in which a session has anything.
    static func busy(_ index: TimelineIndex, _ landmarks: Landmarks) -> Set<TimelineLane> {
        let all = index.bin(0..<index.times.count) ?? TimelineBin()
        var busy: Set<TimelineLane> = [.axis, .status, .mode]
        if !index.chunks.isEmpty { busy.insert(.chunk) }
        if all.facts.contains(.overlay) { busy.formUnion([.arrival, .decoding]) }
        if all.statuses & FrameStatus.held.bit != 0 { busy.insert(.hold) }
        if all.skips > 0 { busy.insert(.skip) }
        if !all.facts.isDisjoint(with: [.freeze, .gap]) { busy.insert(.freeze) }
        if all.facts.contains(.sound) { busy.insert(.sound) }
        if !index.arrivals.isEmpty { busy.insert(.came) }
        if !all.facts.isDisjoint(with: [.lost, .late, .twice, .stale, .note]) { busy.insert(.lost) }
        if all.firstGeneration != all.lastGeneration { busy.insert(.message) }
        let hasSlots = landmarks.slotA != nil || landmarks.slotB != nil
        if !landmarks.marks.isEmpty || hasSlots || landmarks.selection != nil
            || landmarks.hits.counts.contains(where: { $0 > 0 })
        {
            busy.insert(.mark)
        }
        return busy
    }

    /// The lanes for so many rows in their usual order, and how many busy ones have no room. Empty ones come last.
    static func chosen(rows: Int, busy: Set<TimelineLane>) -> (lanes: [TimelineLane], leftOut: Int) {
        let wanted = allCases.filter(busy.contains) + allCases.filter { !busy.contains($0) }
        let shown = Set(wanted.prefix(max(0, rows)))
        return (allCases.filter(shown.contains), busy.subtracting(shown).count)
    }
}

/// The part of a session that the timeline shows, and how each lane writes it.
struct TimelineDrawing {
    let log: SessionLog
    let index: TimelineIndex
    let state: TimelineState
    let scale: TimeScale
    /// Of each column; `nil` where nothing was on screen.
    let bins: [TimelineBin?]

    /// A text, which may be wider than one cell when empty ones follow.
    struct Cell {
        var text: String
        var style = TextStyle.plain

        static let blank = Cell(text: " ")
    }

    func cells(of lane: TimelineLane) -> [Cell] {
        var cells: [Cell]
        switch lane {
        case .axis: return TimeAxis(scale: scale, playhead: state.playhead, end: state.duration).cells
        case .chunk: cells = chunks
        case .status: cells = bins.map(Self.status)
        case .mode: cells = bins.map(Self.mode)
        case .arrival: cells = bins.map { Self.margin($0, $0?.arrival) }
        case .decoding:
            cells = bins.map { Self.margin($0, $0?.facts.contains(.undecoded) == true ? .max : $0?.decoding) }
        case .hold: cells = bins.map(Self.hold)
        case .skip: cells = bins.map(Self.skip)
        case .freeze: cells = bins.map(Self.freeze)
        case .sound: cells = bins.indices.map(sound)
        case .lost: cells = bins.map(Self.lost)
        case .came: cells = came
        case .message: cells = messages
        case .mark: return marks
        }
        for column in cells.indices where !isHeard(column) {
            cells[column] = isOnTape(column) ? Cell(text: "░", style: TextStyle(.faint)) : .blank
        }
        return cells
    }

    private func isHeard(_ column: Int) -> Bool { scale.time(column) <= state.heard }
    private func isOnTape(_ column: Int) -> Bool { state.duration.map { scale.time(column) < $0 } ?? false }

    // MARK: Frames

    private static let worstFirst: [FrameStatus] = [
        .desyncClip, .seam, .desyncIndex, .desyncBaseMissing, .desyncOverlay, .unplaced, .outside, .noOverlay, .guess,
        .skipped, .held,
    ]

    private static func status(_ bin: TimelineBin?) -> Cell {
        guard let bin else { return .blank }
        let worst = worstFirst.first { bin.statuses & $0.bit != 0 }
        // What is no status of a frame counts more than one that is no fault.
        let roles = AuditFinding.Kind.faults.filter { bin.faults & $0.bit != 0 }.map(\.role)
        if let role = roles.max(), worst?.finding == nil {
            return Cell(text: "!", style: TextStyle(role.textColor, isBold: true))
        }
        guard let worst else {
            return bin.modes.contains(.talk)
                ? Cell(text: "─", style: TextStyle(.good)) : Cell(text: "·", style: TextStyle(.faint))
        }
        return Cell(text: String(worst.letter), style: TextStyle(worst.role.textColor, isBold: true))
    }

    private static func mode(_ bin: TimelineBin?) -> Cell {
        guard let modes = bin?.modes else { return .blank }
        if modes.contains(.talk) { return Cell(text: "T", style: TextStyle(.info)) }
        if modes.contains(.bridge) { return Cell(text: "b") }
        if modes.contains(.back) { return Cell(text: "r") }
        if modes.contains(.finish) { return Cell(text: "f") }
        return Cell(text: "·", style: TextStyle(.faint))
    }

    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A bar that is one step higher whenever `value` has doubled since `least`.
    private static func bar(_ value: Int64, least: Int64) -> String {
        var (height, limit) = (0, least)
        while height + 1 < bars.count, value >= limit {
            height += 1
            limit *= 2
        }
        return bars[height]
    }

    /// How long before a frame was due something came; the least one of a column.
    private static func margin(_ bin: TimelineBin?, _ early: Int64?) -> Cell {
        guard let bin, let early, bin.facts.contains(.overlay) else { return .blank }
        if early == .max { return Cell(text: "×", style: TextStyle(.bad, isBold: true)) }
        if early < 0 { return Cell(text: "!", style: TextStyle(.bad, isBold: true)) }
        return Cell(text: bar(early, least: 25_000), style: early < 50_000 ? TextStyle(.warning) : .plain)
    }

    private static func hold(_ bin: TimelineBin?) -> Cell {
        guard let bin, bin.statuses & FrameStatus.held.bit != 0 else { return .blank }
        return Cell(text: bar(bin.hold, least: 40_000), style: TextStyle(.warning))
    }

    private static func skip(_ bin: TimelineBin?) -> Cell {
        guard let skips = bin?.skips, skips > 0 else { return .blank }
        return Cell(text: skips < 10 ? String(skips) : "+", style: TextStyle(.warning))
    }

    private static func freeze(_ bin: TimelineBin?) -> Cell {
        guard let facts = bin?.facts else { return .blank }
        if facts.contains(.freeze) { return Cell(text: "F", style: TextStyle(.bad, isBold: true)) }
        return facts.contains(.gap) ? Cell(text: "g", style: TextStyle(.warning)) : .blank
    }

    /// How loud it was, or on which side of the picture it was too far away. Faint where it was not heard.
    private func sound(_ column: Int) -> Cell {
        guard let bin = bins[column] else { return .blank }
        guard bin.facts.contains(.sound) else {
            return level(column).map { Cell(text: Self.bar($0), style: TextStyle(.faint)) } ?? .blank
        }
        let sync = DriftRating(drift: TimeSpan(microseconds: bin.drift))
        guard sync == .good else { return Cell(text: bin.drift > 0 ? "+" : "-", style: sync.style) }
        return Cell(text: level(column).map(Self.bar) ?? "~", style: TextStyle(.good))
    }

    private static func bar(_ level: UInt8) -> String { bars[Int(level) * bars.count / 256] }

    /// The loudest of what a column holds of the chunk that it begins in, where the sound was and not where the picture was.
    private func level(_ column: Int) -> UInt8? {
        let (start, end) = (scale.time(column), scale.time(column + 1))
        let chunks = index.chunks
        let later = (0..<chunks.count).partitionPoint { chunks[$0].start >= end }
        guard later > 0, case let chunk = chunks[later - 1], chunk.end.map({ $0 > start }) ?? true,
            let levels = state.levels[chunk.name]
        else { return nil }
        let place = max(.zero, start - chunk.start - TimeSpan(microseconds: bins[column]?.drift ?? 0))
        let first = Int(place.microseconds / SoundLevels.span.microseconds)
        let count = max(1, Int((end - start).microseconds / SoundLevels.span.microseconds))
        return levels.dropFirst(first).prefix(count).max()
    }

    private static let losses: [(TimelineBin.Facts, String, TextColor)] = [
        (.lost, "L", .bad), (.late, "l", .warning), (.twice, "2", .warning), (.stale, "x", .info), (.note, "n", .plain),
    ]

    private static func lost(_ bin: TimelineBin?) -> Cell {
        guard let facts = bin?.facts, let loss = losses.first(where: { facts.contains($0.0) }) else { return .blank }
        return Cell(text: loss.1, style: TextStyle(loss.2))
    }

    // MARK: Chunks and messages

    private var blankCells: [Cell] { [Cell](repeating: .blank, count: scale.columns) }

    private var chunks: [Cell] {
        var cells = blankCells
        let bars = index.chunks
        var number = (0..<bars.count).partitionPoint { (bars[$0].end ?? state.heard) >= scale.from }
        while number < bars.count, bars[number].start < scale.from + scale.span {
            let bar = bars[number]
            let end = scale.column(bar.end ?? state.heard) ?? scale.columns
            draw(bar, number, from: scale.column(bar.start), to: bar.end == nil ? end + 1 : end, &cells)
            number += 1
        }
        return cells
    }

    /// - Parameter start: `nil` when it begins before the first column.
    private func draw(
        _ bar: TimelineIndex.ChunkBar, _ number: Int, from start: Int?, to end: Int, _ cells: inout [Cell]
    ) {
        let style = TextStyle(number % 2 == 0 ? .accent : .info)
        let first = start ?? 0
        guard first < cells.count else { return }
        if let start {
            let isTaken = cells[start].text == "|" || cells[start].text == "#"
            cells[start] = Cell(text: isTaken ? "#" : "|", style: style)
        }
        let body = (start.map { $0 + 1 } ?? 0)..<max(start.map { $0 + 1 } ?? 0, min(end, cells.count))
        for column in body { cells[column] = Cell(text: "─", style: style) }
        let digits = Array(String(bar.name.chunk))
        guard digits.count <= body.count else { return }
        for (place, digit) in digits.enumerated() {
            cells[body.lowerBound + place] = Cell(
                text: String(digit), style: TextStyle(style.color, isBold: true))
        }
    }

    /// Columns at whose moments something of a chunk came.
    private var came: [Cell] {
        let arrivals = index.arrivals
        return (0..<scale.columns).map { column in
            let first = (0..<arrivals.count).partitionPoint { arrivals[$0].time >= scale.time(column) }
            let end = (first..<arrivals.count).partitionPoint { arrivals[$0].time >= scale.time(column + 1) }
            guard first < end else { return .blank }
            let name = arrivals[first].name
            guard arrivals[end - 1].name == name else { return Cell(text: "*", style: TextStyle(.info)) }
            return Cell(text: String(String(name.chunk).last ?? "?"), style: TextStyle(.info))
        }
    }

    private var messages: [Cell] {
        var cells = blankCells
        var before: Int?
        var digits: [Character] = []
        for (column, bin) in bins.enumerated() {
            guard let bin else { continue }
            if bin.lastGeneration != before {
                cells[column] = Cell(text: "|")
                digits = Array(String(bin.lastGeneration).reversed())
            } else {
                cells[column] = Cell(text: digits.popLast().map(String.init) ?? "─")
            }
            before = bin.lastGeneration
        }
        return cells
    }

    // MARK: Marks

    private var marks: [Cell] {
        var cells = blankCells
        if let range = state.landmarks.selection {
            let (first, last) = (time(of: range.lowerBound), time(of: range.upperBound))
            for column in cells.indices where scale.time(column + 1) > first && scale.time(column) <= last {
                cells[column] = Cell(text: "=", style: TextStyle(.accent))
            }
        }
        for column in cells.indices
        where state.landmarks.hits.isHit(from: scale.time(column), before: scale.time(column + 1)) {
            cells[column] = Cell(text: Landmarks.hitSign, style: TextStyle(.bad))
        }
        for (slot, name) in [(state.landmarks.slotA, "A"), (state.landmarks.slotB, "B")] {
            guard let slot, let column = scale.column(time(of: slot)) else { continue }
            cells[column] = Cell(text: name, style: TextStyle(.info, isBold: true))
        }
        drawMarks(&cells)
        return cells
    }

    private func time(of heard: EventCount) -> Instant {
        let said = log.entryCount(upTo: heard)
        return said > 0 ? log.entries[said - 1].time : .zero
    }

    /// Their signs, and their names as far as there is room up to the next sign.
    private func drawMarks(_ cells: inout [Cell]) {
        let style = TextStyle(.accent, isBold: true)
        var named: [(column: Int, name: String)] = []
        for column in cells.indices {
            guard let mark = state.landmarks.mark(from: scale.time(column), before: scale.time(column + 1)) else {
                continue
            }
            cells[column] = Cell(text: Landmarks.markSign, style: style)
            named.append((column, mark.name))
        }
        for (column, name) in named {
            let free = cells[(column + 1)...].prefix { $0.text == " " || $0.text == "=" }.count
            let text = OutsideText.shown(name, cells: min(free - 1, 20))
            let width = TerminalText.cellWidth(of: text)
            guard width > 0 else { continue }
            cells[column + 1] = Cell(text: text, style: style)
            for rest in (column + 2)..<max(column + 2, column + 1 + width) { cells[rest].text = "" }
        }
    }
}
