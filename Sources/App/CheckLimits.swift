import Debugger
import Events

/// What `cameo check` measures and judges, in the order in which it is listed; the raw value is its name in limits files.
package enum CheckMeasure: String, CaseIterable, Sendable {
    case desync = "max_desync"
    case noOverlay = "max_no_overlay"
    case seams = "max_seams"
    case unplaced = "max_unplaced"
    case outside = "max_outside"
    case lost = "max_lost"
    case late = "max_late"
    case missingClips = "max_missing_clips"
    case decodeFailures = "max_decode_failures"
    case oddities = "max_oddities"
    case notes = "max_notes"
    case freeze = "max_freeze_ms"
    case gap = "max_gap_ms"
    case soundAhead = "max_sound_ahead_ms"
    case soundBehind = "max_sound_behind_ms"
    case start = "max_start_ms"
    case frames = "min_frames"
    case held = "max_held"
    case hold = "max_hold_ms"
    case skipped = "max_skipped"
    case duplicates = "max_duplicates"
    case stale = "max_stale"
    case unknownEvents = "max_unknown_events"
    case firstAudio = "max_first_audio_ms"
    case firstFrame = "max_first_frame_ms"
    case firstSound = "max_first_sound_ms"

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
        case .desync, .noOverlay, .seams, .unplaced, .outside, .lost, .late, .missingClips, .decodeFailures, .oddities,
            .notes:
            0
        case .freeze: AuditThresholds().freeze.milliseconds
        case .gap: AuditThresholds().gap.milliseconds
        case .soundAhead: AuditThresholds().soundAhead.milliseconds
        case .soundBehind: AuditThresholds().soundBehind.milliseconds
        case .start: AuditThresholds().start.milliseconds
        case .frames: 1
        case .held, .hold, .skipped, .duplicates, .stale, .unknownEvents, .firstAudio, .firstFrame, .firstSound: nil
        }
    }

    /// Findings of these kinds tell where.
    var kinds: [AuditFinding.Kind] {
        switch self {
        case .desync: [.desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay]
        case .noOverlay: [.noOverlay]
        case .seams: [.seam]
        case .unplaced: [.unplaced]
        case .outside: [.outside]
        case .lost: [.lost]
        case .late: [.late]
        case .missingClips: [.missingClip]
        case .decodeFailures: [.decodeFailed]
        case .oddities: [.odd]
        case .notes: [.note]
        case .freeze: [.freeze]
        case .gap: [.gap]
        case .soundAhead, .soundBehind: [.drift]
        case .start: [.start]
        case .duplicates: [.duplicate]
        case .frames, .held, .hold, .skipped, .stale, .unknownEvents, .firstAudio, .firstFrame, .firstSound: []
        }
    }
}

/// Limits by measure; `nil` where there is none.
package struct CheckLimits: Equatable, Sendable {
    private var values: [CheckMeasure: Double]

    /// The usual ones, as `docs/check.md` lists them.
    package init() {
        values = Dictionary(
            CheckMeasure.allCases.compactMap { measure in measure.usual.map { (measure, $0) } }
        ) { first, _ in first }
    }

    package subscript(measure: CheckMeasure) -> Double? {
        get { values[measure] }
        set { values[measure] = newValue }
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
        thresholds.gap = span(.gap)
        thresholds.soundAhead = span(.soundAhead)
        thresholds.soundBehind = span(.soundBehind)
        thresholds.start = span(.start)
        return thresholds
    }

    private func span(_ measure: CheckMeasure) -> Span {
        Span(seconds: (values[measure] ?? .infinity) / 1_000)
    }
}
