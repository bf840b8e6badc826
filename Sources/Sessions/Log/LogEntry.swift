import Engine
import Events

/// A position in a history: the number of handled events. 0 is the beginning, before any event.
package typealias EventCount = Int

/// One line of a session's log, and the event after which it was written.
package struct LogEntry: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case frame(FrameRecord)
        case note(Note)
        case chunk(ChunkReport)
        case tally(Tally)
        /// What was audible of a message that is over.
        case audible(AudibleLine)
    }

    /// Number of events handled when it was written, including its own; at least 1.
    package var heard: EventCount
    /// Session time of that event.
    package var time: Instant
    package var body: Body

    package init(heard: EventCount, time: Instant, _ body: Body) {
        self.heard = heard
        self.time = time
        self.body = body
    }

    package var record: FrameRecord? { if case .frame(let record) = body { record } else { nil } }
}

/// What was audible of a message, as text.
package struct AudibleLine: Hashable, Sendable {
    package var generation: Generation
    package var text: String

    package init(generation: Generation, text: String) { (self.generation, self.text) = (generation, text) }

    init(_ message: AudibleMessage) { self.init(generation: message.generation, text: message.summary) }
}

/// What one event added to the engine's counts of faults, of which the engine keeps no list.
package struct Tally: Hashable, Sendable {
    /// Frames that never arrived.
    package var lost = 0
    /// Frames and chunks that arrived after their slot.
    package var late = 0
    package var duplicates = 0
    package var stale = 0
    /// By how much a tick was late, if that is a freeze (specification 6.4).
    package var frozen: TimeSpan?

    package init(lost: Int = 0, late: Int = 0, duplicates: Int = 0, stale: Int = 0, frozen: TimeSpan? = nil) {
        self.lost = lost
        self.late = late
        self.duplicates = duplicates
        self.stale = stale
        self.frozen = frozen
    }

    package var isEmpty: Bool { self == Tally() }

    init(from before: Counters, to after: Counters) {
        self.init(
            lost: after.lost - before.lost, late: after.late - before.late,
            duplicates: after.duplicates - before.duplicates, stale: after.stale - before.stale)
    }

    /// As text, such as `3 lost, 1 late`.
    package var text: String {
        var parts: [String] = []
        if lost > 0 { parts.append("\(lost) lost") }
        if late > 0 { parts.append("\(late) late") }
        if duplicates > 0 { parts.append("\(duplicates) duplicate") }
        if stale > 0 { parts.append("\(stale) stale") }
        if let frozen { parts.append("frozen for \(frozen.words)") }
        return parts.joined(separator: ", ")
    }
}

extension LogEntry: Packable {
    private enum Number: Int, CaseIterable {
        case kind, heard, time, ordinal, mode, generation, chunk, section, sequence, frame, frameCount, clip, baseIndex
        case demandedClip, demandedIndex, overlay, status, due, shown, given, arrived, decoded, sound, period,
            character, note
    }

    private static let (frameKind, otherKind) = (Int64(0), Int64(1))
    /// Optional values, as bits of `given`.
    private static let (position, arrived, decoded, sound, guess) = (Int64(1), Int64(2), Int64(4), Int64(8), Int64(16))

    package static var numberCount: Int { Number.allCases.count }

    package func pack(into row: inout PackedRow<Body>) {
        row[Number.heard] = Int64(heard)
        row[Number.time] = time.microseconds
        guard case .frame(let record) = body else {
            row[Number.kind] = Self.otherKind
            row.keep(body)
            return
        }
        row[Number.kind] = Self.frameKind
        pack(record, into: &row)
    }

    /// Packs times as differences from the entry's time, which are mostly 0.
    private func pack(_ record: FrameRecord, into row: inout PackedRow<Body>) {
        row[Number.ordinal] = Int64(record.ordinal)
        row[Number.mode] = Int64(record.mode.place)
        row[Number.generation] = Int64(record.generation)
        row[Number.clip] = row.number(of: record.clip?.rawValue)
        row[Number.baseIndex] = Int64(record.baseIndex)
        row[Number.demandedClip] = row.number(of: record.demandedClip?.rawValue)
        row[Number.demandedIndex] = Int64(record.demandedIndex)
        row[Number.overlay] = row.number(of: record.overlayKey?.rawValue)
        row[Number.status] = Int64(record.status.place)
        row[Number.due] = record.due.microseconds &- time.microseconds
        row[Number.shown] = record.shown.microseconds &- time.microseconds
        row[Number.period] = record.period.microseconds
        row[Number.character] = row.number(of: record.character)
        row[Number.note] = row.number(of: record.note)
        var given: Int64 = 0
        if let position = record.position {
            given |= Self.position
            row[Number.chunk] = Int64(position.chunk)
            row[Number.section] = Int64(position.section)
            row[Number.sequence] = Int64(position.sequence)
            row[Number.frame] = Int64(position.frame)
            row[Number.frameCount] = Int64(position.frameCount)
        }
        if let arrived = record.arrived {
            given |= Self.arrived
            row[Number.arrived] = arrived.microseconds
        }
        if let decoded = record.decoded {
            given |= Self.decoded
            row[Number.decoded] = decoded.microseconds
        }
        if let sound = record.soundPosition {
            given |= Self.sound
            row[Number.sound] = sound.microseconds
        }
        if record.isGuess { given |= Self.guess }
        row[Number.given] = given
    }

    package init(unpacking row: inout PackedRow<Body>) {
        let time = Instant(microseconds: row[Number.time])
        let body = row[Number.kind] == Self.frameKind ? .frame(Self.record(row, time)) : row.takeRest()
        self.init(heard: Int(row[Number.heard]), time: time, body)
    }

    private static func record(_ row: PackedRow<Body>, _ time: Instant) -> FrameRecord {
        let clip = { (number: Number) in row.text(row[number]).map { ClipName($0) } }
        var record = FrameRecord(
            ordinal: Int(row[Number.ordinal]), mode: ModeName.allCases[Int(row[Number.mode])],
            generation: Int(row[Number.generation]), clip: clip(.clip),
            baseIndex: Int(row[Number.baseIndex]),
            demandedClip: clip(.demandedClip),
            demandedIndex: Int(row[Number.demandedIndex]), status: FrameStatus.allCases[Int(row[Number.status])],
            due: Instant(microseconds: row[Number.due] &+ time.microseconds),
            shown: Instant(microseconds: row[Number.shown] &+ time.microseconds),
            period: TimeSpan(microseconds: row[Number.period]))
        record.overlayKey = row.text(row[Number.overlay]).map { PictureKey($0) }
        record.character = row.text(row[Number.character])
        record.note = row.text(row[Number.note])
        let given = row[Number.given]
        record.isGuess = given & Self.guess != 0
        if given & Self.position != 0 { record.position = framePosition(row) }
        if given & Self.arrived != 0 { record.arrived = Instant(microseconds: row[Number.arrived]) }
        if given & Self.decoded != 0 { record.decoded = Instant(microseconds: row[Number.decoded]) }
        if given & Self.sound != 0 { record.soundPosition = TimeSpan(microseconds: row[Number.sound]) }
        return record
    }

    private static func framePosition(_ row: PackedRow<Body>) -> FramePosition {
        FramePosition(
            chunk: Int(row[Number.chunk]), section: Int(row[Number.section]), sequence: Int(row[Number.sequence]),
            frame: Int(row[Number.frame]), frameCount: Int(row[Number.frameCount]))
    }
}
