import Events
import Support

@testable import Debugger
@testable import Engine
@testable import Sessions

/// Logs of sessions that never were.
enum Sessions {
    /// Frames of chunks of `length`, 30 a second from 1 s on; every event shows one frame. `change` may alter each frame.
    static func talking(
        frames: Int, length: Int = 60, _ change: (inout FrameRecord) -> Void = { _ in }
    ) -> SessionLog {
        var log = SessionLog()
        for number in 0..<frames {
            var record = frame(number, length)
            change(&record)
            log.appendEntry(LogEntry(heard: number + 1, time: record.shown, .frame(record)))
        }
        return log
    }

    static func frame(_ number: Int, _ length: Int = 60) -> FrameRecord {
        let due = Instant(microseconds: 1_000_000 + Int64(number) * 33_333)
        let (chunk, place) = (number / length, number % length)
        let base = 20 + number % 40
        return FrameRecord(
            ordinal: number, mode: .overlay, generation: 1,
            position: FramePosition(chunk: chunk, section: 0, sequence: place, frame: place, frameCount: length),
            clip: "talking_1_s_talking_1_e", baseIndex: base, demandedClip: "talking_1_s_talking_1_e",
            demandedIndex: base, overlayKey: PictureKey("talking/\(base)/J\(number % 3)_X2_M0.webp"), status: .sync,
            due: due, shown: due + .milliseconds(4), arrived: due - .milliseconds(812),
            decoded: due - .milliseconds(790),
            soundPosition: PlaybackSettings().period * Int64(place) + .milliseconds(12),
            character: "a", note: nil)
    }

    /// Anything that an engine may say and much that it would not, from a seed.
    static func wild(seed: UInt64, entries: Int) -> SessionLog {
        var random = SplitMix64(seed: seed)
        var log = SessionLog()
        var heard = 1
        var time = Instant(microseconds: Int64(random.below(2_000_000)))
        while log.entries.count < entries {
            heard += random.below(3)
            time += TimeSpan(microseconds: Int64(random.isOneIn(50) ? random.below(5_000_000) : random.below(50_000)))
            log.appendEntry(LogEntry(heard: heard, time: time, body(log, time, &random)))
        }
        return log
    }

    private static func body(_ log: SessionLog, _ time: Instant, _ random: inout SplitMix64) -> LogEntry.Body {
        switch random.below(20) {
        case 0: .note(Note(time: time, code: random.pick([.odd, .chunkGap, .limit]), text: random.pick(strangeNames)))
        case 1:
            .chunk(
                ChunkReport(
                    generation: random.below(3), chunk: random.below(9), announced: random.isOneIn(2) ? 60 : nil,
                    received: random.below(60), shown: random.below(60), noOverlay: random.below(3),
                    guessed: random.below(2),
                    skipped: random.below(3), lost: Array(0..<random.below(20)), late: random.below(3),
                    duplicates: random.below(3), hasSound: random.isOneIn(2), started: nil, ended: time))
        case 2: .tally(Tally(lost: random.below(2), late: random.below(2), stale: 1, frozen: .milliseconds(70)))
        case 3: .audible(AudibleLine(generation: random.below(3), text: random.pick(strangeNames)))
        default: .frame(wildFrame(log.frameCount, time, &random))
        }
    }

    private static func wildFrame(_ ordinal: Int, _ time: Instant, _ random: inout SplitMix64) -> FrameRecord {
        var record = frame(ordinal, 1 + random.below(90))
        record.mode = random.pick([.idle, .transition, .overlay, .overlay, .finishingBase, .returnTransition])
        record.generation = ordinal / 100
        record.status = random.pick(FrameStatus.allForTests)
        if random.isOneIn(4) { record.position = nil }
        if random.isOneIn(4) { record.clip = ClipName(random.pick(strangeNames)) }
        if random.isOneIn(9) { record.clip = nil }
        if random.isOneIn(4) { record.overlayKey = PictureKey(random.pick(strangeNames)) }
        if random.isOneIn(4) { record.demandedIndex = random.pick([.min, -1, 7, .max]) }
        if random.isOneIn(4) { record.arrived = random.pick([nil, time, Instant(microseconds: .min)]) }
        if random.isOneIn(4) { record.decoded = random.pick([nil, time, Instant(microseconds: .max)]) }
        if random.isOneIn(3) { record.soundPosition = random.pick([nil, .zero, TimeSpan(microseconds: .min)]) }
        if random.isOneIn(9) { record.note = random.pick(strangeNames) }
        record.character = random.pick(strangeNames)
        record.due = random.isOneIn(30) ? Instant(microseconds: .min) : time - .milliseconds(Int64(random.below(200)))
        record.shown = time
        return record
    }
}

extension FrameStatus {
    static let allForTests: [FrameStatus] = [
        .sync, .desyncIndex, .desyncClip, .desyncBaseMissing, .noOverlay, .held, .skipped,
    ]
}
