import Engine
import Events

/// The fields of a frame's record that a condition can use, with the names of the inspector and the log.
package enum StopField: String, Hashable, Sendable, CaseIterable {
    case frame, status, mode, message
    case chunk, section, seq
    /// Number of the frame in its chunk, from 1, and number of frames as far as known.
    case place, frames
    /// Indexes and names of the clips, drawn and demanded.
    case base, clip, demanded
    case demandedClip = "demanded-clip"
    /// The whole key, and the part after its last `/`.
    case overlay, sheet
    /// Positive if the lips are ahead.
    case drift
    case sound
    /// Relative to when the frame was due: negative is early.
    case late, arrived, decoded
    case period, time, due
    case char, note

    package enum Kind: Hashable, Sendable {
        case number
        /// Typed in milliseconds unless it has a unit; compared in microseconds.
        case time
        /// One of these words. Each may have several names; the first one is shown.
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
    /// With the names used by panels, and those used by the engine.
    private static let modes = ModeName.allCases.map { mode in
        mode == .overlay ? [mode.word, "talking", mode.rawValue] : [mode.word, mode.rawValue]
    }

    // MARK: Values

    /// The value of a number or time field, times in microseconds; `nil` if the record has none.
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

    /// The value of a word or text field; `nil` if the record has none.
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
