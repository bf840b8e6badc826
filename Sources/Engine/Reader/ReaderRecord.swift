import Events

/// The observable state of a reader: the keys of `cameo read --headless`.
package struct ReaderRecord: Hashable, Sendable {
    package var transcript: TranscriptRecord?
    package var track: BookTrack?
    package var phase = ReaderPhase.idle.name
    /// Whether the first sound is not loaded yet.
    package var isPreparing = false
    /// Position in the track's file.
    package var position: TimeSpan?
    /// Why the state is as it is.
    package var reason = ""

    init() {}

    init(_ reader: BookReader) {
        transcript = reader.transcript
        let isHeard = reader.isOver || reader.isStopped ? nil : reader.current
        (track, position) = (isHeard?.track, isHeard?.position)
        phase = reader.phase.name
        isPreparing = reader.phase == .preparing
    }

    /// Number of highlighted tokens in one lane of the highlighted sentence.
    package func lit(_ lane: Lane) -> Int { transcript?.lanes[lane]?.lit ?? 0 }

    func isSame(as other: ReaderRecord) -> Bool {
        transcript == other.transcript && track == other.track && phase == other.phase && position == other.position
    }

    /// Whether anything is played or shown differently. The progress of the same sound does not count.
    package func isOther(than other: ReaderRecord) -> Bool {
        transcript != other.transcript || track != other.track || phase != other.phase
    }

    /// A line for the log.
    package func words(_ notes: [ReaderNote]) -> String {
        let place = [transcript.map { "sentence \($0.number)" }, track?.rawValue, phase].compactMap { $0 }
        let why = notes.isEmpty ? reason : notes.map(\.text).joined(separator: "; ")
        return place.joined(separator: ", ") + ": " + why
    }

    /// The reason if only time has passed.
    static func reason(from before: ReaderRecord, to next: ReaderRecord) -> String {
        let audible = next.position.map { "at \($0.inSeconds) s" } ?? "no sound playing"
        guard let transcript = next.transcript else { return audible }
        if before.transcript?.number != transcript.number {
            return "sentence \(transcript.number): \(transcript.rule.words), \(audible)"
        }
        let lanes = Lane.allCases.filter { before.lit($0) != next.lit($0) }
        guard !lanes.isEmpty else {
            return before.transcript?.rule == transcript.rule ? audible : "\(transcript.rule.words), \(audible)"
        }
        let words = lanes.map { "\($0.rawValue) \(next.lit($0)) of \(transcript.lanes[$0]?.tokens ?? 0)" }
        return words.joined(separator: ", ") + ": \(audible)"
    }
}

/// The highlighted sentence, and how much of it counts as spoken (reader 3.1).
package struct TranscriptRecord: Hashable, Sendable {
    package var chunk: Int
    package var row: Int
    package var number: Int
    package var block: TextBlock?
    /// Lanes without text are `nil`.
    package var lanes: PerLane<LaneRecord?>
    package var rule: DisplayRule

    /// One side of a sentence: its original, or its translation with the transliteration.
    package enum Side: Hashable, Sendable {
        case none
        case first
        case full
        /// By the time; if nothing is known of it, the first word.
        case live(TimeSpan)
    }

    /// - Returns: `nil` if there is no such row, or it has no text.
    package init?(
        _ chunk: LoadedChunk, at place: Int, _ row: Int, original: Side, translation: Side, live track: BookTrack,
        _ rule: DisplayRule
    ) {
        guard chunk.sentences.indices.contains(row) else { return nil }
        let sentence = chunk.sentences[row]
        let lanes = PerLane<LaneRecord?> { lane in
            guard let tokens = sentence.lanes[lane]?.tokens.count, tokens > 0 else { return nil }
            switch lane == .original ? original : translation {
            case .none: return LaneRecord.none(of: tokens)
            case .first: return LaneRecord.first(of: tokens)
            case .full: return LaneRecord.full(tokens)
            case .live(let time):
                guard let reveal = chunk.reveal(row, lane, on: track) else { return LaneRecord.none(of: tokens) }
                return LaneRecord(reveal, at: chunk.windows(on: track).effective(time))
            }
        }
        guard Lane.allCases.contains(where: { lanes[$0] != nil }) else { return nil }
        (self.chunk, self.row, self.lanes) = (place, row, lanes)
        (number, block, self.rule) = (sentence.number, sentence.block, rule)
    }
}

/// Why a sentence is shown as it is (reader 3.2). While anything moves, the target decides, never the clock.
package enum DisplayRule: Int, Hashable, Sendable {
    /// Seeking another track within the sentence.
    case trackSwitch = 1
    /// Seeking another sentence; the previous one stays.
    case previous
    /// It is not known yet whether the other track is playing.
    case settling
    case previousWhileSettling
    case dwell
    case frozen
    case fallback
    /// The other track has just been confirmed.
    case settled
    case jump
    case anchor
    /// By the time of the sound.
    case live
    case initial
    case still

    package var words: String {
        switch self {
        case .trackSwitch: "seeking the other track of the sentence"
        case .previous: "previous sentence shown while seeking the next"
        case .settling: "waiting for the other track of the sentence"
        case .previousWhileSettling: "previous sentence shown until the next one sounds"
        case .dwell: "last word stays lit"
        case .frozen: "covered"
        case .fallback: "seeking"
        case .settled: "seek reached"
        case .jump: "seeking"
        case .anchor: "the sound is seeking"
        case .live: "by time"
        case .initial: "not audible yet"
        case .still: "no sound playing"
        }
    }
}

/// How much of a lane counts as spoken (reader 3.1).
package struct LaneRecord: Hashable, Sendable {
    package var tokens: Int
    /// Number of spoken tokens, from the first one on.
    package var lit: Int
    /// The token being spoken.
    package var current: Int?

    package init(tokens: Int, lit: Int, current: Int?) {
        (self.tokens, self.lit, self.current) = (tokens, lit, current)
    }

    static func none(of tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: 0, current: nil) }
    static func full(_ tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: tokens, current: tokens - 1) }
    static func first(of tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: 1, current: 0) }
}

extension LaneRecord {
    /// The lane of the active sentence (reader 3.5). A token with a time of its own is never highlighted before it.
    /// - Parameter time: effective time.
    init(_ reveal: RevealTimes, at time: TimeSpan) {
        let (window, count, margin) = (reveal.window, reveal.times.count, ReaderRules.windowMargin)
        let u = min(time, window.end + margin)
        let reached = min(u, window.end) + margin
        var lit = reveal.times.partitionPoint { $0 > reached }
        if u >= window.end - Self.tail(of: window) {
            while lit < count, !reveal.isOwn[lit] { lit += 1 }
        }
        if lit == 0, u >= window.start - margin, reveal.isOwn.first == false { lit = 1 }
        self.init(tokens: count, lit: lit, current: lit > 0 ? lit - 1 : nil)
    }

    /// How long before the end the words without a time of their own are highlighted.
    static func tail(of window: SentenceWindow) -> TimeSpan {
        min(ReaderRules.revealTail, window.length.part(1, of: 4))
    }
}

extension LoadedChunk {
    /// Which sentence is highlighted at a time of a track's file, and how much of its lanes; nothing of lanes that
    /// the track does not speak.
    package func lit(on track: BookTrack, at time: TimeSpan) -> (row: Int, lanes: PerLane<LaneRecord?>)? {
        let windows = windows(on: track)
        let effective = windows.effective(time)
        guard let row = windows.activeRow(at: effective) else { return nil }
        return (row, lit(row, on: track, at: time))
    }

    /// The same for one given sentence, whether or not it is the highlighted one.
    package func lit(_ row: Int, on track: BookTrack, at time: TimeSpan) -> PerLane<LaneRecord?> {
        let windows = windows(on: track)
        let effective = windows.effective(time)
        return PerLane { lane in
            guard let tokens = sentences[row].lanes[lane]?.tokens.count, tokens > 0 else { return nil }
            guard let reveal = reveal(row, lane, on: track) else { return LaneRecord.none(of: tokens) }
            return LaneRecord(reveal, at: effective)
        }
    }

    /// When the tokens of a lane are highlighted; `nil` if the track does not speak it.
    package func reveal(_ row: Int, _ lane: Lane, on track: BookTrack) -> RevealTimes? {
        RevealTimes(sentences[row], lane, on: track, windows(on: track).windows[row], isExact: chunk.isExact)
    }
}
