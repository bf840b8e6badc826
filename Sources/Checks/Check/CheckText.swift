import Debugger
import Engine
import Events
import Panels
import Sessions
import Typesetting

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
                + figures(result)
                + (isLong ? allFindings(result) : findingsBeyond(result))
        }
    }

    /// What tells of a limit that was not kept.
    static func findingsBeyond(_ result: CheckResult) -> [String] {
        findings(result) { result.isBeyond($0) } + BookCheckText.findings(result) { result.isBeyond($0) }
    }

    private static func allFindings(_ result: CheckResult) -> [String] {
        findings(result) { _ in true } + BookCheckText.findings(result) { _ in true }
    }

    /// What all tapes come to.
    /// - Parameter books: how many of them are books.
    static func total(_ results: [CheckResult.Verdict], books: Int) -> String {
        let noun = books == 0 ? "tape" : books == results.count ? "book" : "file"
        let count = { (verdict: CheckResult.Verdict) in results.filter { $0 == verdict }.count }
        return
            "\(plural(results.count, noun)): \(count(.clean)) clean, \(count(.beyond)) beyond limits, \(count(.unreadable)) unreadable"
    }

    static func text(_ exceeded: CheckResult.Exceeded) -> String {
        let unit = exceeded.measure.unit.rawValue
        guard let found = exceeded.found.map({ number($0, besides: exceeded.limit) }) else {
            return "\(exceeded.measure.rawValue): not judged, limit \(exact(exceeded.limit))\(unit)"
        }
        return "\(exceeded.measure.rawValue): \(found)\(unit), limit \(exact(exceeded.limit))\(unit)"
    }

    private static func size(_ result: CheckResult) -> String {
        if let book = result.book { return BookCheckText.size(book) + notJudged(result) }
        return "\(plural(result.figures.frames, "frame")), \(plural(result.figures.chunks, "chunk")), "
            + "events until \((.zero + result.duration).inSeconds) s"
            + ", " + (result.hearing.notice ?? (result.isReplay ? "as recorded" : "replayed from the stream"))
            + stalls(result.figures.stalls)
            + (result.reading.map { "; " + BookCheckText.size($0) } ?? "") + notJudged(result)
            + (result.unusedOptions.map { "; " + shown($0) } ?? "")
    }

    /// Shorter ones are only in the figures.
    private static func stalls(_ stalls: AuditFigures.Times) -> String {
        guard stalls.longest >= .milliseconds(200) else { return "" }
        return "; recording host stalled \(stalls.total.hundredths) s"
            + (stalls.count > 1 ? " in \(stalls.count) pieces" : "")
    }

    private static func notJudged(_ result: CheckResult) -> String {
        let words = result.notJudgedText(listing: 8)
        return words.isEmpty ? "" : "; " + words
    }

    static func findings(_ result: CheckResult, where isListed: (AuditFinding) -> Bool) -> [String] {
        let listed = result.findings.filter(isListed)
        let groups = FindingGroups(listed)
        let causes = listed.indices.map { groups.cause(of: $0) }
        let consequences = Dictionary(
            grouping: listed.indices.filter { causes[$0] != nil }, by: { listed[causes[$0] ?? $0] }
        ).mapValues { $0.map { listed[$0] } }
        let first = zip(listed, causes).filter { $1 == nil }.map(\.0)
        let all = runs(of: first, in: result).flatMap { run in
            [(run: run, indent: "  ")]
                + runs(of: run.all.flatMap { consequences[$0] ?? [] }, in: result).map { (run: $0, indent: "    ") }
        }
        let kept = Set(result.findings.map(\.kind))
        func more(_ kind: AuditFinding.Kind, _ indent: String) -> [String] {
            guard let count = result.dropped[kind] else { return [] }
            return [indent + dropped(count, kind.rawValue, besideOthers: kept.contains(kind))]
        }
        let last = Dictionary(all.indices.map { (all[$0].run.first.kind, $0) }) { $1 }
        let others = result.dropped.keys.filter { last[$0] == nil }.sorted { $0.rawValue < $1.rawValue }
        return all.indices.flatMap { place in
            let (run, indent) = all[place]
            let isLast = last[run.first.kind] == place
            return lines(run, indent, in: result) + (isLast ? more(run.first.kind, indent) : [])
        } + others.flatMap { more($0, "  ") }
    }

    private static func runs(of findings: [AuditFinding], in result: CheckResult) -> [FindingRun] {
        FindingRun.runs(of: findings, namesMessages: result.hasSeveralMessages)
    }

    private static func lines(_ run: FindingRun, _ indent: String, in result: CheckResult) -> [String] {
        [indent + run.text] + reasons(of: run, in: result)
    }

    /// - Parameter besideOthers: whether others of that kind were kept.
    static func dropped(_ count: Int, _ kind: String, besideOthers: Bool) -> String {
        besideOthers ? "... and \(count) more \(kind)" : "\(count) \(kind)"
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
        if let book = result.book { return BookCheckText.rows(book).map(row) }
        let figures = result.figures
        let statuses = FrameStatus.allCases.filter { figures.count($0) > 0 }.map {
            "\($0.rawValue) \(figures.count($0))"
        }
        var rows = [
            ("status", statuses.isEmpty ? "none" : statuses.joined(separator: ", ")),
            (
                "stream",
                "\(figures.lost) lost, \(figures.late) late, \(figures.duplicates) duplicate, \(result.stale) stale, "
                    + "\(plural(result.decodeFailures, "broken picture")), \(figures.oddities) odd, "
                    + plural(figures.unknownEvents, "unknown event")
            ),
            (
                "time",
                "freezes \(text(figures.freezes)); held \(text(figures.holds)); pauses between chunks \(text(figures.gaps))"
                    + (figures.stalls.count > 0 ? "; recording host stalled \(text(figures.stalls))" : "")
            ),
            ("sound", sound(figures)), ("answers", answers(figures)), ("link", link(figures)),
            (
                "seams",
                result.judged.seams
                    ? "\(result.seams), \(result.fitting) fitting, \(result.unclear) unclear; "
                        + "\(result.outside) outside"
                    : "not tested"
            ),
        ]
        if let start = starts(figures.starts) { rows.append(("start", start)) }
        // Shorter is usual, and not worth a line.
        if let idle = figures.idleClip, idle >= .seconds(1) {
            rows.append(("clips", "idle clip whole \(number(idle.milliseconds)) ms after its first frame"))
        }
        if let drift = drift(figures) { rows.append(("drift", drift)) }
        rows += LipReport.rows(result.lips)
        if let call = result.call { rows.append(("call", text(call))) }
        if let reading = result.reading { rows.append(BookCheckText.row(reading)) }
        return rows.map(row)
    }

    private static func drift(_ figures: AuditFigures) -> String? {
        if let drift = figures.drift {
            return
                "\(number(drift.least.milliseconds)) to \(number(drift.most.milliseconds)) ms, last \(number(drift.last.milliseconds)) ms"
        }
        guard let ahead = figures.soundAhead, let behind = figures.soundBehind else { return nil }
        return
            "by clock (no audio position): sound at most \(number(ahead.milliseconds)) ms ahead, \(number(behind.milliseconds)) ms behind"
    }

    private static func row(_ name: String, _ words: String) -> String {
        "  \(TerminalText.padded(name, toCells: 8)) \(words)"
    }

    private static func sound(_ figures: AuditFigures) -> String {
        guard let sounds = figures.sounds else { return "not judged" }
        let apart = sounds.apart.map {
            "; audio and frame durations differ by at most \(number($0.milliseconds)) ms (trailing padding ignored)"
        }
        return "\(sounds.decoded) decoded, \(sounds.failed) broken, \(sounds.headerless) without header, "
            + "\(figures.soundsAlone) without frames" + (apart ?? "")
    }

    private static func text(_ call: CallFigures) -> String {
        let blank = "at most \(number(call.longestBlank.milliseconds)) ms without a frame"
        return "tile published \(plural(call.publications, "time")), \(call.notJudged ?? blank); "
            + "\(call.count(.blankCells)) with blank cells, \(plural(call.count(.stalePicture), "stale picture")), "
            + "\(call.count(.otherMember)) of another member, \(plural(call.count(.flicker), "flicker"))"
    }

    private static func answers(_ figures: AuditFigures) -> String {
        "\(figures.unanswered) missing, \(figures.halfAnswers) half, \(figures.brokenOff) cut off, "
            + "\(figures.missingEnds) without end signal; waits for pictures \(text(figures.waits))"
    }

    private static func link(_ figures: AuditFigures) -> String {
        let losses = figures.linkLosses
        guard figures.hadLink || losses.count > 0 else { return "never made: no connection in all of the recording" }
        guard losses.count > 0 else { return "not lost" }
        let longest = "for \(number(losses.longest.milliseconds)) ms" + (losses.count > 1 ? " at most" : "")
        return "lost \(plural(losses.count, "time")), \(longest)"
            + (figures.isLinkGone ? ", not restored at the end" : "")
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
            + (starts.firstDraw.count > 1 ? " at most" : "")
    }

    /// With one decimal where it is not zero.
    package static func number(_ value: Double) -> String { exact(rounded(value, scale: 10)) }

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
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.withoutExponent
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
