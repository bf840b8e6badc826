import Engine
import Events

extension FrameRecord {
    /// Picture time in its chunk minus sound time (specification 3.11, K64): positive if the lips are ahead. `nil`
    /// without sound, and for a frame without a new picture.
    package var drift: Span? {
        guard let soundPosition, let position, status != .held, status != .skipped else { return nil }
        return period * Int64(position.frame) - soundPosition
    }
}

/// The drifts of several frames (specification 3.11).
package struct DriftFigures: Hashable, Sendable {
    package private(set) var least: Span
    package private(set) var most: Span
    package private(set) var last: Span
    package private(set) var count = 1

    package init(_ drift: Span) { (least, most, last) = (drift, drift, drift) }

    package mutating func add(_ drift: Span) {
        (least, most, last) = (min(least, drift), max(most, drift), drift)
        count += 1
    }
}

extension Optional where Wrapped == DriftFigures {
    package mutating func add(_ drift: Span) {
        if self == nil { self = DriftFigures(drift) } else { self?.add(drift) }
    }
}

extension SessionLog {
    /// The drifts of a frame's chunk up to that frame, as far back as the log is searched.
    package func drift(upTo record: FrameRecord) -> DriftFigures? {
        var drifts: [Span] = []
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
