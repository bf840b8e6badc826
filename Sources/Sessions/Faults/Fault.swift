import Engine
import Events

// What counts as a fault, and how bad it is: the one place for `>` and `<`, the log, the timeline, `check`, `inspect`,
// `diff`, `export` and the contact sheet.

/// How severe a status or a finding is; each medium has a color for it.
package enum FaultRole: Int, Comparable, Sendable, CaseIterable {
    case good
    /// Something waited, was late or was skipped.
    case warning
    /// Something is missing.
    case missing
    /// Something visible or audible is wrong.
    case bad

    package static func < (a: FaultRole, b: FaultRole) -> Bool { a.rawValue < b.rawValue }
}

extension AuditFinding.Kind {
    /// Whether a finding of this kind is a fault. A duplicate is a remark: it is neither seen nor heard. Waits and
    /// messages without an end are figures without a default limit in `check`.
    package var isFault: Bool {
        switch self {
        case .duplicate, .wait, .noEnd: false
        default: true
        }
    }

    /// Everything that a run for faults stops at.
    package static let faults = allCases.filter(\.isFault)

    /// Whether it makes a picture on screen wrong or late. An answer that never arrived does neither.
    package var isOfPictures: Bool {
        switch self {
        case .unanswered, .halfAnswer, .brokenOff, .noEnd, .start, .soundFailed, .headerless, .length, .onlySound,
            .speechCut, .speechHoles, .rate, .note:
            false
        default: true
        }
    }

    /// Whether it is about a message of the stream, not about clips or a call.
    package var isOfMessage: Bool {
        switch self {
        case .blankTile, .blankCells, .stalePicture, .otherMember, .flicker, .decodeFailed, .missingClip: false
        default: true
        }
    }

    package var role: FaultRole {
        switch self {
        case .noOverlay, .blankTile, .blankCells: .missing
        // A guess may be right, and what lacks its header can be read all the same.
        case .guess, .duplicate, .late, .gap, .start, .headerless, .length, .onlySound, .wait, .noEnd, .odd, .note,
            .flicker:
            .warning
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay, .seam, .unplaced, .outside, .freeze, .lost,
            .missingClip, .decodeFailed, .drift, .lips, .mouth, .color, .soundFailed, .speechCut, .speechHoles, .rate,
            .unanswered, .halfAnswer, .brokenOff,
            .stalePicture, .otherMember:
            .bad
        }
    }
}

extension FrameStatus {
    /// The finding for the status; `nil` for statuses that are no faults by themselves.
    package var finding: AuditFinding.Kind? { AuditFinding.Kind(rawValue: rawValue) }

    package var role: FaultRole {
        switch self {
        case .sync: .good
        case .held, .skipped: .warning
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay, .noOverlay, .guess, .seam, .unplaced,
            .outside:
            finding?.role ?? .bad
        }
    }
}

extension FrameStatus {
    /// The status of a frame that is marked by faults: these replace `SYNC`, and are added to any other status.
    package func words(with faults: [AuditFinding.Kind]) -> String {
        names(with: faults).joined(separator: " ")
    }

    /// The first of these, and the number of others: `NO-OVERLAY +1`.
    package func shortWords(with faults: [AuditFinding.Kind]) -> String {
        let names = names(with: faults)
        return names[0] + (names.count > 1 ? " +\(names.count - 1)" : "")
    }

    private func names(with faults: [AuditFinding.Kind]) -> [String] {
        var names = self == .sync && !faults.isEmpty ? [] : [text]
        for kind in faults where !names.contains(kind.rawValue) { names.append(kind.rawValue) }
        return names
    }

    package func role(with faults: [AuditFinding.Kind]) -> FaultRole { max(role, faults.map(\.role).max() ?? .good) }
}

/// A fault and its position in a history.
package struct Fault: Hashable, Sendable {
    package let kind: AuditFinding.Kind
    /// Number of earlier faults of the same event that differ only in their text.
    private let twin: UInt16
    private let chunk: Int32
    /// Number of events handled when the fault was found: a run stops there.
    package let heard: EventCount
    package let time: Instant
    private let ownFrame: Int32
    private let message: Int32
    private let microseconds: Int64

    init(_ finding: AuditFinding, heard: EventCount, twin: UInt16 = 0) {
        (kind, self.twin) = (finding.kind, twin)
        self.heard = heard
        time = finding.time
        message = Int32(clamping: finding.generation)
        chunk = finding.chunk.map { Int32(clamping: $0) } ?? -1
        ownFrame = finding.frame.map { Int32(clamping: $0) } ?? -1
        microseconds = finding.amount?.microseconds ?? .min
    }

    package var generation: Generation { Generation(message) }
    /// Ordinal of the frame that it is about; `nil` for a fault of a moment.
    package var frame: Int? { ownFrame < 0 ? nil : Int(ownFrame) }
    /// For a sound that cannot be decoded: its chunk.
    var sound: SessionLog.ChunkName? {
        kind == .soundFailed && chunk >= 0 ? SessionLog.ChunkName(generation: generation, chunk: Int(chunk)) : nil
    }
    /// How long or how far, if applicable.
    package var amount: TimeSpan? { microseconds == .min ? nil : TimeSpan(microseconds: microseconds) }

    /// A short text, such as `GAP 3400 ms`.
    package var text: String { Self.text(kind, amount) }

    package static func text(_ kind: AuditFinding.Kind, _ amount: TimeSpan?) -> String {
        amount.map { "\(kind.rawValue) \($0.words)" } ?? kind.rawValue
    }

    /// The frame that a finding marks: the one that it is about. For a finding about a moment: the nearest frame that
    /// was on screen then or later, else the last one.
    /// - Parameters:
    ///   - count: number of frames, including skipped ones.
    ///   - shown: when the frame with this ordinal appeared; never falling.
    ///   - wasShown: false for a skipped frame.
    package static func marked(
        frame: Int?, time: Instant, count: Int, shown: (Int) -> Instant, wasShown: (Int) -> Bool
    ) -> Int? {
        if let frame { return frame }
        let after = (0..<count).partitionPoint { shown($0) >= time }
        return (after..<count).first(where: wasShown) ?? (0..<after).last(where: wasShown)
    }
}
