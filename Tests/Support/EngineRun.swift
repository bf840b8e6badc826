import Engine
import Events

/// Drives an engine on a virtual clock: events at set times, ticks between them, decoders that take as long as asked.
package struct EngineRun {
    /// What a decoder makes of a picture.
    package enum Decoding: Sendable {
        case after(TimeSpan)
        case fails(after: TimeSpan)
        case never
    }

    package enum Ticks: Sendable {
        /// When the engine says that a tick is worth while.
        case atDeadlines
        case perSecond(Int)
    }

    package var engine: PlaybackEngine
    package var ticks: Ticks
    package var decoding: @Sendable (DecodeJob) -> Decoding = { _ in .after(.zero) }
    package var decodedSize = PixelSize(width: 100, height: 80)
    package private(set) var now = Instant.zero
    package private(set) var records: [FrameRecord] = []
    package private(set) var notes: [Note] = []
    package private(set) var effects: [(at: Instant, effect: Effect)] = []
    package private(set) var reports: [ChunkReport] = []
    /// Everything that the engine heard, in order: what a tape of this session would hold.
    package private(set) var heard: [Event] = []
    private var sounding: PlaybackEngine.Sounding?
    private var soundStarts: [(chunk: Int, generation: Generation, at: Instant, offset: TimeSpan)] = []
    private var scheduled: [(time: Instant, order: Int, body: Event.Body)] = []
    private var order = 0

    package init(settings: PlaybackSettings = PlaybackSettings(), ticks: Ticks = .atDeadlines) {
        engine = PlaybackEngine(settings: settings)
        self.ticks = ticks
    }

    // MARK: Saying what is to come

    package mutating func at(_ seconds: Double, _ events: WireEvent...) {
        for event in events { schedule(Instant(seconds: seconds), .wire(event)) }
    }

    package mutating func at(_ seconds: Double, _ inputs: LocalInput...) {
        for input in inputs { schedule(Instant(seconds: seconds), .local(input)) }
    }

    package mutating func schedule(_ time: Instant, _ body: Event.Body) {
        order += 1
        let entry = (time: time, order: order, body: body)
        let place = scheduled.firstIndex { ($0.time, $0.order) > (entry.time, entry.order) } ?? scheduled.count
        scheduled.insert(entry, at: place)
    }

    // MARK: Running

    /// Runs to `seconds`, that moment included.
    package mutating func run(to seconds: Double) {
        let end = Instant(seconds: seconds)
        while true {
            let tick = nextTick
            if let next = scheduled.first, next.time <= min(tick, end) {
                scheduled.removeFirst()
                now = max(now, next.time)
                receive(Event(now, next.body))
            } else if tick <= end {
                now = max(now, tick)
                lastTick = now
                receive(Event(now, .local(.ticked)))
            } else {
                now = end
                return
            }
        }
    }

    private var lastTick: Instant?

    private var nextTick: Instant {
        switch ticks {
        case .perSecond(let rate):
            return lastTick.map { $0 + TimeSpan(microseconds: 1_000_000 / Int64(rate)) } ?? now
        case .atDeadlines:
            guard let deadline = engine.nextDeadline else { return Instant(microseconds: .max) }
            // Time moves on even if the engine asks for a tick at once again and again.
            guard let lastTick, deadline <= lastTick else { return max(deadline, now) }
            return max(now, lastTick + .milliseconds(1))
        }
    }

    package mutating func receive(_ event: Event) {
        heard.append(event)
        for effect in engine.handle(event) { receive(effect) }
        followSound()
    }

    /// A sound begins where there was none, or another one, and where its place jumps back.
    private mutating func followSound() {
        defer { sounding = engine.sounding }
        guard let new = engine.sounding else { return }
        let isSame = sounding.map { $0.chunk == new.chunk && $0.generation == new.generation } ?? false
        guard !isSame || sounding.map({ new.position + .milliseconds(100) < $0.position }) == true else { return }
        soundStarts.append((new.chunk, new.generation, now, new.position))
    }

    private mutating func receive(_ effect: Effect) {
        effects.append((now, effect))
        switch effect {
        case .show(let record): records.append(record)
        case .note(let note): notes.append(note)
        case .finishChunk(let report): reports.append(report)
        case .decode(let job): decode(job)
        default: break
        }
    }

    private mutating func decode(_ job: DecodeJob) {
        switch decoding(job) {
        case .after(let span):
            schedule(now + span, .local(.pictureDecoded(job.key, job.generation, decodedSize)))
        case .fails(let span):
            schedule(now + span, .local(.pictureFailed(job.key, job.generation, reason: "broken")))
        case .never: break
        }
    }

    // MARK: Looking at what happened

    /// Lines of the frame log that belong to a chunk.
    package func lines(ofChunk chunk: Int, generation: Generation? = nil) -> [FrameRecord] {
        records.filter { $0.position?.chunk == chunk && (generation == nil || $0.generation == generation) }
    }

    package func has(_ code: Note.Code) -> Bool { notes.contains { $0.code == code } }
    package func count(_ code: Note.Code) -> Int { notes.filter { $0.code == code }.count }

    /// Modes in the order in which they were on screen, repeats left out.
    package var modes: [ModeName] {
        records.map(\.mode).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Moments at which the sound of a chunk began to be heard, and from where on.
    package func soundStarts(ofChunk chunk: Int) -> [(at: Instant, offset: TimeSpan)] {
        soundStarts.filter { $0.chunk == chunk }.map { ($0.at, $0.offset) }
    }
}
