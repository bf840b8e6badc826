import Events

/// Reads a book: which sentence of it sounds on which track, and what of its text is lit.
///
/// A value: it hears what came of what it wants (`ReaderInput`) and the time, and what it wants is a view of its state: text that is to
/// be loaded (`wantedChunks`), and the sound that is to be heard (`sound`). What it shows is `record`.
package struct BookReader: Hashable, Sendable {
    package internal(set) var settings: ReaderSettings
    package internal(set) var book: Book?
    /// By their places in the book, as far as they have come.
    var chunks: [Int: ChunkState] = [:]
    /// The chunk that is read.
    package internal(set) var selected = 0
    /// Where to begin in it, once its text is there.
    var pending: Target?
    package internal(set) var phase = ReaderPhase.idle
    package internal(set) var wantsToPlay = false
    package internal(set) var switches: AudioSwitches
    package internal(set) var hiddenLanes: Set<Lane> = []
    package internal(set) var percent: Int
    /// Both tracks in turn; else one file straight through.
    package internal(set) var isSequence = false
    /// The segment of the plan that is heard.
    var pointer: Int?
    var current: SoundState?
    package internal(set) var generation = SoundGeneration(0)
    /// Tries to find the segment of now.
    var seeks = 0

    /// The row that is shown where nothing else says which.
    var selectedRow = 0
    /// Tracks of the shown sentence that have been heard to their ends.
    var finished: Set<BookTrack> = []
    /// The sentence that stays while another one is being sought.
    var previousRow: Int?
    /// The track has changed within the sentence.
    var isSameSentence = false
    /// What is heard is known to be right since then.
    var settledAt: Instant?
    /// A sentence that a single track is on its way to.
    var anchor: Anchor?
    package internal(set) var cursor: WordCursor?
    /// Moving the cursor selects what it passes.
    package internal(set) var isExtending = false
    package internal(set) var sleepAt: Instant?
    /// The book's last sentence has been heard, or all that there is of it.
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
        case .began(let settings): begin(settings)
        case .bookOpened(let book): open(book)
        case .chunkLoaded(let place, let chunk): load(chunk, at: place)
        case .chunkFailed(let place, let reason): fail(place, reason)
        case .sound(let generation, let event): hear(event, of: generation)
        case .command(let command): obey(command)
        }
        return publish()
    }

    /// Time has passed.
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

    /// When a tick is worth while; `nil` while nothing changes by itself.
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

    /// Words that are lit now and that are told to sound before the one in front of them.
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

    /// Whatever comes of an earlier book is late.
    private mutating func begin(_ settings: ReaderSettings) {
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

    /// Bytes that a copy takes besides what it shares with an earlier state; about.
    package func copyBytes(besides other: BookReader?) -> Int {
        guard let other, chunks.count == other.chunks.count else { return 512 + 64 * chunks.count }
        return 512
    }

    /// What is loaded of a chunk.
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
