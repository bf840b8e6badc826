import Debugger
import Engine
import Events
import Frames
import Panels
import PictureInPicture
import Sessions

/// What the screen knows of what is played, at one moment. To be kept by nobody: it shares the log with the player, which would
/// have to copy it for the next line.
package struct Played {
    package var timeline: Timeline
    package var breakpoints: [Breakpoint] = []
    /// Real time, as `link` has it.
    package var now = Instant.zero
    /// Of the playhead, on the clock of what is played.
    package var position = Instant.zero
    package var duration: Instant?
    /// False while it is being found out how much the avatar does behind the last event.
    package var isLengthKnown = true
    /// What is the end now may not be the last.
    var mayGrow: Bool { isGrowing || !isLengthKnown }
    /// The end of all that is known.
    package var end = Instant.zero
    /// How much of it has been heard, from 0 to 1.
    package var part = 1.0
    package var isPaused = false
    /// The playhead is at the end of what there is to see.
    package var isOver = false
    /// Nothing moves any more by itself.
    package var isStill = false
    package var runAhead = RunAhead.none
    /// Nothing more can be heard by running ahead.
    package var isExhausted = false
    /// More comes by itself, also while paused.
    package var isGrowing = false
    package enum Recording: Hashable, Sendable {
        case none, running
        /// It could not be written any further.
        case ended
    }

    /// Whether all that is heard goes onto a tape that the user named.
    package var recording = Recording.none
    /// How far the playhead is behind a live stream, and how long nothing has come of it.
    package var lag: TimeSpan?
    package var silence: TimeSpan?
    /// Percent, and what it can be.
    package var speed = 100
    package var speeds = 100...100
    package var caption = ""
    /// The word of it that was heard last, where none is heard.
    package var lastWord: Range<Int>?
    package var captionStart = Instant.zero
    package var hasCaptions = false
    /// Reduced motion, while it plays: one picture stands for all that the avatar does, no word is lit, no clock runs.
    package var isCalm = false
    /// The word that is lit: none without motion.
    var litWord: Range<Int>? { isCalm ? nil : engine.spokenWord }
    /// The word that says which part of a caption is shown where none is lit.
    var placeWord: Range<Int>? { engine.spokenWord ?? lastWord }
    /// All of them so far.
    package var captions: [SaidLine] = []
    package var sound = SoundStatus()
    /// With a backend, of each avatar that is there by one; none where a tape is played.
    package var links: [Member: LinkState] = [:]
    /// Of the one that the screen is about.
    package var link: LinkState? { links[timeline.focus] }
    /// What only somebody who has the files can say.
    package var source: any ScreenSource

    package init(_ timeline: Timeline, _ source: any ScreenSource) { (self.timeline, self.source) = (timeline, source) }

    /// What is known of a call at the playhead; `nil` where nothing was told of one.
    package var call: Tile? { timeline.tile.flatMap { $0.hasCall ? $0 : nil } }
    /// Of a book, at the playhead; `nil` where none is read.
    package var reader: BookReader? { timeline.reader }
    /// What it is about, beside what it does.
    package var book = BookFacts()
    /// The engine at the playhead.
    package var engine: PlaybackEngine { timeline.engine }
    package var log: SessionLog { timeline.log }
    package var heard: EventCount { timeline.heard }
    package var isAtEdge: Bool { timeline.isAtEdge }
    /// At the edge something is still to be heard of what is said, or may come. Behind it are silence and the way home.
    package var isSpeaking: Bool {
        let generation = timeline.edge.generation
        // Between its words and behind them, too.
        let tellsWords = timeline.edge.spokenWord != nil || lastWord != nil
        return timeline.edge.isStillHeard(tellsWords: tellsWords) { chunk, place -> Bool? in
            guard let levels = source.levels(ofChunk: chunk, generation), !levels.isEmpty else { return nil }
            let first = Int(max(.zero, place).microseconds / SoundLevels.span.microseconds)
            return levels.dropFirst(first).allSatisfy { $0 == 0 }
        }
    }
    /// What is to come is heard ahead.
    package var isBusy: Bool { runAhead != .none }
    /// The line of the log for what is on screen at the playhead.
    package var record: FrameRecord? { log.frame(after: heard).flatMap(log.record) }
    package var composite: Composite? { narrated ?? engine.framePlan.composite }
    /// What is to be seen while a face reads a book.
    package var narrated: Composite? { timeline.narrator?.composite(by: engine, at: position) }

    /// What is to be seen of what an engine shows.
    func shown(_ composite: Composite?, by engine: PlaybackEngine) -> Composite? {
        let idle = engine.idleClip
        guard isCalm, composite != nil, !engine.isBroken(idle, 0), let base = engine.base(idle, 0) else {
            return composite
        }
        return Composite(clip: idle, baseIndex: 0, base: base)
    }

    /// Where a frame lies in an area; `nil` when its base frame is no picture.
    func placement(of composite: Composite, in area: PictureArea) -> Placement? {
        source.size(of: composite).map { Placement(of: $0, in: area) }
    }

    /// What was on screen before the frame at a place, the last one first; at most `count` frames.
    func shown(before count: Int, at place: EventCount) -> [Composite] {
        var composites: [Composite] = []
        var place = place
        while composites.count < count, case .at(let earlier) = timeline.find(.frames(-1), from: place) {
            place = earlier
            if let composite = timeline.engine(at: place).framePlan.composite { composites.append(composite) }
        }
        return composites
    }
}

/// Why what is to come is heard ahead of its time.
package enum RunAhead: Hashable, Sendable {
    case none
    /// So that the log has all of it.
    case listening
    /// Somebody wants to go there.
    case seeking
}

/// Looks up what is not in the log: pictures, the tape's own bytes, how loud a sound is.
package protocol ScreenSource {
    /// Of its base frame; `nil` when that is no picture.
    func size(of composite: Composite) -> PixelSize?
    /// `nil` outside of it and where the base frame is no picture.
    func reading(of composite: Composite, at point: PixelPoint) -> PixelReading?
    /// The event that brought a frame of a chunk.
    func event(of record: FrameRecord, in history: History) -> InspectorState.RawEvent?
    /// 0 to 255 for each 30th of a second; `nil` while nobody has read the chunk's sound.
    func levels(ofChunk chunk: Int, _ generation: Generation) -> [UInt8]?
    /// How loud a book's file of sound is, 0 to 255 for each 30th of a second; `nil` where it is not at hand.
    func levels(ofBook sound: BookSound, from start: TimeSpan, to end: TimeSpan) -> [UInt8]?
    /// Whether a popup lay on a cell when the screen was drawn last.
    func isCovered(_ cell: CellPoint) -> Bool
    /// How far the inspector could be scrolled when it was drawn last, in lines: gathering what it shows takes too long for each turn
    /// of the wheel.
    var inspectorScrollLimit: Int { get }
    /// The same of the statistics; 0 where all of them are shown.
    var statisticsScrollLimit: Int { get }
    /// Of a live session.
    var session: SessionFigures? { get }
    /// Of what was painted.
    func fill(_ statistics: inout StatisticsState)
}

/// What can be heard, and how loud.
package struct SoundStatus: Hashable, Sendable {
    package enum Device: Hashable, Sendable {
        /// Nobody wants any.
        case off
        case opening
        case open
        /// Why, and for the statistics what the sound system says of it.
        case unavailable(String, details: String? = nil)
    }

    package var device = Device.off
    package var isMuted = false
    /// Percent, and what it can be.
    package var volume = 100
    package var volumes = 100...100
    /// The picture follows the sound.
    package var paces = false
    /// How many sounds have been read.
    package var readCount = 0

    package init() {}

    /// What is said of it, without and with the reason.
    package static let unheard = "No sound"
    package static func unheard(because reason: String) -> String { "\(unheard): \(reason)" }

    package var whyUnheard: String? {
        switch device {
        case .off: "--no-audio"
        case .unavailable(let reason, _): reason
        case .opening, .open: nil
        }
    }

    /// What of it somebody has chosen otherwise than usual.
    var unusual: String? { isMuted ? "muted" : volume == 100 ? nil : "volume \(volume) %" }

    var isHeard: Bool { !isMuted && whyUnheard == nil }

    /// For the statistics.
    var words: String {
        if case .unavailable(let reason, let details?) = device { return "none: \(reason) (\(details))" }
        if let whyUnheard { return "none: \(whyUnheard)" }
        if device == .opening { return "opening the device" }
        return (isMuted ? "muted" : "volume \(volume) %") + (paces ? ", paces the picture" : "")
    }
}

/// The terminal, as far as drawing on it goes.
package struct ScreenGeometry: Hashable, Sendable {
    package var cells: CellSize
    package var cell: CellShape
    package var background: Color
    /// As the tile draws them.
    package var signs: TileSigns

    package init(
        cells: CellSize, cell: CellShape = .usual, background: Color = .black, signs: TileSigns = .unicode
    ) {
        (self.cells, self.cell, self.background, self.signs) = (cells, cell, background, signs)
    }
}
