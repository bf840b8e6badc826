import Debugger
import Events
import JSON
import Typesetting

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
            lips.peak.map { "\($0.words), r = \(LipFigures.text($0.correlation))" } ?? "no overall figure"
        let worst = lips.worst.map { "; worst place: \($0.words)" } ?? ""
        return "\(whole), over \(CheckText.number(lips.speech.seconds)) s of speech\(worst)"
    }

    private static func mouths(_ mouths: MouthFigures) -> String? {
        var parts: [String] = []
        if let rate = mouths.shapesPerSecond {
            let short = "\(mouths.shortShapes) shorter than \(MouthFigures.short.words)"
            parts.append("\(CheckText.number(rate)) shapes per second, \(short)")
        }
        if mouths.closures > 0 {
            parts.append("lips close in \(mouths.closures - mouths.missedClosures) of \(mouths.closures) p, b, m")
        }
        if mouths.silence > .zero {
            let moves = plural(mouths.movesInSilence, "move")
            parts.append("\(moves) in \(CheckText.number(mouths.silence.seconds)) s of silence")
        }
        if mouths.loud > .zero { parts.append("at most \(mouths.longestStill.inSeconds) s still in speech") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// All of it, with the correlation over the shift.
    static func lines(_ lips: LipFigures) -> [String] {
        rows(lips).map { "\(TerminalText.padded($0.name, toCells: 8)) \($0.text)" }
            + table("ten seconds", lips.stretches.map(row))
            + table("messages", lips.messages.count > 1 ? lips.messages.map(row) : [])
            + table("chunks", lips.pieces.map(row)) + plot(lips)
    }

    private static func table(_ name: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : [name, "  from      to        frame   chunk  r      lips"] + rows
    }

    private static func row(_ stretch: LipFigures.Stretch) -> String {
        row(stretch.place, stretch.peak?.correlation ?? stretch.correlation, stretch.peak?.words ?? "not judged")
    }

    private static func row(_ piece: LipFigures.Piece) -> String {
        let mark =
            switch piece.verdict {
            case .steady: ""
            case .apart: ", unlike the rest"
            case .unsure: ", unsure"
            }
        return row(
            piece.place, piece.peak?.correlation ?? 0, piece.peak.map { $0.words + mark } ?? "not judged")
    }

    private static func row(_ place: LipPlace, _ correlation: Double, _ words: String) -> String {
        let fields: [(String, Int)] = [
            (place.from.inSeconds, 9), (place.to.inSeconds, 9), ("\(place.ordinal)", 7), ("\(place.chunk)", 6),
            (LipFigures.text(correlation), 6),
        ]
        return "  " + fields.map { TerminalText.column($0, toCells: $1 + 1) }.joined() + words
    }

    /// Cells of the longest bar, and hops from one line to the next.
    private static let barCells = 40
    private static let hopsBetween = 5
    /// Hops to either side of the best shift.
    private static let hopsPlotted = 50

    private static func plot(_ lips: LipFigures) -> [String] {
        guard !lips.correlations.isEmpty else { return [] }
        let step = Int(LipTrack.hop.milliseconds)
        let first = -Int(LipFigures.reach.milliseconds)
        let best = lips.correlations.indices.max { lips.correlations[$0] < lips.correlations[$1] } ?? 0
        let middle = (best + hopsBetween / 2) / hopsBetween * hopsBetween
        let places = max(0, middle - hopsPlotted)...min(lips.correlations.count - 1, middle + hopsPlotted)
        let rows = stride(from: places.lowerBound, through: places.upperBound, by: hopsBetween).map { place in
            let r = lips.correlations[place]
            let bar = String(repeating: "#", count: Int((max(0, r) * Double(barCells)).rounded()))
            let shift = first + place * step
            let columns = ["\(shift)", LipFigures.text(r)].map { TerminalText.rightAligned($0, toCells: 5) }
            return "  \(columns[0]) ms \(columns[1])  \(bar)"
        }
        return ["correlation by shift (positive: lips ahead)"] + rows
    }

    // MARK: For programs

    /// - Parameter isWhole: with stretches and with the correlation for each shift.
    static func json(_ lips: LipFigures, isWhole: Bool) -> JSON {
        var object: JSONObject = [
            "judged": .bool(lips.notJudged == nil),
            "reason": lips.notJudged.map { .string($0.words) } ?? .null,
            "lag_ms": .milliseconds(lips.peak?.lag),
            "correlation": lips.peak.map { .double($0.correlation) } ?? .null,
            "second_correlation": lips.peak.map { .double($0.second) } ?? .null,
            "peak_width_ms": .milliseconds(lips.peak?.width),
            "worst_lag_ms": .milliseconds(lips.worst?.lag),
            "unrelated": .number(lips.unrelated.count),
            "speech_ms": .milliseconds(lips.speech),
            "mouths": json(lips.mouths),
        ]
        guard isWhole else { return .object(object) }
        object.append("stretches", .array(lips.stretches.map(json)))
        object.append("messages", .array(lips.messages.map(json)))
        object.append("chunks", .array(lips.pieces.map(json)))
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
            "openings_in_silence": .number(mouths.openingsInSilence),
            "longest_open_ms": .milliseconds(mouths.longestOpen),
            "longest_still_ms": .milliseconds(mouths.longestStill),
            "trembling_frames": .number(mouths.trembling),
        ]
    }

    private static func json(_ piece: LipFigures.Piece) -> JSON {
        var object = json(piece.place, piece.peak)
        object.append("correlation", piece.peak.map { .double($0.correlation) } ?? .null)
        object.append("sure", .bool(piece.verdict != .unsure))
        object.append("apart", .bool(piece.verdict == .apart))
        return .object(object)
    }

    private static func json(_ stretch: LipFigures.Stretch) -> JSON {
        var object = json(stretch.place, stretch.peak)
        object.append("at_edge", .bool(stretch.peak?.isAtEdge ?? false))
        object.append("correlation", .double(stretch.peak?.correlation ?? stretch.correlation))
        object.append("windows", .number(stretch.windows))
        return .object(object)
    }

    private static func json(_ place: LipPlace, _ peak: LipFigures.Peak?) -> JSONObject {
        [
            "t_ms": .milliseconds(place.from),
            "end_ms": .milliseconds(place.to),
            "frame": .number(place.ordinal),
            "generation": .number(place.generation),
            "chunk": .number(place.chunk),
            "lag_ms": .milliseconds(peak?.lag),
        ]
    }
}
