import Events
import Support

@testable import Engine

/// The columns of the state table, specification 3.12.
enum Column: String, CaseIterable, CustomStringConvertible {
    case idle = "I"
    case transition = "T"
    case playing = "P"
    case waiting = "W"
    case holding = "H"
    case gap = "G"
    case finishing = "F"
    case returning = "R"

    var description: String { rawValue }

    init(_ mode: Mode) {
        switch mode {
        case .idle: self = .idle
        case .transition: self = .transition
        case .overlay(.playing): self = .playing
        case .overlay(.waiting): self = .waiting
        case .overlay(.holding): self = .holding
        case .overlay(.gap): self = .gap
        case .finishingBase: self = .finishing
        case .returnTransition: self = .returning
        }
    }
}

/// An engine that has been brought into one column of the state table by an ordinary message, at 60 ticks a second.
///
/// The clips are short: idle 8 and 8 frames, bridge 15, talking 40, home 15.
struct Scene {
    var session = EngineRun(ticks: .perSecond(60))
    static let tick = TimeSpan(microseconds: 16_666)
    /// Frames of chunk 0, by column: long where it plays on, short where its end matters.
    static let longChunk = 60
    static let shortChunk = 5
    /// A frame number whose picture never comes out of the decoder, in the column that waits for it.
    static let stuckFrame = 5
    static let stuckPicture = 9_000_000

    struct Options {
        var hasBridge = false
        var hasHome = true
        var hasAudio = true
        var talkingFrames = 40
        /// Frames of the return clip that are left out, so that it is known but not loaded.
        var homeHoles = 0
    }

    init(_ column: Column, _ options: Options = Options()) {
        session.decoding = { job in
            job.picture == Stream.payload(Self.stuckPicture) ? .never : .after(.zero)
        }
        load(column, options)
        wait(1_000)
        guard column != .idle else { return }
        for event in Self.message(column, options) { receive(event) }
        _ = until { $0.column == column }
    }

    private mutating func load(_ column: Column, _ options: Options) {
        session.at(0, Stream.clip(Stream.idle, frames: 8) + Stream.clip(Stream.idleBack, frames: 8))
        let talking = column == .returning ? Self.shortChunk + 1 : options.talkingFrames
        if talking > 0 { session.at(0, Stream.clip(Stream.talking, frames: talking)) }
        if options.hasBridge || column == .transition { session.at(0, Stream.clip(Stream.bridge, frames: 15)) }
        guard options.hasHome else { return }
        session.at(0, Array(Stream.clip(Stream.home, frames: 15).dropLast(1 + options.homeHoles)))
    }

    private static func message(_ column: Column, _ options: Options) -> [WireEvent] {
        let isShort = column == .holding || column == .gap || column == .finishing || column == .returning
        var frames = Stream.frames(0..<(isShort ? shortChunk : longChunk))
        if column == .waiting { frames[stuckFrame].picture = Stream.payload(stuckPicture) }
        var events = options.hasAudio ? [Stream.audio(0, frames: frames.count)] : []
        events += [Stream.batch(0, frames, of: 1), Stream.sent(0, frames.count)]
        if column == .holding { events.append(Stream.audio(1, frames: 12)) }
        if column == .finishing || column == .returning { events.append(.audioEnded) }
        return events
    }

    // MARK: Looking

    var engine: PlaybackEngine { session.engine }
    var column: Column { Column(engine.mode) }
    var composite: Composite? { engine.composite }
    var position: FramePosition? { engine.record?.position }
    /// Whether the queue holds a chunk with this number.
    func isQueued(_ chunk: Int) -> Bool { engine.message.queue.contains { $0.index == chunk } }

    /// Everything but what merely counts and the time.
    var state: PlaybackEngine {
        var copy = engine
        copy.counters = Counters()
        copy.now = .zero
        copy.clock = .zero
        copy.clockedAt = nil
        copy.accumulator = .zero
        return copy
    }

    // MARK: Acting

    mutating func receive(_ events: WireEvent...) {
        for event in events { session.receive(Event(session.now, .wire(event))) }
    }

    mutating func receive(_ inputs: LocalInput...) {
        for input in inputs { session.receive(Event(session.now, .local(input))) }
    }

    mutating func receive(_ events: [WireEvent]) {
        for event in events { receive(event) }
    }

    mutating func wait(_ milliseconds: Int64) { run(.milliseconds(milliseconds)) }
    mutating func ticks(_ count: Int64 = 1) { run(Self.tick * count) }

    private mutating func run(_ span: TimeSpan) { session.run(to: (session.now + span).seconds) }

    /// Runs tick by tick until something holds; how long that took, `nil` when it did not within 20 seconds.
    @discardableResult
    mutating func until(_ holds: (Scene) -> Bool) -> TimeSpan? {
        let start = session.now
        while !holds(self) {
            guard session.now < start + .seconds(20) else { return nil }
            ticks()
        }
        return session.now - start
    }
}

extension Stream {
    /// Chunk `index` complete, on the talking clip from base `base`.
    static func whole(_ index: Int, frames: Int = 12, from base: Int = 0) -> [WireEvent] {
        chunk(index, frames: frames, from: base)
    }
}
