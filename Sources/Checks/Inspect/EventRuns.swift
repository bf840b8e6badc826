import Events
import Tapes

/// The wire events of a tape, runs of the same kind taken together.
struct EventRuns {
    struct Run {
        /// As it is printed.
        var text: String
        var count: Int
        var first: Instant
        var last: Instant
    }

    private(set) var runs: [Run] = []
    private(set) var total = 0
    private(set) var isCut = false
    private static let limit = 2_000

    init(_ tape: TapeReader) throws {
        var cursor = TapeCursor(tape)
        while let entry = try cursor.next() {
            guard entry.kind == .wire else { continue }
            let (event, oddities) = try entry.event()
            total += 1
            let member = entry.member.name.map { "\($0): " } ?? ""
            add(member + Self.describe(event.body, name: entry.name), at: entry.time)
            for oddity in oddities { add("  odd: \(oddity)", at: entry.time) }
        }
    }

    private mutating func add(_ text: String, at time: Instant) {
        // Cut at once: two thousand texts as long as a message may be would not fit into memory.
        let text = Inspection.shown(text)
        if let last = runs.last, last.text == text {
            runs[runs.count - 1].count += 1
            runs[runs.count - 1].last = time
        } else if runs.count < Self.limit {
            runs.append(Run(text: text, count: 1, first: time, last: time))
        } else {
            isCut = true
        }
    }

    private static func describe(_ body: Event.Body, name: String) -> String {
        guard case .wire(let event) = body else { return name }
        switch event {
        case .audioArrived(let audio):
            return
                "\(name) chunk \(audio.chunk), \(audio.totalFrames.map { plural($0, "frame") } ?? "frames unknown"), "
                + (audio.sound.map { "\(plural($0.byteCount, "byte")) of sound" } ?? "no sound")
        case .overlaysArrived(let batch):
            let part = batch.batch.map { " batch \($0 + 1)/\(batch.totalBatches.map(String.init) ?? "?")" } ?? ""
            return "\(name) chunk \(batch.chunk)\(part), \(plural(batch.frames.count, "frame"))"
        case .chunkDescribed(let description): return "\(name) chunk \(description.chunk)"
        case .chunkSent(let chunk, let total): return "\(name) chunk \(chunk), \(total.map(String.init) ?? "?") sent"
        case .baseAnimationRequested(let clip): return "\(name) \(clip.rawValue)"
        case .manifestArrived(.clips(let clips)): return "\(name) \(plural(clips.count, "clip"))"
        case .manifestArrived(.refused(let reason)): return "\(name) rejected: \(reason)"
        case .clipAnnounced(let clip, let total): return "\(name) \(clip.rawValue), \(plural(total, "frame"))"
        case .baseFrameArrived(let clip, _, _): return "\(name) \(clip.rawValue)"
        case .clipCompleted(let clip, _): return "\(name) \(clip.rawValue)"
        case .textArrived(let segment): return "\(name) \"\(segment.text)\""
        case .userSaid(let text): return "\(name) \"\(text)\""
        case .call(let event): return "\(name) \(event.subject)"
        case .mouth(let mouth): return "\(name) \(mouth.key.step.clip.rawValue)"
        case .audioEnded, .imageArrived, .ignored: return name
        }
    }
}
