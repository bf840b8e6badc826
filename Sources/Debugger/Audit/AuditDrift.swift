import Engine
import Events
import Sessions

/// How far the picture is from the sound, and whether that is too far for several frames in a row (specification
/// 6.4).
struct AuditDrift: Sendable {
    private let thresholds: AuditThresholds
    /// The drifts of the last frames.
    private var drifts: [TimeSpan] = []

    init(_ thresholds: AuditThresholds) { self.thresholds = thresholds }

    /// Reports a drift each time a limit is first exceeded.
    /// - Parameters:
    ///   - drift: the frame's own, or an estimate if the sound's position is unknown; `nil` without sound.
    mutating func receive(
        _ record: FrameRecord, _ drift: TimeSpan?, _ figures: inout AuditFigures
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
    private var lasting: (ahead: TimeSpan, behind: TimeSpan)? {
        guard drifts.count == AuditThresholds.driftingFrames, let least = drifts.min(), let most = drifts.max() else {
            return nil
        }
        return (max(.zero, .zero - most), max(.zero, least))
    }

    private var isBeyond: Bool {
        lasting.map { $0.ahead > thresholds.soundAhead || $0.behind > thresholds.soundBehind } ?? false
    }
}

/// How noticeable a drift between picture and sound is (ITU-R BT.1359-1). Sound that is ahead is noticed sooner: in
/// nature it never is.
package enum DriftRating: Hashable, Sendable {
    case good
    /// Most people notice it.
    case noticeable
    /// Beyond what is acceptable.
    case bad

    /// Detectable from here on. The recommendation, whose sign is that of the sound, says +45 and -125 ms.
    package static let soundAhead = TimeSpan.milliseconds(45)
    package static let soundBehind = TimeSpan.milliseconds(125)
    /// No longer acceptable from here on: +90 and -185 ms.
    private static let mostAhead = TimeSpan.milliseconds(90)
    private static let mostBehind = TimeSpan.milliseconds(185)

    /// - Parameter drift: positive if the lips are ahead of the sound.
    package init(drift: TimeSpan) {
        switch drift {
        case .zero - Self.soundAhead...Self.soundBehind: self = .good
        case .zero - Self.mostAhead...Self.mostBehind: self = .noticeable
        default: self = .bad
        }
    }
}

extension FrameRecord {
    /// Picture time in its chunk minus sound time (specification 3.11, K64): positive if the lips are ahead. `nil`
    /// without sound, and for a frame without a new picture.
    package var drift: TimeSpan? {
        guard let soundPosition, let position, status != .held, status != .skipped else { return nil }
        return period * Int64(position.frame) - soundPosition
    }
}

/// The drifts of several frames (specification 3.11).
package struct DriftFigures: Hashable, Sendable {
    package private(set) var least: TimeSpan
    package private(set) var most: TimeSpan
    package private(set) var last: TimeSpan
    package private(set) var count = 1

    package init(_ drift: TimeSpan) { (least, most, last) = (drift, drift, drift) }

    package mutating func add(_ drift: TimeSpan) {
        (least, most, last) = (min(least, drift), max(most, drift), drift)
        count += 1
    }
}

extension Optional where Wrapped == DriftFigures {
    package mutating func add(_ drift: TimeSpan) {
        if self == nil { self = DriftFigures(drift) } else { self?.add(drift) }
    }
}

extension SessionLog {
    /// The drifts of a frame's chunk up to that frame, as far back as the log is searched.
    package func drift(upTo record: FrameRecord) -> DriftFigures? {
        var drifts: [TimeSpan] = []
        var frame: FrameRecord? = record
        while let here = frame, here.chunkName == record.chunkName, drifts.count < Self.driftsLookedAt {
            if let drift = here.drift { drifts.append(drift) }
            frame = shown(before: here.ordinal)
        }
        var figures: DriftFigures?
        for drift in drifts.reversed() { figures.add(drift) }
        return figures
    }

    private static let driftsLookedAt = 1_000
}
