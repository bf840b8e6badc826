import Engine
import Events

// What counts as a fault, and how bad it is: the one place for `>` and `<`, the log, the timeline, `check`, `inspect`,
// `diff`, `export` and the contact sheet.

/// How a status or a finding is to be seen; each medium has a color for it.
package enum FaultRole: Int, Comparable, Sendable, CaseIterable {
    case good
    /// Something waited, came late or was passed over.
    case warning
    /// Something is not there.
    case missing
    /// What is seen or heard is wrong.
    case bad

    package static func < (a: FaultRole, b: FaultRole) -> Bool { a.rawValue < b.rawValue }
}

extension AuditFinding.Kind {
    /// Whether a finding of this kind is a fault. What came twice is a remark: nobody sees or hears it. A wait and a message
    /// without its end are figures, which have no limit unless somebody gives `check` one.
    package var isFault: Bool {
        switch self {
        case .duplicate, .wait, .noEnd: false
        default: true
        }
    }

    /// All that a run for faults stops at.
    package static let faults = allCases.filter(\.isFault)

    /// Whether a picture on screen is wrong by it, or late; of an answer that never came none tells anything.
    package var isOfPictures: Bool {
        switch self {
        case .unanswered, .halfAnswer, .brokenOff, .noEnd, .start, .soundFailed, .headerless, .length, .onlySound,
            .speechCut, .speechHoles, .rate, .note:
            false
        default: true
        }
    }

    /// Whether it is about a message of the stream: of clips and of a call none is told.
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
    /// The finding that the status is; `nil` for those that are no fault by themselves.
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
    /// The status as it is told of a frame that some faults mark: they take the place of `SYNC`, and stand beside any other.
    package func words(with faults: [AuditFinding.Kind]) -> String {
        names(with: faults).joined(separator: " ")
    }

    /// The first of these, and how many more there are: `NO-OVERLAY +1`.
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

/// A fault with its place in a history.
package struct Fault: Hashable, Sendable {
    package let kind: AuditFinding.Kind
    /// Of several that are alike but for their words, as one event can have them: how many came before.
    private let twin: UInt16
    private let chunk: Int32
    /// Events that had been heard when it showed: where a run stops.
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
    /// Ordinal of the frame that it is about; `nil` for one of a moment.
    package var frame: Int? { ownFrame < 0 ? nil : Int(ownFrame) }
    /// Of a sound that is none: its chunk.
    var sound: SessionLog.ChunkName? {
        kind == .soundFailed && chunk >= 0 ? SessionLog.ChunkName(generation: generation, chunk: Int(chunk)) : nil
    }
    /// How long or how far, where that can be said.
    package var amount: Span? { microseconds == .min ? nil : Span(microseconds: microseconds) }

    /// In few words, such as `GAP 3400 ms`.
    package var text: String { Self.text(kind, amount) }

    package static func text(_ kind: AuditFinding.Kind, _ amount: Span?) -> String {
        amount.map { "\(kind.rawValue) \($0.words)" } ?? kind.rawValue
    }

    /// The frame that a finding marks: the one that it is about; of one that belongs to a moment the nearest frame that was
    /// on screen at that moment or came after it, and after the last frame that one.
    /// - Parameters:
    ///   - count: frames, those that were passed over included.
    ///   - shown: since when the frame with this ordinal was on screen; never falling.
    ///   - wasShown: false for one that was passed over.
    package static func marked(
        frame: Int?, time: Instant, count: Int, shown: (Int) -> Instant, wasShown: (Int) -> Bool
    ) -> Int? {
        if let frame { return frame }
        let after = (0..<count).partitionPoint { shown($0) >= time }
        return (after..<count).first(where: wasShown) ?? (0..<after).last(where: wasShown)
    }
}
