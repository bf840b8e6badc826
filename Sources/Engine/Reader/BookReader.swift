import Events

/// Reads a book: decides which sentence plays on which track, and which words are highlighted.
///
/// A value: it receives the results of its requests (`ReaderInput`) and the time. Its requests are views of its
/// state: text to load (`wantedChunks`), and the sound to play (`sound`). What it shows is `record`.
package struct BookReader: Hashable, Sendable {
    package internal(set) var settings: ReaderSettings
    package internal(set) var book: Book?
    /// By their index in the book, as far as loaded.
    var chunks: [Int: ChunkState] = [:]
    /// The current chunk.
    package internal(set) var selected = 0
    /// Where to begin in the current chunk, once its text is loaded.
    var pending: Target?
    package internal(set) var phase = ReaderPhase.idle
    package internal(set) var wantsToPlay = false
    package internal(set) var switches: AudioSwitches
    package internal(set) var hiddenLanes: Set<Lane> = []
    package internal(set) var percent: Int
    /// Whether both tracks play in turn; otherwise one file plays straight through.
    package internal(set) var isSequence = false
    /// Index of the current segment in the plan.
    var pointer: Int?
    var current: SoundState?
    package internal(set) var generation = SoundGeneration(0)
    /// Number of attempts to find the current segment.
    var seeks = 0

    /// The row to show if nothing else determines it.
    var selectedRow = 0
    /// Tracks of the shown sentence that have been played to their ends.
    var finished: Set<BookTrack> = []
    /// The sentence that stays shown while another one is being sought.
    var previousRow: Int?
    /// Whether the track changed within the sentence.
    var isSameSentence = false
    /// Since when the sound is known to be the right one.
    var settledAt: Instant?
    /// The target sentence of a seek on a single track.
    var anchor: Anchor?
    package internal(set) var cursor: WordCursor?
    /// Whether moving the cursor extends the selection.
    package internal(set) var isExtending = false
    package internal(set) var sleepAt: Instant?
    /// Whether the last sentence of the book, or of what there is of it, has been played.
    package internal(set) var isOver = false
    package internal(set) var isStopped = false

    package internal(set) var now = Instant.zero
    package private(set) var record = ReaderRecord()
    var notes: [ReaderNote] = []

    enum ChunkState: Hashable, Sendable {
        case loaded(LoadedChunk)
        case failed(reason: String, at: Instant)
    }

    /// Where to begin in a chunk.
    enum Target: Hashable, Sendable {
        case first, last
        case row(Int)
        case number(Int)
        /// A word of a sentence.
        case word(BookPlace)
    }

    struct Anchor: Hashable, Sendable {
        var row: Int
        var since: Instant
    }

    package init(_ settings: ReaderSettings = ReaderSettings()) {
        self.settings = settings
        (switches, percent) = (AudioSwitches(settings.mode), settings.percent)
    }

    // MARK: Hearing

    /// - Returns: what happened, for the log.
    package mutating func handle(_ input: ReaderInput, at time: Instant) -> [ReaderNote] {
        now = max(now, time)
        switch input {
        case .began(let settings): startOver(with: settings)
        case .bookOpened(let book): open(book)
        case .chunkLoaded(let place, let chunk): load(chunk, at: place)
        case .chunkFailed(let place, let reason): fail(place, reason)
        case .sound(let generation, let event): hear(event, of: generation)
        case .command(let command): obey(command)
        }
        return publish()
    }

    /// Handles the passing of time.
    package mutating func tick(at time: Instant) -> [ReaderNote] {
        now = max(now, time)
        if let sleepAt, sleepAt <= now {
            self.sleepAt = nil
            if wantsToPlay {
                pause()
                note(.paused, "sleep timer ended")
            }
        }
        switch phase {
        case .dwelling(let end) where end <= now: advance()
        case .transitioning(let notBefore?) where notBefore <= now: endTransition()
        default: break
        }
        return publish()
    }

    /// The time of the next useful tick; `nil` while nothing changes by itself.
    package var deadline: Instant? {
        var times: [Instant?] = [sleepAt]
        switch phase {
        case .dwelling(let end): times.append(end)
        case .transitioning(let notBefore): times.append(current?.isReady == true ? notBefore : nil)
        default: break
        }
        if phase == .playing, let settledAt, settledAt + ReaderRules.settledGuard > now {
            times.append(settledAt + ReaderRules.settledGuard)
        }
        return times.compactMap { $0 }.min()
    }

    mutating func note(_ kind: ReaderNote.Kind, _ text: String) { notes.append(ReaderNote(kind, text)) }

    private mutating func publish() -> [ReaderNote] {
        defer { notes = [] }
        var next = ReaderRecord(self)
        guard !next.isSame(as: record) else { return notes }
        noteDisorder(from: record, to: next)
        next.reason = notes.map(\.text).joined(separator: "; ")
        if next.reason.isEmpty { next.reason = ReaderRecord.reason(from: record, to: next) }
        record = next
        return notes
    }

    /// Notes highlighted words whose time is before that of the previous word.
    private mutating func noteDisorder(from before: ReaderRecord, to next: ReaderRecord) {
        guard phase != .preparing, let transcript = next.transcript, let track = next.track, let chunk else { return }
        let isSame = before.transcript?.number == transcript.number
        for lane in [Lane.original, .translation] {
            let (old, new) = (isSame ? before.lit(lane) : 0, next.lit(lane))
            guard new > old, let reveal = chunk.reveal(transcript.row, lane, on: track) else { continue }
            for place in reveal.disordered where (old..<new).contains(place) {
                note(.order, "word \(place + 1) of the \(lane.rawValue) starts before the previous one")
            }
        }
    }

    // MARK: Books and chunks

    /// Starts over with new settings; results for an earlier book count as late.
    private mutating func startOver(with settings: ReaderSettings) {
        let (now, generation, record) = (now, generation, record)
        self = BookReader(settings)
        (self.now, self.generation, self.record) = (now, generation.next, record)
    }

    private mutating func open(_ book: Book) {
        let before = self.book
        self.book = book
        if let before, !before.chunks.isEmpty { return grow(from: before, to: book) }
        guard !book.chunks.isEmpty else { return note(.book, "the book has no text yet") }
        guard !isStopped else { return }
        wantsToPlay = wantsToPlay || settings.autoplays
        prepare(0, .first)
    }

    /// Approximate number of bytes that a copy takes besides what it shares with an earlier state.
    package func copyBytes(besides other: BookReader?) -> Int {
        guard let other, chunks.count == other.chunks.count else { return 512 + 64 * chunks.count }
        return 512
    }

    /// The loaded text of a chunk.
    package subscript(place: Int) -> LoadedChunk? {
        if case .loaded(let chunk)? = chunks[place] { chunk } else { nil }
    }

    package var chunk: LoadedChunk? { self[selected] }

    var segment: Segment? {
        guard isSequence, let pointer, let segments = chunk?.plan.segments, segments.indices.contains(pointer) else {
            return nil
        }
        return segments[pointer]
    }
}
