import Engine
import Events

/// How far the picture is from the sound, and whether that is too far for several frames in a row (specification
/// 6.4).
struct AuditDrift: Sendable {
    private let thresholds: AuditThresholds
    /// The drifts of the last frames.
    private var drifts: [Span] = []

    init(_ thresholds: AuditThresholds) { self.thresholds = thresholds }

    /// Reports a drift each time a limit is first exceeded.
    /// - Parameters:
    ///   - drift: the frame's own, or an estimate if the sound's position is unknown; `nil` without sound.
    mutating func receive(
        _ record: FrameRecord, _ drift: Span?, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        guard let drift else {
            drifts = []
            return nil
        }
        if record.drift != nil { figures.drift.add(drift) }
        let wasBeyond = isBeyond
        drifts = drifts.suffix(AuditThresholds.driftingFrames - 1) + [drift]
        guard let lasting else { return nil }
        figures.soundAhead = max(figures.soundAhead ?? .zero, lasting.ahead)
        figures.soundBehind = max(figures.soundBehind ?? .zero, lasting.behind)
        guard !wasBeyond, isBeyond else { return nil }
        let isAhead = drift < .zero
        let limit = isAhead ? thresholds.soundAhead : thresholds.soundBehind
        let side = isAhead ? "ahead of" : "behind"
        return AuditFinding(
            .drift, record, expected: "at most \(limit.words)",
            found: "sound \(drift.magnitude.words) \(side) the picture for "
                + "\(AuditThresholds.driftingFrames) frames in a row",
            amount: drift)
    }

    /// The least drift among the last frames in each direction; `nil` while there are too few.
    private var lasting: (ahead: Span, behind: Span)? {
        guard drifts.count == AuditThresholds.driftingFrames, let least = drifts.min(), let most = drifts.max() else {
            return nil
        }
        return (max(.zero, .zero - most), max(.zero, least))
    }

    private var isBeyond: Bool {
        lasting.map { $0.ahead > thresholds.soundAhead || $0.behind > thresholds.soundBehind } ?? false
    }
}
