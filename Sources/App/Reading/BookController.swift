import BookAPI
import BookFolders
import Engine
import Events
import Frames
import Platform
import Playback
import Reading
import Screens
import Sessions
import Settings
import SocketIO
import Sound

/// Does for the reader of a book what it wants: loads its text, lets it be heard, and tells it what came of that.
///
/// Owner: the run loop, main actor.
@MainActor
final class BookController {
    private let book: ReadBook
    private let report: @Sendable (BookEvent) -> Void
    private let loudspeaker: SharedLoudspeaker?
    private let index: BookIndex
    private let loads: ChunkLoads
    private var player: BookPlayer?
    private var sounds: BookSounds?
    /// Of what is looked at where nothing can be heard.
    private var unheardSounds: BookSounds?
    private var hints = ModeHints()
    private let face: NarratorFace?
    private let pictures: BookPictures
    /// Whether the screen was told that there is one.
    private var isIllustrated = false
    private let music: MusicPlayer
    /// `nil` where none is read, or nobody shows it.
    private let film: FilmPicture?
    /// Somebody may see it.
    var showsFilm = true
    private var device: (any Loudspeaker)?
    /// Keeps the time where nothing can be heard.
    private var silent = VirtualPlayer()
    private var searching: Task<Void, Never>?
    /// Reads what may be searched.
    private var reading: Task<Void, Never>?
    /// As far as the book has grown.
    private var chunkCount: Int
    private var growing: Task<Void, Never>?
    private var lookingUp: Task<Void, Never>?
    /// Where it was left, and what is marked in it.
    private var progress: ReadingProgress { didSet { facts.bookmarks = progress.bookmarks } }
    private(set) var sound: SoundStatus
    private(set) var facts = BookFacts()

    init(
        _ book: ReadBook, _ options: SoundOptions?, _ clock: SessionClock,
        report: @escaping @Sendable (BookEvent) -> Void
    ) {
        (self.book, self.report) = (book, report)
        loudspeaker = options.map { SharedLoudspeaker($0) { clock.now } }
        index = BookIndex(book.source)
        chunkCount = book.source.book.chunks.count
        loads = ChunkLoads(book.source) {
            report(.told(.notice($0)))
        } wake: {
            report(.ready)
        }
        pictures = BookPictures(book.source) { report(.picture($0, $1)) }
        music = MusicPlayer(book.source, book.music) { report($0.map { .music($0) } ?? .ready) }
        film = book.film.flatMap { path in
            SoundProgram.installed.map { program in
                FilmPicture(book.source, path, program) { report(.film($0)) }
            }
        }
        face = book.face.map { NarratorFace($0, report) }
        sound = SoundStatus(options)
        facts.isReadHere = true
        progress = ReadingProgress(book, report)
        facts.bookmarks = progress.bookmarks
    }

    // MARK: From beginning to end

    /// What the face hears first.
    var opening: NarratorInput? { face?.opening }

    /// - Returns: what the reader hears first.
    func start() -> [ReaderInput] {
        if let loudspeaker {
            onOwnThread { [report] in
                do throws(SoundError) {
                    report(.opened(try loudspeaker.open()))
                } catch {
                    report(.noDevice(error))
                }
            }
        }
        growing = Task.detached { [book, report] in
            while !Task.isCancelled, let grown = await book.source.grown() {
                report(.heard(.reading(.bookOpened(grown))))
            }
        }
        var settings = book.settings
        settings.percent = progress.percent
        let place = progress.place.map { [ReaderInput.command(.place($0))] } ?? []
        return [.began(settings), .bookOpened(book.source.book)] + place
    }

    /// Silence, at once.
    func stop(_ reader: BookReader) {
        device?.stop()
        music.stop()
        progress.save(reader)
        searching?.cancel()
        reading?.cancel()
        growing?.cancel()
        lookingUp?.cancel()
    }

    /// - Returns: what of the place and the bookmarks is not kept, and why.
    func leave() async -> String? {
        await book.dictionary?.close()
        await progress.finishServer()
        await book.source.close()
        return await progress.finish()
    }

    func set(_ bookmark: Bookmark) -> [ScreenInput] { progress.set(bookmark) }
    func remove(_ bookmark: Bookmark) -> [ScreenInput] { progress.remove(bookmark) }

    /// The user wants to see them, also what another program has kept meanwhile.
    func lookForBookmarks() { progress.lookForBookmarks() }

    // MARK: What the reader wants

    /// - Returns: what it is to hear of it now; asked again until that is nothing.
    func follow(_ reader: BookReader, at now: Instant) -> ReaderInput? {
        loads.want(reader.wantedChunks)
        if let input = loads.next() {
            if case .chunkLoaded(_, let chunk) = input { player?.prepare(chunk.sounds) }
            return input
        }
        progress.follow(reader, at: now)
        readAhead(reader)
        if showsFilm, let position = filmPosition(reader, at: now) { film?.follow(position) }
        // Whether there is a loudspeaker is not known yet.
        guard sound.device != .opening else { return nil }
        if let hint = hints.new(reader) { report(.told(.notice(hint))) }
        if let device, device.isLost(at: now) { return lose() }
        if let notice = followMusic(reader, at: now) { report(.told(.notice(notice))) }
        guard let event = heard(reader, at: now) else { return nil }
        return .sound(reader.generation, event)
    }

    /// - Returns: what the user is told.
    private func followMusic(_ reader: BookReader, at now: Instant) -> String? {
        guard device != nil else { return nil }
        defer { facts.music = music.title }
        return music.follow(reader, gain: gain, at: now) { loudspeaker?.openForMusic() }
    }

    /// Once nobody waits for the first word any more.
    private func readAhead(_ reader: BookReader) {
        guard reading == nil, book.source.isAtHand, reader.sound?.isRunning == true else { return }
        reading = Task.detached(priority: .background) { [index, chunkCount] in
            await index.readAhead(chunks: chunkCount)
        }
    }

    private func heard(_ reader: BookReader, at now: Instant) -> ReaderSoundEvent? {
        guard let player else { return silent.follow(reader.sound, at: now) ?? silent.event(at: now) }
        guard let event = player.follow(reader.sound, at: now) else { return nil }
        // Each turn tells where it is; the reader hears of it when something of the text changes, and now and then.
        if case .moved(let position) = event, !isWorthTelling(position, reader, at: now) { return nil }
        reportedAt = now
        return event
    }

    private var reportedAt = Instant.zero
    /// What is heard is told so often where nothing of the text changes.
    private static let tellPeriod = TimeSpan.milliseconds(250)

    private func isWorthTelling(_ position: TimeSpan, _ reader: BookReader, at now: Instant) -> Bool {
        guard let known = reader.record.position, position > known else { return false }
        return now >= reportedAt + Self.tellPeriod || reader.nextChange.map { $0 <= position } == true
    }

    /// Lets the face speak what is heard.
    func followNarrator(_ narrator: Narrator, _ reader: BookReader, at now: Instant) {
        guard let face, let sounds, let sound = reader.sound,
            case .success(let streamed)? = sounds.sound(sound.sound)
        else { return }
        face.follow(narrator, reader, sound, streamed, at: now)
    }

    var filmPicture: Picture? { film?.shown?.picture }

    /// What is drawn beside the text.
    var picture: (picture: BookPicture, pixels: Picture)? { pictures.shown }

    /// Loads it.
    /// - Returns: what the screen is to hear.
    func followPicture(_ reader: BookReader) -> [ScreenInput] {
        pictures.follow(reader)
        let isThere = pictures.shown != nil
        guard isThere != isIllustrated else { return [] }
        isIllustrated = isThere
        return [.illustrated(isThere)]
    }

    /// How loud a part of a file is; `nil` while it is not decoded.
    func levels(of sound: BookSound, from start: TimeSpan, to end: TimeSpan) -> [UInt8]? {
        guard case .success(let streamed)? = shownSounds()?.sound(sound) else { return nil }
        return streamed.levels(from: start, to: end)
    }

    /// Those that are heard; without a loudspeaker others, opened once somebody looks.
    private func shownSounds() -> BookSounds? {
        if let known = sounds ?? unheardSounds { return known }
        guard sound.device != .opening else { return nil }
        let opened = BookSounds(book.source, rate: Self.unheardRate) { [report] in report(.ready) }
        unheardSounds = opened
        return opened
    }

    /// Samples a second, as most devices take them.
    private static let unheardRate = 48_000

    /// When something that it wants comes about by itself.
    func nextWake(_ reader: BookReader, at now: Instant) -> Instant? {
        [music.nextWake(at: now), nextPicture(reader, at: now), nextSound(reader, at: now)].compactMap(\.self).min()
    }

    /// Before anything is heard of what is to be heard, where that begins.
    private func filmPosition(_ reader: BookReader, at now: Instant) -> TimeSpan? {
        player?.position(at: now) ?? reader.record.position ?? reader.sound?.start
    }

    private func nextPicture(_ reader: BookReader, at now: Instant) -> Instant? {
        guard showsFilm, reader.sound?.isRunning == true, let next = film?.nextChange else { return nil }
        return player?.time(of: next, at: now).map { max($0, now + Self.shortestWait) }
    }

    private func nextSound(_ reader: BookReader, at now: Instant) -> Instant? {
        guard let sound = reader.sound, sound.isRunning else { return nil }
        guard let player else { return silent.nextTime }
        var times = [reportedAt + Self.tellPeriod, player.end(at: now)].compactMap(\.self)
        if let change = reader.nextChange, let time = player.time(of: change, at: now) { times.append(time) }
        return times.min().map { max($0, now + Self.shortestWait) }
    }

    private static let shortestWait = TimeSpan.milliseconds(1)

    /// The device is gone: nothing goes on that nobody hears.
    private func lose() -> ReaderInput {
        (device, player) = (nil, nil)
        _ = music.receive(.failed("sound device disconnected"))
        facts.music = nil
        sound.device = .disconnected
        return .command(.pause)
    }

    // MARK: News

    /// What comes of an event.
    struct Outcome {
        /// What the session is to hear.
        var input: LocalInput?
        /// What it is to hear that has to be on the tape as it is.
        var message: WireMessage?
        var reported: [ScreenInput]

        init(_ input: LocalInput? = nil, reported: [ScreenInput] = [], message: WireMessage? = nil) {
            (self.input, self.reported, self.message) = (input, reported, message)
        }
    }

    func receive(_ event: BookEvent) -> Outcome {
        switch event {
        case .told(let input): return Outcome(reported: [input])
        case .heard(let input):
            if case .reading(.bookOpened(let grown)) = input { chunkCount = grown.chunks.count }
            return Outcome(input)
        case .keep(let message): return Outcome(message: message)
        case .opened(let opened):
            (device, sound.device) = (opened, .open)
            let sounds = BookSounds(book.source, rate: opened.rate) { [report] in report(.ready) }
            self.sounds = sounds
            player = BookPlayer(opened, sounds) { [report] in report(.told(.notice($0))) }
            setGain()
            return Outcome()
        case .noDevice(let error):
            sound.device = .unavailable(error)
            return Outcome(reported: [.unheard(error.plainReason)])
        case .picture(let picture, let pixels):
            pictures.receive(picture, pixels)
            return Outcome()
        case .music(let event):
            return Outcome(reported: music.receive(event).map { [.notice($0)] } ?? [])
        case .film(let result):
            let notice = film?.receive(result)
            if let shown = film?.shown {
                let size = shown.picture.size
                facts.film = ShownFilm(number: shown.number, aspect: Double(size.width) / Double(max(1, size.height)))
            }
            return Outcome(reported: notice.map { [.notice($0)] } ?? [])
        case .ready: return Outcome()
        case .bookmarkKept(let bookmark, let id):
            progress.change { $0.hasAdded(bookmark, as: id) }
            return Outcome()
        case .bookmarkGone(let id):
            progress.change { $0.hasRemoved(id) }
            return Outcome()
        case .kept(let known, let changes):
            progress.saved(known, changes: changes)
            return Outcome()
        }
    }

    // MARK: The user

    func setMuted(_ isMuted: Bool) {
        sound.isMuted = isMuted
        setGain()
    }

    func setVolume(_ percent: Int) {
        sound.setVolume(percent)
        setGain()
    }

    /// Muted it goes on: the sound is the clock.
    private func setGain() { device?.setGain(gain) }
    private var gain: Float { sound.isMuted ? 0 : sound.gain }

    func toggleMusic() -> [ScreenInput] {
        [.notice(sound.whyUnheard.map(SoundStatus.unheard(because:)) ?? music.toggle())]
    }

    /// In the book's own dictionary, else by the user's. Whoever asks for something else does not want what was asked for before.
    func lookUp(_ query: LookupQuery) {
        lookingUp?.cancel()
        lookingUp = Task.detached { [book, report] in
            let answer = await book.answer(to: query)
            if !Task.isCancelled { report(.told(.lookedUp(Lookup(query.words, answer)))) }
        }
    }

    func search(_ text: String, from start: BookMatches.Start) {
        searching?.cancel()
        searching = Task.detached { [index, report, chunkCount] in
            await index.search(text, chunks: chunkCount, from: (start.chunk, start.sentence)) {
                report(.told(.matches(BookMatches(text, sentences: $0, part: $1, from: start))))
            }
        }
    }
}
