import Engine
import Events
import Wire

/// Plays what lines of a stream say, as a player would: ticks when the engine asks for them, pictures decoded or not.
///
/// Input: a piece whose bytes decide about pictures, then NDJSON lines.
struct EngineExercise {
    private var engine = PlaybackEngine()
    private var choices: ByteSource
    private var jobs: [DecodeJob] = []

    private static let mostLines = 60
    /// Between two lines, and behind the last.
    private static let mostTicks = 40

    static func run(_ source: ByteSource) throws(Breach) {
        var source = source
        var exercise = EngineExercise(choices: ByteSource(source.piece()))
        var time = Instant.zero
        for line in source.all().split(separator: UInt8(ascii: "\n"), maxSplits: mostLines) {
            guard let line = try? NDJSONLine(line, notBefore: time) else { continue }
            time = line.time
            try exercise.run(to: time)
            switch line.body {
            case .wire(let message): try exercise.receive(Event(time, .wire(interpret(ingest(message).message).event)))
            case .input(let input): try exercise.receive(Event(time, .local(input)))
            case .mark, .rules: break
            }
        }
        try exercise.run(to: Instant(microseconds: .max))
    }

    private init(choices: ByteSource) { self.choices = choices }

    private mutating func run(to end: Instant) throws(Breach) {
        var ticks = 0
        while let deadline = engine.nextDeadline, deadline <= end, ticks < Self.mostTicks {
            let before = engine
            try decode(at: deadline)
            try receive(Event(deadline, .local(.ticked)))
            // A tick that is asked for does something, or puts off the next one: else a loop would never sleep.
            if engine.nextDeadline == deadline, engine.now == before.now {
                let once = engine
                try receive(Event(deadline, .local(.ticked)))
                try expect(
                    engine.framePlan != once.framePlan || engine.nextDeadline != deadline
                        || engine.buffer != once.buffer
                        || engine.modeName != once.modeName || engine.queuedChunks != once.queuedChunks,
                    "a tick is asked for again and changes nothing")
            }
            ticks += 1
        }
    }

    private mutating func decode(at time: Instant) throws(Breach) {
        guard !jobs.isEmpty else { return }
        let choice = choices.byte()
        guard choice & 3 != 3 else { return }
        let job = jobs.remove(at: Int(choice >> 2) % jobs.count)
        let input: LocalInput =
            choice & 3 == 2
            ? .pictureFailed(job.key, job.generation, reason: "x")
            : .pictureDecoded(job.key, job.generation, PixelSize(width: 10, height: 10))
        try receive(Event(time, .local(input)))
    }

    private mutating func receive(_ event: Event) throws(Breach) {
        let before = engine.now
        for case .decode(let job) in engine.handle(event) { jobs.append(job) }
        try expect(engine.now >= before, "an engine's time goes back")
        try expect(engine.decodedBytes >= 0, "fewer than no bytes are decoded")
        if let deadline = engine.nextDeadline {
            try expect(deadline >= before, "a tick is asked for in the past")
        }
        _ = (engine.upcomingBases(4), engine.readyClips)
    }
}
