import Events
import Support

@testable import Engine

/// Feeds an engine with whatever a seed makes of it: plausible pieces of messages, mixed with events that make no sense,
/// and looks after each one whether the promises still hold.
struct WildDriver {
    private(set) var engine: PlaybackEngine
    private(set) var heard: [Event] = []
    private(set) var effects: [[Effect]] = []
    private(set) var broken: String?
    private var random: SplitMix64
    /// Whether numbers may be so large that thousands of places are made for them.
    private let isHuge: Bool
    private var time = Int64(0)
    private var jobs: [DecodeJob] = []
    /// Messages sent so far; pictures carry the number of the message that they were made for.
    private var sends = 0
    private var hasFirstAudio = true
    private var lastPlace: [[Int]: Int] = [:]
    private var nextOrdinal = 0

    init(seed: UInt64, from start: PlaybackEngine, isHuge: Bool = false) {
        engine = start
        random = SplitMix64(seed: seed)
        self.isHuge = isHuge
        nextOrdinal = engine.framePlan.record.map { $0.ordinal + 1 } ?? 0
    }

    // MARK: One step

    mutating func step() {
        let body = makeBody()
        let before = engine
        let event = Event(nextTime(), body)
        let done = engine.handle(event)
        heard.append(event)
        effects.append(done)
        for case .decode(let job) in done { jobs.append(job) }
        if case .local(.sent) = body {
            sends += 1
            hasFirstAudio = false
        }
        if case .wire(.audioArrived(let audio)) = body, audio.chunk == 0 { hasFirstAudio = true }
        check(before, body, done)
    }

    private mutating func nextTime() -> Instant {
        switch random.below(100) {
        case 0..<20: break
        case 20..<80: time += Int64(random.below(40_000))
        case 80..<96: time += Int64(random.below(1_200_000))
        case 96..<99: return Instant(microseconds: time - Int64(random.below(3_000_000)))
        default: return Instant(microseconds: random.isOneIn(30) ? .max : .min)
        }
        return Instant(microseconds: time)
    }

    // MARK: What must hold

    private mutating func check(_ before: PlaybackEngine, _ body: Event.Body, _ done: [Effect]) {
        if let overlay = engine.framePlan.composite?.overlay, !overlay.isGuess,
            Int(overlay.picture.hash.words.0) / 100_000 < sends
        {
            broken = "the overlay of an older message is shown"
        }
        for case .show(let record) in done { look(at: record) }
        let rests = before.isPaused || before.settings.clock == .manual
        if rests, body != .local(.stepped) { checkRest(before, body, done) }
        if engine.decodedBytes < 0 { broken = "fewer than no bytes are decoded" }
        _ = (engine.buffer, engine.upcomingBases(4), engine.readyClips, engine.queuedChunks)
        if let deadline = engine.nextDeadline, deadline < before.now { broken = "a tick is asked for in the past" }
        if let busy = Self.uselessTick(engine) { broken = busy }
    }

    /// A tick that is asked for does something: it changes the state, or it puts off the next one. Else a loop that ticks
    /// at deadlines would never sleep. The first tick lets time pass; a second at the same moment shows whether it rests.
    private static func uselessTick(_ engine: PlaybackEngine) -> String? {
        guard let deadline = engine.nextDeadline, deadline < Instant(microseconds: .max / 2) else { return nil }
        var first = engine
        _ = first.handle(Event(deadline, .local(.ticked)))
        guard first.nextDeadline == deadline else { return nil }
        var second = first
        _ = second.handle(Event(deadline, .local(.ticked)))
        second.counters = first.counters
        return second == first ? "a tick at \(deadline.microseconds) is asked for again and changes nothing" : nil
    }

    private mutating func look(at record: FrameRecord) {
        if record.ordinal != nextOrdinal { broken = "line \(record.ordinal) of the log comes after \(nextOrdinal - 1)" }
        nextOrdinal = record.ordinal + 1
        guard let position = record.position else { return }
        let key = [record.generation, position.chunk]
        if position.frame < lastPlace[key] ?? 0 { broken = "chunk \(position.chunk) went back to \(position.frame)" }
        // What was skipped was never on screen: a hold behind it names the frame that still is.
        if record.status != .skipped { lastPlace[key] = position.frame }
    }

    private mutating func checkRest(_ before: PlaybackEngine, _ body: Event.Body, _ done: [Effect]) {
        if done.contains(where: { if case .show = $0 { true } else { false } }) { broken = "a line while paused" }
        var plan = before.framePlan
        if engine.generation != before.generation { plan.composite?.overlay = nil }
        if engine.framePlan != plan { broken = "the picture changed while paused" }
        guard body == .local(.ticked) else { return }
        if engine.modeName != before.modeName || engine.buffer != before.buffer
            || engine.queuedChunks != before.queuedChunks
        {
            broken = "a tick changed something while paused"
        }
    }

    // MARK: Events

    private mutating func makeBody() -> Event.Body {
        switch random.below(100) {
        case 0..<34: .local(.ticked)
        case 34..<54: .wire(makeSpeech())
        case 54..<66: .local(makeDecoding())
        case 66..<74: .local(makeSound())
        case 74..<80: .local(random.pick([.paused, .resumed, .resumed, .resumed, .stepped]))
        case 80..<82: .local(.settingsChanged(makeSettings()))
        case 82..<84: .local(random.isOneIn(3) ? .refused(engine.generation - random.below(3)) : .sent)
        case 84..<86: .local(random.pick([.linkLost(reason: "x"), .linkClosed, .linkRestored]))
        case 86..<92: .wire(makeClipEvent())
        case 92..<96: .wire(makeEnd())
        default: .wire(makeOdd())
        }
    }

    private mutating func makeNumber() -> Int {
        guard random.isOneIn(8) else { return random.below(14) }
        let odd = [Int.max, .min, -1, 0, .max - 1, 1 << 40, -(1 << 40)]
        return random.pick(isHuge ? odd + [19_999, 20_000, 5_000, 4_999, 999, 1_001] : odd)
    }

    private mutating func makeCount() -> Int? {
        guard !random.isOneIn(6) else { return nil }
        let count = makeNumber()
        return isHuge || count < 100 ? count : count % 40
    }

    /// A chunk of the current message, or of the one before while that can be told apart (specification 3.10).
    private mutating func makeChunkIndex() -> (index: Int, message: Int) {
        if random.isOneIn(40) { return (makeNumber(), sends) }
        let index = random.below(4)
        let isOld = !hasFirstAudio && index > 0 && random.isOneIn(2)
        return (index, isOld ? sends - 1 : sends)
    }

    private static let clipNames: [ClipName] = [
        Stream.talking, Stream.talking, Stream.talking, Stream.idle, Stream.bridge, "hi_1_s_hi_1_e", "", "odd name",
    ]

    private mutating func makeFrame(_ sequence: Int, message: Int) -> OverlayFrame {
        var frame = Stream.frame(
            sequence, clip: random.isOneIn(10) ? nil : random.pick(Self.clipNames), base: makeNumber(),
            picture: message * 100_000 + random.below(1_000), section: random.isOneIn(12) ? random.below(3) : 0,
            id: random.isOneIn(3) ? "shared/\(random.below(6))" : nil)
        if random.isOneIn(8) { frame.overlayID = nil }
        if random.isOneIn(8) { frame.sheet = nil }
        if random.isOneIn(10) { frame.picture = nil }
        if random.isOneIn(20) { frame.destination = PixelRect(x: makeNumber(), y: 0, width: makeNumber(), height: 1) }
        return frame
    }

    private mutating func makeFrames(message: Int) -> [OverlayFrame] {
        let first = random.isOneIn(3) ? random.below(8) : 0
        var frames: [OverlayFrame] = []
        for place in 0..<random.below(9) {
            let sequence = random.isOneIn(20) ? makeNumber() : first + place
            frames.append(makeFrame(sequence, message: message))
        }
        return frames
    }

    private mutating func makeSpeech() -> WireEvent {
        let (chunk, message) = makeChunkIndex()
        switch random.below(8) {
        case 0, 1:
            var audio = AudioChunk(chunk: chunk, sound: random.isOneIn(4) ? nil : Stream.payload(random.below(3)))
            audio.totalFrames = makeCount()
            if random.isOneIn(4) { audio.firstPicture = Stream.payload(message * 100_000) }
            if random.isOneIn(3) {
                audio.frames = makeFrames(message: message).map { frame in
                    var bare = frame
                    bare.picture = nil
                    return bare
                }
            }
            return .audioArrived(audio)
        case 2..<6:
            let frames = makeFrames(message: message)
            return .overlaysArrived(
                OverlayBatch(chunk: chunk, batch: makeCount(), totalBatches: makeCount(), frames: frames))
        case 6: return .chunkSent(chunk: chunk, totalSent: makeCount())
        default:
            let frames = makeFrames(message: message)
            return .chunkDescribed(ChunkDescription(chunk: chunk, totalFrames: makeCount(), frames: frames))
        }
    }

    private mutating func makeDecoding() -> LocalInput {
        let size = PixelSize(
            width: random.isOneIn(20) ? makeNumber() : 10, height: random.isOneIn(20) ? makeNumber() : 10)
        guard !random.isOneIn(6), !jobs.isEmpty else {
            let generation = random.isOneIn(2) ? engine.generation : makeNumber()
            let key = PictureKey("shared/\(random.below(6))")
            return random.isOneIn(2)
                ? .pictureDecoded(key, generation, size) : .pictureFailed(key, generation, reason: "x")
        }
        let place = random.below(jobs.count)
        let job = random.isOneIn(5) ? jobs[place] : jobs.remove(at: place)
        return random.isOneIn(6)
            ? .pictureFailed(job.key, job.generation, reason: "x") : .pictureDecoded(job.key, job.generation, size)
    }

    private mutating func makeSound() -> LocalInput {
        let chunk = random.isOneIn(8) ? makeNumber() : random.below(4)
        let generation = random.isOneIn(8) ? makeNumber() : engine.generation
        let span = TimeSpan(microseconds: Int64(random.isOneIn(10) ? makeNumber() : random.below(900_000)))
        switch random.below(5) {
        case 0, 1: return .soundDecoded(chunk: chunk, generation, duration: span)
        case 2, 3: return .soundMoved(chunk: chunk, generation, position: span)
        default:
            return random.isOneIn(2)
                ? .soundFailed(chunk: chunk, generation, reason: "x") : .soundEnded(chunk: chunk, generation)
        }
    }

    private mutating func makeSettings() -> PlaybackSettings {
        var settings = PlaybackSettings()
        settings.clock = random.pick([.wall, .wall, .sound, .manual])
        settings.framesPerSecond = random.isOneIn(3) ? makeNumber() : 30
        settings.idleFramesPerSecond = random.isOneIn(3) ? makeNumber() : 10
        settings.bufferFrames = makeNumber()
        settings.bufferLimit = TimeSpan(microseconds: Int64(random.isOneIn(2) ? makeNumber() : 100_000))
        settings.decodeLimit = TimeSpan(microseconds: Int64(random.isOneIn(2) ? makeNumber() : 100_000))
        settings.finishingLimit = TimeSpan(microseconds: Int64(random.isOneIn(2) ? makeNumber() : 100_000))
        settings.decodedBytesLimit = random.isOneIn(2) ? makeNumber() : 2_000
        settings.wrapsBaseIndex = random.isOneIn(2)
        return settings
    }

    private mutating func makeClipEvent() -> WireEvent {
        let name = random.pick(Self.clipNames + [Stream.home, Stream.idleBack])
        switch random.below(5) {
        case 0: return .clipAnnounced(name, totalFrames: makeNumber())
        case 1, 2: return .baseFrameArrived(name, index: makeNumber(), picture: Stream.payload(random.below(9)))
        case 3: return .clipCompleted(name, totalFrames: random.isOneIn(2) ? makeNumber() : nil)
        default:
            let entries = [name, Stream.talking].map { clip in
                ManifestEntry(clip: clip, frames: makeNumber(), version: random.isOneIn(2) ? "a1" : "a2")
            }
            return .manifestArrived(random.isOneIn(6) ? .refused("x") : .clips(entries))
        }
    }

    private mutating func makeEnd() -> WireEvent {
        random.isOneIn(2)
            ? .audioEnded : .baseAnimationRequested(random.pick([Stream.home, Stream.idle, "odd", Stream.talking]))
    }

    private mutating func makeOdd() -> WireEvent {
        switch random.below(4) {
        case 0: .ignored(name: "x")
        case 1: .textArrived(TextSegment(text: "x"))
        case 2: .imageArrived(group: makeNumber(), picture: nil)
        default: .chunkSent(chunk: makeNumber(), totalSent: makeCount())
        }
    }
}
