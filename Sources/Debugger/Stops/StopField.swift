import Engine
import Events

/// What of a frame's record a condition can be about, as the inspector and the log name it.
package enum StopField: String, Hashable, Sendable, CaseIterable {
    case frame, status, mode, message
    case chunk, section, seq
    /// Of its chunk: which frame it is, from 1, and how many there are as far as known.
    case place, frames
    /// Indices, and the names of the clips, as drawn and as demanded.
    case base, clip, demanded
    case demandedClip = "demanded-clip"
    /// The whole key, and what stands behind its last `/`.
    case overlay, sheet
    /// Positive where the lips are ahead.
    case drift
    case sound
    /// From when the frame was due: negative is early.
    case late, arrived, decoded
    case period, time, due
    case char, note

    package enum Kind: Hashable, Sendable {
        case number
        /// Typed in milliseconds unless a unit says otherwise; compared in microseconds.
        case time
        /// One of these; each may have several names, the first of which is shown.
        case word([[String]])
        case text
    }

    package var name: String { rawValue }

    package var kind: Kind {
        switch self {
        case .frame, .message, .chunk, .section, .seq, .place, .frames, .base, .demanded: .number
        case .drift, .sound, .late, .arrived, .decoded, .period, .time, .due: .time
        case .status: .word(Self.statuses)
        case .mode: .word(Self.modes)
        case .clip, .demandedClip, .overlay, .sheet, .char, .note: .text
        }
    }

    private static let statuses = FrameStatus.allCases.map { [$0.text] }
    /// As panels name them, and as the engine does.
    private static let modes = ModeName.allCases.map { mode in
        mode == .overlay ? [mode.word, "talking", mode.rawValue] : [mode.word, mode.rawValue]
    }

    // MARK: Values

    /// Of fields that are numbers or times, these in microseconds; `nil` where the record has none.
    func number(of record: FrameRecord) -> Int64? {
        switch self {
        case .frame: Int64(record.ordinal)
        case .message: Int64(record.generation)
        case .chunk: record.position.map { Int64($0.chunk) }
        case .section: record.position.map { Int64($0.section) }
        case .seq: record.position.map { Int64($0.sequence) }
        case .place: record.position.map { Int64($0.frame) + 1 }
        case .frames: record.position.map { Int64($0.frameCount) }
        case .base: record.clip.map { _ in Int64(record.baseIndex) }
        case .demanded: record.demandedClip.map { _ in Int64(record.demandedIndex) }
        case .drift: record.drift?.microseconds
        case .sound: record.soundPosition?.microseconds
        case .late: record.wasShown ? (record.shown - record.due).microseconds : nil
        case .arrived: record.arrived.map { ($0 - record.due).microseconds }
        case .decoded: record.decoded.map { ($0 - record.due).microseconds }
        case .period: record.period.microseconds
        case .time: record.shown.microseconds
        case .due: record.due.microseconds
        case .status, .mode, .clip, .demandedClip, .overlay, .sheet, .char, .note: nil
        }
    }

    /// Of fields that are words or texts; `nil` where the record has none.
    func text(of record: FrameRecord) -> String? {
        switch self {
        case .status: record.status.text
        case .mode: record.mode.word
        case .clip: record.clip?.rawValue
        case .demandedClip: record.demandedClip?.rawValue
        case .overlay: record.overlayKey?.rawValue
        case .sheet: record.overlayKey.map { Self.sheet(of: $0.rawValue) }
        case .char: record.character
        case .note: record.note
        case .frame, .message, .chunk, .section, .seq, .place, .frames, .base, .demanded, .drift, .sound, .late,
            .arrived, .decoded, .period, .time, .due:
            nil
        }
    }

    private static func sheet(of key: String) -> String {
        key.lastIndex(of: "/").map { String(key[key.index(after: $0)...]) } ?? key
    }
}
