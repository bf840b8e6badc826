import Cells
import Debugger
import Engine
import Events
import Panels

/// A check's result in words: a line for a clean tape; for others what is wrong, and where to find it in the debugger.
package enum CheckText {
    /// A line each, of any length.
    /// - Parameter isLong: figures for clean tapes too, and findings that are within their limits.
    package static func lines(_ result: CheckResult, isLong: Bool) -> [String] {
        let name = shown(result.file)
        switch result.verdict {
        case .unreadable: return ["\(result.verdict.label)\(name)", "  \(shown(result.error ?? ""))"]
        case .clean:
            return ["\(result.verdict.label)\(name)  \(size(result))"]
                + (isLong ? figures(result) + allFindings(result) : [])
        case .beyond:
            return ["\(result.verdict.label)\(name)  \(size(result))"] + result.exceeded.map { "  " + text($0) }
                + (result.isBeyondByRecorder ? ["  " + Self.byRecorder] : []) + figures(result)
                + (isLong ? allFindings(result) : findingsBeyond(result))
        }
    }

    /// What tells of a limit that was not kept.
    static func findingsBeyond(_ result: CheckResult) -> [String] {
        findings(result) { result.isBeyond($0) } + BookText.findings(result) { result.isBeyond($0) }
    }

    private static func allFindings(_ result: CheckResult) -> [String] {
        findings(result) { _ in true } + BookText.findings(result) { _ in true }
    }

    private static let byRecorder = "heard so by whoever recorded it; --fresh judges the stream itself"

    /// What all tapes come to.
    /// - Parameter books: how many of them are books.
    static func total(_ results: [CheckResult.Verdict], books: Int) -> String {
        let noun = books == 0 ? "tape" : books == results.count ? "book" : "file"
        let count = { (verdict: CheckResult.Verdict) in results.filter { $0 == verdict }.count }
        return
            "\(plural(results.count, noun)): \(count(.clean)) clean, \(count(.beyond)) beyond limits, \(count(.unreadable)) unreadable"
    }

    static func text(_ exceeded: CheckResult.Exceeded) -> String {
        let unit = exceeded.measure.unit == .milliseconds ? " ms" : ""
        let found = number(exceeded.found, besides: exceeded.limit)
        return "\(exceeded.measure.rawValue): \(found)\(unit), limit \(exact(exceeded.limit))\(unit)"
    }

    private static func size(_ result: CheckResult) -> String {
        if let book = result.book { return BookText.size(book) }
        return "\(plural(result.figures.frames, "frame")), \(plural(result.figures.chunks, "chunk")), "
            + "events until \((.zero + result.duration).inSeconds) s"
            + ", " + (result.hearing.notice ?? (result.isReplay ? "as recorded" : "played afresh"))
            + notJudged(result) + otherMembers(result)
            + (result.reading.map { "; " + BookText.size($0) } ?? "")
            + (result.unusedOptions.map { "; " + shown($0) } ?? "")
    }

    /// What was not looked at, or could not be told.
    private static func notJudged(_ result: CheckResult) -> String {
        let missing = result.judged.missing
        let end = result.figures.unfinished.map {
            "ends in the middle of an answer, not judged to its end: \($0.words)"
        }
        let parts = [missing.isEmpty ? nil : missing, unclearSeams(result), end, result.call?.notJudged]
        return parts.compactMap { $0 }.map { "; " + $0 }.joined()
    }

    /// Where the pixels say nothing of more than nine in ten of the frames that were tested.
    private static func unclearSeams(_ result: CheckResult) -> String? {
        let told = result.fitting + result.seams
        guard result.judged.seams, result.unclear > told * 9 else { return nil }
        return "seams not judged: \(result.unclear) of \(plural(told + result.unclear, "frame"))"
    }

    /// One avatar's stream is judged.
    private static func otherMembers(_ result: CheckResult) -> String {
        let names = result.otherMembers.prefix(8).map { "member " + OutsideText.shown($0, cells: 16) }
        guard !names.isEmpty else { return "" }
        let more = result.otherMembers.count - names.count
        return "; not judged: " + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    static func findings(_ result: CheckResult, where isListed: (AuditFinding) -> Bool) -> [String] {
        let kept = Set(result.findings.map(\.kind))
        let dropped = result.dropped.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Self.dropped($0.value, $0.key.rawValue, besideOthers: kept.contains($0.key))
        }
        let runs = FindingRun.runs(of: result.findings.filter(isListed), namesMessages: result.hasSeveralMessages)
        return runs.flatMap { ["  " + $0.text] + reasons(of: $0, in: result) } + dropped
    }

    /// - Parameter besideOthers: whether others of that kind were kept.
    static func dropped(_ count: Int, _ kind: String, besideOthers: Bool) -> String {
        besideOthers ? "  ... and \(count) more \(kind)" : "  \(count) \(kind)"
    }

    /// Runs of the same finding as one.
    static func lines(_ findings: [AuditFinding]) -> [String] {
        FindingRun.runs(of: findings).map { "  " + $0.text }
    }

    /// Why the frame that a finding, the first of a run, is about or marks is as it is, where that was asked for.
    private static func reasons(of run: FindingRun, in result: CheckResult) -> [String] {
        result.why(run.first).map { WhyText.lines($0, indent: 6) } ?? []
    }

    // MARK: Figures

    private static func figures(_ result: CheckResult) -> [String] {
        if let book = result.book { return BookText.rows(book).map(row) }
        let figures = result.figures
        let statuses = FrameStatus.allCases.filter { figures.count($0) > 0 }.map {
            "\($0.rawValue) \(figures.count($0))"
        }
        var rows = [
            ("status", statuses.isEmpty ? "none" : statuses.joined(separator: ", ")),
            (
                "stream",
                "\(figures.lost) lost, \(figures.late) late, \(figures.duplicates) twice, \(result.stale) stale, "
                    + "\(plural(result.decodeFailures, "broken picture")), \(figures.oddities) odd, "
                    + plural(figures.unknownEvents, "unknown event")
            ),
            (
                "time",
                "freezes \(text(figures.freezes)); held \(text(figures.holds)); pauses between chunks \(text(figures.gaps))"
            ),
            ("sound", sound(figures)), ("answers", answers(figures)), ("link", link(figures)),
            (
                "seams",
                result.judged.seams
                    ? "\(result.seams), \(result.fitting) fitting, \(result.unclear) that cannot be told; "
                        + "\(result.outside) outside"
                    : "not tested"
            ),
        ]
        if let start = starts(figures.starts) { rows.append(("start", start)) }
        if let drift = drift(figures) { rows.append(("drift", drift)) }
        rows += LipReport.rows(result.lips)
        if let call = result.call { rows.append(("call", text(call))) }
        if let reading = result.reading { rows.append(BookText.row(reading)) }
        return rows.map(row)
    }

    private static func drift(_ figures: AuditFigures) -> String? {
        if let drift = figures.drift {
            return
                "\(number(drift.least.milliseconds)) to \(number(drift.most.milliseconds)) ms, last \(number(drift.last.milliseconds)) ms"
        }
        guard let ahead = figures.soundAhead, let behind = figures.soundBehind else { return nil }
        return
            "by the time since it began sound at most \(number(ahead.milliseconds)) ms ahead, \(number(behind.milliseconds)) ms behind"
    }

    private static func row(_ name: String, _ words: String) -> String {
        "  \(TextCells.padded(name, toCells: 8)) \(words)"
    }

    private static func sound(_ figures: AuditFigures) -> String {
        guard let sounds = figures.sounds else { return "not judged" }
        let apart = sounds.apart.map {
            "; at most \(number($0.milliseconds)) ms from the length of its frames, a tail aside"
        }
        return "\(sounds.decoded) decoded, \(sounds.failed) broken, \(sounds.headerless) without header, "
            + "\(figures.soundsAlone) without frames" + (apart ?? "")
    }

    private static func text(_ call: CallFigures) -> String {
        let blank = "without a frame at most \(number(call.longestBlank.milliseconds)) ms"
        return "tile published \(plural(call.publications, "time")), \(call.notJudged ?? blank); "
            + "\(call.count(.blankCells)) with blank cells, \(plural(call.count(.stalePicture), "stale picture")), "
            + "\(call.count(.otherMember)) of another member, \(plural(call.count(.flicker), "flicker"))"
    }

    private static func answers(_ figures: AuditFigures) -> String {
        "\(figures.unanswered) missing, \(figures.halfAnswers) half, \(figures.brokenOff) broken off, "
            + "\(figures.missingEnds) without end signal; waits for pictures \(text(figures.waits))"
    }

    private static func link(_ figures: AuditFigures) -> String {
        let losses = figures.linkLosses
        guard losses.count > 0 else { return "not lost" }
        let longest = "for \(number(losses.longest.milliseconds)) ms" + (losses.count > 1 ? " at the longest" : "")
        return "lost \(plural(losses.count, "time")), \(longest)"
            + (figures.isLinkGone ? ", and not back at the end" : "")
    }

    private static func text(_ times: AuditFigures.Times) -> String {
        times.count == 0 ? "0" : "\(times.count), longest \(number(times.longest.milliseconds)) ms"
    }

    private static func starts(_ starts: AuditFigures.Starts) -> String? {
        let all = [
            ("audio event", starts.firstAudio), ("frame", starts.firstFrame), ("draw", starts.firstDraw),
            ("sound", starts.firstSound),
        ].filter { $0.1.count > 0 }
        guard !all.isEmpty else { return nil }
        return "first " + all.map { "\($0) after \(number($1.longest.milliseconds)) ms" }.joined(separator: ", ")
            + (starts.firstDraw.count > 1 ? " at the longest" : "")
    }

    /// With one decimal where it is not zero.
    static func number(_ value: Double) -> String { exact(rounded(value, scale: 10)) }

    /// With as many decimals as it takes to lie on its own side of a limit.
    static func number(_ value: Double, besides limit: Double) -> String {
        let scales: [Double] = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
        let shown = scales.map { rounded(value, scale: $0) }
            .first { ($0 > limit) == (value > limit) && ($0 < limit) == (value < limit) }
        return exact(shown ?? value)
    }

    private static func rounded(_ value: Double, scale: Double) -> Double { (value * scale).rounded() / scale }

    /// With all decimals that it has.
    static func exact(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// What a stranger wrote, harmless and not too long (architecture, promise 8).
    static func shown(_ text: String) -> String {
        OutsideText.shown(text, cells: Limits.shownNameCells)
    }
}

extension CheckResult.Verdict {
    /// At the beginning of a line, as wide for each.
    var label: String {
        switch self {
        case .clean: "ok          "
        case .beyond: "BEYOND      "
        case .unreadable: "UNREADABLE  "
        }
    }
}
