import Debugger
import Engine
import Events
import JSON
import Sessions

/// A check's result as one JSON object; members as `docs/reference/check-json.md` lists them.
package enum CheckJSON {
    package static func line(_ result: CheckResult) -> JSON {
        let figures = result.figures
        let parts: [JSONObject] = [
            head(result),
            counts(.desync, .guesses, .seams, of: result),
            [
                "seams_fitting": .number(result.fitting), "seams_unclear": .number(result.unclear),
                "mouth_colors": .number(result.tinted),
            ],
            counts(.noOverlay, .unplaced, .outside, of: result),
            ["judged": judged(result.book.map { Coverage(seams: false, sound: $0.isSoundJudged) } ?? result.judged)],
            counts(.lost, .late, .duplicates, .stale, .missingClips, .decodeFailures, .oddities, of: result),
            ["sound": result.book.map(sound) ?? sound(figures)],
            counts(.unanswered, .halfAnswers, .brokenOff, .missingEnds, of: result),
            ["waits": times(figures.waits)],
            counts(.unknownEvents, of: result),
            call(result),
            BookCheckJSON.members(result),
            [
                "freezes": times(figures.freezes),
                "holds": times(figures.holds),
                "gaps": times(figures.gaps),
                "had_link": .bool(figures.hadLink),
                "recorder_stalls": times(figures.stalls),
                "link_losses": times(figures.linkLosses),
                "idle_clip_ms": .milliseconds(figures.idleClip),
                "start": start(figures.starts),
                "drift": drift(figures),
                "lips": LipReport.json(result.lips, isWhole: false),
                "notes": counts(figures.notes),
                "findings": .array(findings(result)),
                "findings_dropped": counts(result.dropped),
            ],
        ]
        return .object(JSONObject(parts.flatMap(\.members)))
    }

    private static func head(_ result: CheckResult) -> JSONObject {
        let figures = result.figures
        return [
            "file": .string(result.file),
            "verdict": .string(result.verdict.rawValue),
            "error": .text(result.error),
            "exceeded": .array(result.exceeded.map(exceeded)),
            "duration_ms": .milliseconds(result.duration),
            "replay": .bool(result.isReplay),
            "other_rules": .number(result.hearing.otherRules),
            "not_judged": .array(result.notJudged.map { .string($0.name) }),
            "frames": .number(figures.frames),
            "chunks": .number(figures.chunks),
            "messages": .number(figures.messages),
            "statuses": .object(
                JSONObject(
                    FrameStatus.allCases.filter { figures.count($0) > 0 }.map {
                        .init($0.rawValue, .number(figures.count($0)))
                    })),
        ]
    }

    /// Nothing where no call is told of.
    private static func call(_ result: CheckResult) -> JSONObject {
        guard let call = result.call else { return [:] }
        var object: JSONObject = [
            "judged": ["frames": .bool(!call.hasUnseenFrames)],
            "publications": .number(call.publications),
            "longest_blank_ms": .milliseconds(call.longestBlank),
        ]
        for member in counts(.blankCells, .stalePictures, .otherMembers, .flickers, of: result).members {
            object.append(member.key, member.value)
        }
        return ["call": .object(object)]
    }

    /// Measures that are counts, by their own names.
    private static func counts(_ measures: CheckMeasure..., of result: CheckResult) -> JSONObject {
        JSONObject(measures.map { .init($0.figureName, .number($0.value(in: result).map { Int($0) })) })
    }

    static func counts<Kind: RawRepresentable<String>>(_ counts: [Kind: Int]) -> JSON {
        let sorted = counts.sorted { $0.key.rawValue < $1.key.rawValue }
        return .object(JSONObject(sorted.map { .init($0.key.rawValue, .number($0.value)) }))
    }

    private static func start(_ starts: AuditFigures.Starts) -> JSON {
        [
            "first_audio_ms": longest(starts.firstAudio),
            "first_frame_ms": longest(starts.firstFrame),
            "first_draw_ms": longest(starts.firstDraw),
            "first_sound_ms": longest(starts.firstSound),
        ]
    }

    private static func exceeded(_ exceeded: CheckResult.Exceeded) -> JSON {
        Self.exceeded(exceeded.measure.rawValue, allowed: exceeded.limit, found: exceeded.found)
    }

    static func exceeded(_ limit: String, allowed: Double, found: Double?) -> JSON {
        ["limit": .string(limit), "allowed": .double(allowed), "found": found.map { .double($0) } ?? .null]
    }

    package static func judged(_ judged: Coverage) -> JSON {
        ["seams": .bool(judged.seams), "sound": .bool(judged.sound)]
    }

    /// With their causes, and with the reasons where those were asked for.
    private static func findings(_ result: CheckResult) -> [JSON] {
        let groups = FindingGroups(result.findings)
        return result.findings.enumerated().map { place, finding in
            guard case .object(var object) = Self.finding(finding) else { return .null }
            object.append("cause", .number(groups.cause(of: place)))
            if let why = result.why(finding) { object.append("why", WhyText.json(why)) }
            return .object(object)
        }
    }

    package static func finding(_ finding: AuditFinding) -> JSON {
        [
            "kind": .string(finding.kind.rawValue),
            "t_ms": .milliseconds(finding.time),
            "frame": .number(finding.frame),
            "generation": .number(finding.generation),
            "chunk": .number(finding.chunk),
            "section": .number(finding.position?.section),
            "sequence": .number(finding.position?.sequence),
            "place": .text(finding.place(namesMessage: true)?.typed),
            "expected": .string(finding.expected),
            "found": .string(finding.found),
            "ms": .milliseconds(finding.amount),
            "due_ms": .milliseconds(finding.due),
            "arrived_ms": .milliseconds(finding.arrived),
        ]
    }

    private static func times(_ times: AuditFigures.Times) -> JSON {
        [
            "count": .number(times.count), "total_ms": .milliseconds(times.total),
            "longest_ms": .milliseconds(times.longest),
        ]
    }

    private static func longest(_ times: AuditFigures.Times) -> JSON {
        times.count == 0 ? .null : .milliseconds(times.longest)
    }

    private static func drift(_ figures: AuditFigures) -> JSON {
        guard figures.drift != nil || figures.soundAhead != nil else { return .null }
        var object = figures.drift.map(DriftSeries.figures) ?? [:]
        object.append("sound_ahead_ms", .milliseconds(figures.soundAhead))
        object.append("sound_behind_ms", .milliseconds(figures.soundBehind))
        return .object(object)
    }

    private static func percent(_ value: Double?) -> JSON { value.map { .double(($0 * 100).rounded() / 100) } ?? .null }

    /// What only chunks of frames have is not judged.
    private static func sound(_ book: BookFigures) -> JSON {
        [
            "judged": .bool(book.isSoundJudged), "decoded": .number(book.sounds),
            "failed": .number(book.tally.count(.soundFailed)), "headerless": nil, "apart_ms": nil,
            "cut_percent": nil, "holes_percent": nil, "rate_off_percent": nil, "without_frames": nil,
        ]
    }

    private static func sound(_ figures: AuditFigures) -> JSON {
        let sounds = figures.sounds
        return [
            "judged": .bool(sounds != nil),
            "decoded": .number(sounds?.decoded),
            "failed": .number(sounds?.failed),
            "headerless": .number(sounds?.headerless),
            "apart_ms": .milliseconds(sounds?.apart),
            "cut_percent": percent(sounds?.cutPercent),
            "holes_percent": percent(sounds?.holesPercent),
            "rate_off_percent": percent(sounds?.ratePercent),
            "without_frames": .number(figures.soundsAlone),
        ]
    }
}
