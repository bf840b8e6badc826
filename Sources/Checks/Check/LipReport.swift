import Cells
import Debugger
import Events
import Wire

/// What is said about lips and sound, in words and as JSON.
enum LipReport {
    // MARK: For people

    /// A line each for the lag and for what mouths do by themselves.
    static func rows(_ lips: LipFigures) -> [(name: String, text: String)] {
        [("lips", lag(lips))] + (mouths(lips.mouths).map { [("mouths", $0)] } ?? [])
    }

    private static func lag(_ lips: LipFigures) -> String {
        if let reason = lips.notJudged { return "not judged: \(reason.words)" }
        let whole =
            lips.peak.map { "\($0.words), r = \(LipFigures.text($0.correlation))" } ?? "not judged as a whole"
        let worst = lips.worst.map { "; furthest off in ten seconds: \($0.words)" } ?? ""
        return "\(whole), over \(CheckText.number(lips.speech.seconds)) s of speech\(worst)"
    }

    private static func mouths(_ mouths: MouthFigures) -> String? {
        var parts: [String] = []
        if let rate = mouths.shapesPerSecond {
            let short = "\(mouths.shortShapes) shorter than \(MouthFigures.short.words)"
            parts.append("\(CheckText.number(rate)) shapes a second, \(short)")
        }
        if mouths.closures > 0 {
            parts.append("lips do not touch in \(mouths.missedClosures) of \(mouths.closures) p, b, m")
        }
        if mouths.silence > .zero {
            let moves = plural(mouths.movesInSilence, "move")
            parts.append("\(moves) in \(CheckText.number(mouths.silence.seconds)) s of silence")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// All of it, with the correlation over the shift.
    static func lines(_ lips: LipFigures) -> [String] {
        rows(lips).map { "\(TextCells.padded($0.name, toCells: 8)) \($0.text)" } + stretches(lips) + plot(lips)
    }

    private static func stretches(_ lips: LipFigures) -> [String] {
        guard !lips.stretches.isEmpty else { return [] }
        let rows = lips.stretches.map { stretch in
            let fields: [(String, Int)] = [
                (stretch.from.inSeconds, 9), (stretch.to.inSeconds, 9), ("\(stretch.ordinal)", 7),
                (LipFigures.text(stretch.peak?.correlation ?? stretch.correlation), 6),
            ]
            return "  " + fields.map { TextCells.column($0, toCells: $1 + 1) }.joined()
                + (stretch.peak?.words ?? "not judged")
        }
        return ["  from      to        frame   r      lips"] + rows
    }

    /// Cells of the longest bar, and hops from one line to the next.
    private static let barCells = 40
    private static let hopsBetween = 5

    private static func plot(_ lips: LipFigures) -> [String] {
        guard !lips.correlations.isEmpty else { return [] }
        let step = Int(LipTrack.hop.milliseconds)
        let first = -Int(LipFigures.reach.milliseconds)
        let rows = stride(from: 0, to: lips.correlations.count, by: hopsBetween).map { place in
            let r = lips.correlations[place]
            let bar = String(repeating: "#", count: Int((max(0, r) * Double(barCells)).rounded()))
            let shift = first + place * step
            let columns = ["\(shift)", LipFigures.text(r)].map { TextCells.rightAligned($0, toCells: 5) }
            return "  \(columns[0]) ms \(columns[1])  \(bar)"
        }
        return ["correlation over shift, positive where the lips are ahead"] + rows
    }

    // MARK: For programs

    /// - Parameter isWhole: with stretches and with the correlation for each shift.
    static func json(_ lips: LipFigures, isWhole: Bool) -> JSON {
        var object: JSONObject = [
            "judged": .bool(lips.notJudged == nil),
            "reason": lips.notJudged.map { .string($0.words) } ?? .null,
            "lag_ms": .milliseconds(lips.peak?.lag),
            "correlation": lips.peak.map { .double($0.correlation) } ?? .null,
            "worst_lag_ms": .milliseconds(lips.worst?.lag),
            "speech_ms": .milliseconds(lips.speech),
            "mouths": json(lips.mouths),
        ]
        guard isWhole else { return .object(object) }
        object.append("stretches", .array(lips.stretches.map(json)))
        let first = -LipFigures.reach.milliseconds
        object.append(
            "correlations",
            .array(
                lips.correlations.enumerated().map { place, r in
                    ["shift_ms": .double(first + Double(place) * LipTrack.hop.milliseconds), "r": .double(r)]
                }))
        return .object(object)
    }

    private static func json(_ mouths: MouthFigures) -> JSON {
        [
            "shapes": .number(mouths.shapes),
            "shapes_a_second": mouths.shapesPerSecond.map { .double($0) } ?? .null,
            "short_shapes": .number(mouths.shortShapes),
            "closures": .number(mouths.closures),
            "missed_closures": .number(mouths.missedClosures),
            "silence_ms": .milliseconds(mouths.silence),
            "moves_in_silence": .number(mouths.movesInSilence),
        ]
    }

    private static func json(_ stretch: LipFigures.Stretch) -> JSON {
        [
            "t_ms": .milliseconds(stretch.from),
            "end_ms": .milliseconds(stretch.to),
            "frame": .number(stretch.ordinal),
            "generation": .number(stretch.generation),
            "chunk": .number(stretch.chunk),
            "lag_ms": .milliseconds(stretch.peak?.lag),
            "at_edge": .bool(stretch.peak?.isAtEdge ?? false),
            "correlation": .double(stretch.peak?.correlation ?? stretch.correlation),
            "windows": .number(stretch.windows),
        ]
    }
}
