import BookFolders
import Engine
import Events
import Settings
import Sound
import Synchronization
import Tapes
import Typesetting

/// `cameo read --plain`: a book heard, each sentence a line when it begins to sound.
@MainActor
package struct PlainReading {
    private let book: any BookSource
    private let settings: ReaderSettings
    private let loudspeaker: SoundDevice?
    private let music: MusicOptions
    private let gain: Float
    private let now: @Sendable () -> Instant
    private let warn: (String) -> Void
    private let write: (String) throws -> Void

    /// How often it is looked what is heard: twice a frame of 30 a second, and when something is to end.
    private static let look = TimeSpan.milliseconds(15)
    private static let shortestLook = TimeSpan.milliseconds(1)

    /// - Parameters:
    ///   - sound: `nil` for none: sentences come as fast as they would sound.
    ///   - write: takes one line of output, without its end, and shows it at once.
    package init(
        _ book: any BookSource, _ settings: ReaderSettings, sound: SoundOptions?, music: MusicOptions = MusicOptions(),
        warn: @escaping (String) -> Void, write: @escaping (String) throws -> Void
    ) {
        let clock = ContinuousClock()
        let began = clock.now
        let now: @Sendable () -> Instant = { .zero + TimeSpan(clock.now - began) }
        self.now = now
        (self.book, self.settings, self.warn, self.write) = (book, settings, warn, write)
        self.music = music
        gain = SoundOptions.gain(ofVolume: sound?.volume ?? 0)
        loudspeaker = sound.flatMap { options in
            do throws(SoundError) {
                let device = try SoundDevice(options.device, latency: options.latency, now: now)
                device.setGain(SoundOptions.gain(ofVolume: options.volume))
                return device
            } catch {
                warn("no sound: \(error.plainReason)")
                return nil
            }
        }
    }

    /// To the end of the book, also of one of which more comes meanwhile.
    /// - Parameters:
    ///   - tape: gets all that is heard.
    ///   - place: where it begins, and which learns where it is; `nil` for the book's beginning.
    package func run(recording tape: TapeWriter? = nil, keeping place: PlainPlace? = nil) async throws {
        for oddity in book.oddities { warn(oddity) }
        let player = loudspeaker.map { BookPlayer($0, BookSounds(book, rate: $0.rate), warn: warn) }
        let loads = ChunkLoads(book, warn: warn)
        let reported = Mutex<[MusicPlayer.Event]>([])
        let music = MusicPlayer(book, music) { event in if let event { reported.withLock { $0.append(event) } } }
        defer { music.stop() }
        /// Nobody is told of music that nobody asked for.
        func followMusic() {
            let events = reported.withLock { reported in
                defer { reported = [] }
                return reported
            }
            let notices = events.map { music.receive($0) } + [music.follow(reader, gain: gain, at: now()) { beneath() }]
            for notice in notices.compactMap(\.self) { warn(notice) }
        }
        var (reader, silent, lines, hints) = (BookReader(), VirtualPlayer(), PlainLines(), ModeHints())
        func hear(_ input: ReaderInput?) async throws {
            let now = now()
            try await tape?.append(input.map { .reading($0) } ?? .ticked, at: now)
            let notes = input.map { reader.handle($0, at: now) } ?? reader.tick(at: now)
            place?.note(reader, at: now)
            if let failure = notes.first(where: { $0.kind == .failed }) { throw CommandError.failed(failure.text) }
            if let hint = hints.new(reader) { warn(hint) }
            for line in lines.new(reader) { try write(line) }
        }
        var settings = settings
        settings.percent = place?.percent ?? settings.percent
        try await hear(.began(settings))
        try await hear(.bookOpened(book.book))
        if let start = place?.start { try await hear(.command(.place(start))) }
        var chunkCount = book.book.chunks.count
        /// Waits for more where all that there was is over.
        func goesOn() async throws -> Bool {
            while reader.isOver, let more = await book.grown() {
                try await hear(.bookOpened(more))
                guard more.chunks.count > chunkCount else { continue }
                chunkCount = more.chunks.count
                try await hear(.command(.next))
                try await hear(.command(.resume))
            }
            return !reader.isOver && reader.wantsToPlay
        }
        while try await goesOn() {
            loads.want(reader.wantedChunks)
            while let input = loads.next() {
                if case .chunkLoaded(_, let chunk) = input { player?.prepare(chunk.sounds) }
                try await hear(input)
            }
            let event =
                player.map { $0.follow(reader.sound, at: now()) }
                ?? silent.follow(reader.sound, at: now()) ?? silent.event(at: now())
            if let event {
                try await hear(.sound(reader.generation, event))
                if case .moved = event {} else { continue }
            }
            if let deadline = reader.deadline, deadline <= now() {
                try await hear(nil)
                continue
            }
            followMusic()
            try await Task.sleep(for: wait(reader, player))
        }
        try await tape?.close()
    }

    private func beneath() -> (any Loudspeaker)? { loudspeaker.map { SoundDevice(beneath: $0) } }

    private func wait(_ reader: BookReader, _ player: BookPlayer?) -> Duration {
        let now = now()
        let times = [now + Self.look, reader.deadline, player?.end(at: now)].compactMap { $0 }
        let span = max(Self.shortestLook, (times.min() ?? now) - now)
        return .microseconds(span.microseconds)
    }
}

/// Which sentences begin to sound, as lines.
struct PlainLines {
    private var last: (number: Int, track: BookTrack)?
    private var blocks = PlainBlocks()

    mutating func new(_ reader: BookReader) -> [String] {
        guard let transcript = reader.record.transcript, let track = reader.record.track, let chunk = reader.chunk,
            !reader.record.isPreparing, reader.record.phase != "transitioning",
            last?.number != transcript.number || last?.track != track
        else { return [] }
        let continues = last?.number == transcript.number
        last = (transcript.number, track)
        let lanes: [Lane] =
            switch track {
            case .original: [.original]
            case .translation: [.transliteration, .translation]
            case .mix: Lane.allCases
            }
        let texts: [String] = lanes.compactMap { lane in
            guard !reader.hiddenLanes.contains(lane) else { return nil }
            return chunk.sentences[transcript.row].lanes[lane].map { TerminalText.visible($0.text) }
        }
        return blocks.lines(texts, of: transcript.block, continues: continues)
    }
}

/// Lines of a book's sentences, laid out as their text has them: an empty line around headings and between paragraphs, and a sign in
/// front of an item.
struct PlainBlocks {
    private var hasLines = false
    /// Of the sentence before.
    private var last: TextBlock?

    /// - Parameters:
    ///   - texts: a sentence in one language or several.
    ///   - continues: it is the sentence before, in another language.
    /// - Returns: without the ends of lines; nothing where there is no text.
    mutating func lines(_ texts: [String], of block: TextBlock?, continues: Bool = false) -> [String] {
        guard !texts.isEmpty else { return [] }
        let gap = hasLines && !continues && isApart(block) ? [""] : []
        (hasLines, last) = (true, block)
        let sign = ItemSign(block, continues: continues)
        return gap + texts.enumerated().map { place, text in (place == 0 ? sign.first : sign.further) + text }
    }

    private func isApart(_ block: TextBlock?) -> Bool {
        if last?.kind.isItem == true, block?.kind.isItem == true { return false }
        return block?.isStart == true || last?.kind != block?.kind
    }
}

/// `cameo read --plain --no-wait`: the text of a book, a line for each lane of a sentence, as fast as it can be had.
package enum PrintedBook {
    /// - Parameter write: takes one line of output, without its end.
    /// - Throws: why there is no more text.
    @MainActor
    package static func write(
        _ book: any BookSource, _ mode: AudioMode, warn: (String) -> Void, write: (String) throws -> Void
    ) async throws {
        for oddity in book.oddities { warn(oddity) }
        var isLackSaid = false
        var blocks = PlainBlocks()
        for index in book.book.chunks.indices {
            let (sentences, oddities) = try await book.translatedSentences(at: index)
            for oddity in oddities { warn(oddity) }
            for sentence in sentences {
                let wanted = texts(sentence, lanes(mode))
                // As when it is heard.
                let texts = wanted.isEmpty ? texts(sentence, Lane.allCases) : wanted
                if wanted.isEmpty, !texts.isEmpty, !isLackSaid {
                    warn("sentences missing in the chosen language are printed in the other")
                    isLackSaid = true
                }
                for line in blocks.lines(texts, of: sentence.block) { try write(line) }
            }
        }
    }

    private static func texts(_ sentence: BookSentence, _ lanes: [Lane]) -> [String] {
        lanes.compactMap { lane in sentence.lanes[lane].map { TerminalText.visible($0.text) } }
    }

    /// In the order in which they are heard.
    private static func lanes(_ mode: AudioMode) -> [Lane] {
        switch mode {
        case .sequence, .single(.mix): Lane.allCases
        case .single(.original): [.original]
        case .single(.translation): [.transliteration, .translation]
        }
    }
}
