import Debugger
import Events

/// What `cameo check` measures and judges, in the order in which it is listed; the raw value is its name in limits files.
package enum CheckMeasure: String, CaseIterable, Sendable {
    case desync = "max_desync"
    case noOverlay = "max_no_overlay"
    case guesses = "max_guesses"
    case seams = "max_seams"
    case unplaced = "max_unplaced"
    case outside = "max_outside"
    case lost = "max_lost"
    case late = "max_late"
    case missingClips = "max_missing_clips"
    case decodeFailures = "max_decode_failures"
    case oddities = "max_oddities"
    case notes = "max_notes"
    case soundFailures = "max_sound_failures"
    case headerless = "max_headerless"
    case length = "max_length_ms"
    case soundsAlone = "max_only_sound"
    case unanswered = "max_unanswered"
    case halfAnswers = "max_half_answers"
    case brokenOff = "max_broken_off"
    case freeze = "max_freeze_ms"
    case gap = "max_gap_ms"
    case soundAhead = "max_sound_ahead_ms"
    case soundBehind = "max_sound_behind_ms"
    case lipLag = "max_lip_lag_ms"
    case start = "max_start_ms"
    case frames = "min_frames"
    case held = "max_held"
    case hold = "max_hold_ms"
    case skipped = "max_skipped"
    case duplicates = "max_duplicates"
    case stale = "max_stale"
    case unknownEvents = "max_unknown_events"
    case missingEnds = "max_missing_ends"
    case waits = "max_waits"
    case wait = "max_wait_ms"
    case firstAudio = "max_first_audio_ms"
    case firstFrame = "max_first_frame_ms"
    case firstSound = "max_first_sound_ms"
    case mouthShapes = "max_mouth_shapes_a_second"
    case shortShapes = "max_short_shapes"
    case missedClosures = "max_missed_closures"
    case silentMoves = "max_moves_in_silence"

    package enum Unit: Sendable { case count, milliseconds }

    /// Whether it can be a limit: counts are whole.
    package func allows(_ limit: Double?) -> Bool { unit == .milliseconds || limit.map { $0 == $0.rounded() } ?? true }

    /// What a limit has to be, in words.
    package var expected: String { "a\(unit == .count ? " whole" : "") number from 0 on, or \"none\"" }

    package var unit: Unit { rawValue.hasSuffix("_ms") ? .milliseconds : .count }
    /// Whether less than the limit is the fault.
    var isLeast: Bool { self == .frames }

    /// `nil`: not judged unless a limit is given.
    package var usual: Double? {
        switch self {
        case .desync, .noOverlay, .guesses, .seams, .unplaced, .outside, .lost, .late, .missingClips, .decodeFailures,
            .oddities, .notes, .soundFailures, .headerless, .soundsAlone, .unanswered, .halfAnswers, .brokenOff:
            0
        case .freeze: AuditThresholds().freeze.milliseconds
        // At 30 frames a second; at others by their period, see `CheckLimits.isByPeriod`.
        case .gap: 34
        case .length: 84
        case .soundAhead: AuditThresholds().soundAhead.milliseconds
        case .soundBehind: AuditThresholds().soundBehind.milliseconds
        case .lipLag: LipFigures.usualLimit.milliseconds
        case .start: AuditThresholds().start.milliseconds
        case .frames: 1
        case .held, .hold, .skipped, .duplicates, .stale, .unknownEvents, .missingEnds, .waits, .wait, .firstAudio,
            .firstFrame, .firstSound, .mouthShapes, .shortShapes, .missedClosures, .silentMoves:
            nil
        }
    }

    /// Findings of these kinds tell where.
    var kinds: [AuditFinding.Kind] {
        switch self {
        case .desync: [.desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay]
        case .noOverlay: [.noOverlay]
        case .guesses: [.guess]
        case .seams: [.seam]
        case .unplaced: [.unplaced]
        case .outside: [.outside]
        case .lost: [.lost]
        case .late: [.late]
        case .missingClips: [.missingClip]
        case .decodeFailures: [.decodeFailed]
        case .oddities: [.odd]
        case .notes: [.note]
        case .soundFailures: [.soundFailed]
        case .headerless: [.headerless]
        case .length: [.length]
        case .soundsAlone: [.onlySound]
        case .unanswered: [.unanswered]
        case .halfAnswers: [.halfAnswer]
        case .brokenOff: [.brokenOff]
        case .missingEnds: [.noEnd]
        case .waits, .wait: [.wait]
        case .freeze: [.freeze]
        case .gap: [.gap]
        case .soundAhead, .soundBehind: [.drift]
        case .lipLag: [.lips]
        case .start: [.start]
        case .duplicates: [.duplicate]
        case .frames, .held, .hold, .skipped, .stale, .unknownEvents, .firstAudio, .firstFrame, .firstSound,
            .mouthShapes, .shortShapes, .missedClosures, .silentMoves:
            []
        }
    }
}

/// Limits by measure; `nil` where there is none.
package struct CheckLimits: Equatable, Sendable {
    private var values: [CheckMeasure: Double]
    /// What somebody has asked for.
    private var given: Set<CheckMeasure> = []

    /// The usual ones, as `docs/check.md` lists them.
    package init() {
        values = Dictionary(
            CheckMeasure.allCases.compactMap { measure in measure.usual.map { (measure, $0) } }
        ) { first, _ in first }
    }

    package subscript(measure: CheckMeasure) -> Double? {
        get { values[measure] }
        set {
            values[measure] = newValue
            given.insert(measure)
        }
    }

    /// Whether the limit depends on the period of the stream.
    func isByPeriod(_ measure: CheckMeasure) -> Bool {
        (measure == .gap || measure == .length) && !given.contains(measure)
    }

    /// A limit as people write it: a number from 0 on, or `none`. `nil` when it is neither.
    package static func value(_ text: String) -> Double?? {
        if text == "none" { return .some(nil) }
        guard let number = Double(text), number.isFinite, number >= 0, number <= 1e12 else { return nil }
        return .some(number)
    }

    var thresholds: AuditThresholds {
        var thresholds = AuditThresholds()
        thresholds.freeze = span(.freeze)
        thresholds.gap = isByPeriod(.gap) ? nil : span(.gap)
        thresholds.soundAhead = span(.soundAhead)
        thresholds.soundBehind = span(.soundBehind)
        thresholds.start = span(.start)
        thresholds.length = isByPeriod(.length) ? nil : span(.length)
        return thresholds
    }

    var lipLag: Span { span(.lipLag) }

    private func span(_ measure: CheckMeasure) -> Span {
        Span(seconds: (values[measure] ?? .infinity) / 1_000)
    }
}
