import Engine
import Events
import Support

/// A message as a seed makes it: a few chunks in batches, jittered, shuffled, with pictures that take their time; with
/// `losses`, pieces of it never come and pictures break.
struct SpeechScenario {
    let frameCounts: [Int]
    private(set) var session: EngineRun
    private(set) var lastEvent = 0.1

    static let clips: [(ClipName, Int)] = [
        (Stream.idle, 3), (Stream.idleBack, 2), (Stream.bridge, 3), (Stream.talking, 38), (Stream.home, 2),
    ]

    /// An engine that has just loaded its clips; the same for all seeds.
    static let loaded: PlaybackEngine = {
        var session = EngineRun()
        session.loadClips(clips)
        session.run(to: 0)
        return session.engine
    }()

    init(seed: UInt64, losses: Bool) {
        var random = SplitMix64(seed: seed)
        var counts: [Int] = []
        for _ in 0...random.below(3) { counts.append(1 + random.below(random.isOneIn(3) ? 12 : 5)) }
        frameCounts = counts
        session = EngineRun(ticks: random.isOneIn(2) ? .atDeadlines : .perSecond(20 + random.below(50)))
        session.engine = Self.loaded
        let slowest = 1 + random.below(120)
        let salt = seed
        session.decoding = { job in
            var own = SplitMix64(seed: job.picture.hash.words.0 ^ salt)
            if losses, own.isOneIn(12) { return .never }
            if losses, own.isOneIn(12) { return .fails(after: .milliseconds(Int64(own.below(slowest)))) }
            return .after(.milliseconds(Int64(own.below(slowest))))
        }
        let isSent = random.isOneIn(2)
        if isSent { say(0.05, .local(.sent)) }
        for chunk in counts.indices { say(chunk, of: counts, &random, isSent: isSent, losses: losses) }
        if !random.isOneIn(4) { say(lastEvent + 0.01, .wire(.audioEnded)) }
        if losses, random.isOneIn(6) { say(0.1 + Double(random.below(900)) / 1_000, .local(.linkLost(reason: "x"))) }
    }

    private mutating func say(
        _ chunk: Int, of counts: [Int], _ random: inout SplitMix64, isSent: Bool, losses: Bool
    ) {
        let count = counts[chunk]
        let from = counts[..<chunk].reduce(0, +)
        let start = 0.1 + 0.2 * Double(chunk)
        let isCounted = !random.isOneIn(4)
        var events: [WireEvent] = []
        var frames = Stream.frames(0..<count, from: from)
        if random.isOneIn(3) { frames.shuffle(using: &random) }
        let size = 1 + random.below(count)
        let batches = stride(from: 0, to: count, by: size).map { Array(frames[$0..<min(count, $0 + size)]) }
        for (number, batch) in batches.enumerated() {
            events.append(Stream.batch(chunk, batch, number: number, of: isCounted ? batches.count : nil))
        }
        if !isCounted || random.isOneIn(2) { events.append(Stream.sent(chunk, count)) }
        if !random.isOneIn(6) || (isSent && chunk == 0) {
            let audio = Stream.audio(chunk, frames: random.isOneIn(2) ? count : nil)
            // The first audio opens the message; behind a send nothing is filed before it, and when it comes after
            // chunk 0 has been played it opens another one.
            if chunk == 0 { say(start, .wire(audio)) } else { events.append(audio) }
        }
        for event in events where !(losses && random.isOneIn(7)) {
            say(start + Double(random.below(380)) / 1_000, .wire(event))
            // Once more, as after a link that broke.
            if random.isOneIn(15) { say(start + Double(random.below(380)) / 1_000, .wire(event)) }
        }
    }

    private mutating func say(_ time: Double, _ body: Event.Body) {
        session.schedule(Instant(seconds: time), body)
        lastEvent = max(lastEvent, time)
    }

    /// Seconds after the last event within which the avatar idles again: for each chunk the waits for its place, its
    /// completion, its buffer, its first picture, hold and gap, and a way home and back; for each frame the wait for its
    /// picture and its period; at the end the way home. Each is one of the limits, so none can be waited for longer.
    var bound: Double {
        let settings = session.engine.settings
        let home = settings.finishingLimit.seconds + 1 + 3.0 / 30 + 1 + 3.0 / 30
        let chunk =
            settings.chunkGapLimit.seconds + settings.completionLimit.seconds + settings.bufferLimit.seconds
            + settings.decodeLimit.seconds + settings.holdLimit.seconds + settings.gapLimit.seconds + home
        let frame = settings.decodeLimit.seconds + 2.0 / 20
        return Double(frameCounts.count) * chunk + Double(frameCounts.reduce(0, +)) * frame + home
    }

    /// Runs until the avatar idles and nothing waits; seconds after the last event, `nil` when it does not happen.
    mutating func runToRest() -> Double? {
        session.run(to: lastEvent)
        var seconds = 0.0
        while seconds <= bound {
            if session.engine.modeName == .idle, session.engine.queuedChunks == 0, !session.engine.isAnimating {
                return seconds
            }
            seconds += 0.1
            session.run(to: lastEvent + seconds)
        }
        return nil
    }
}
