import Books
import Events
import Platform
import Playback
import Reader
import Reading
import Screens
import Sessions
import Settings
import Sound
import Wire

/// Does for the reader of a book what it wants: loads its text, lets it be heard, and tells it what came of that.
///
/// Owner: the run loop, main actor.
@MainActor
final class BookController {
    private let book: ReadBook
    private let report: @Sendable (BookNews) -> Void
    private let loudspeaker: SharedLoudspeaker?
    private let index: BookIndex
    private let loads: ChunkLoads
    private var player: BookPlayer?
    private var sounds: BookSounds?
    private let face: NarratorFace?
    private var device: (any Loudspeaker)?
    /// Keeps the time where nothing can be heard.
    private var silent = VirtualPlayer()
    private var searching: Task<Void, Never>?
    private var growing: Task<Void, Never>?
    /// Where it was left, as far as that has been noted.
    private var kept: ReadingPlace
    private let keeper: PlaceKeeper?
    private var keptAt = Instant.zero
    private(set) var sound = SoundState()
    private(set) var facts = BookFacts()

    init(
        _ book: ReadBook, _ wish: SoundWish?, _ clock: SessionClock, report: @escaping @Sendable (BookNews) -> Void
    ) {
        (self.book, self.report) = (book, report)
        loudspeaker = wish.map { SharedLoudspeaker($0, clock) }
        index = BookIndex(book.source)
        loads = ChunkLoads(book.source) {
            report(.told(.notice($0)))
        } wake: {
            report(.ready)
        }
        face = book.face.map { NarratorFace($0, report) }
        sound.device = wish == nil ? .off : .opening
        (sound.volume, sound.volumes) = (wish?.volume ?? 100, SoundWish.volumes)
        facts.isReadHere = true
        let identity = book.source.identity
        kept = book.shelf?.place(of: identity) ?? ReadingPlace(book.source.book.title)
        keeper = book.shelf.map { PlaceKeeper($0, identity) }
        facts.bookmarks = kept.bookmarks
    }

    // MARK: From beginning to end

    /// What the face hears first.
    var opening: NarratorInput? { face?.opening }

    /// - Returns: what the reader hears first.
    func start() -> [ReaderInput] {
        if let loudspeaker {
            Task.detached { [report] in
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
        settings.percent = kept.percent
        let place = kept.place.map { [ReaderInput.command(.place($0))] } ?? []
        return [.began(settings), .bookOpened(book.source.book)] + place
    }

    /// Silence, at once.
    func stop(_ reader: BookReader) {
        device?.stop()
        note(reader)
        keep()
        searching?.cancel()
        growing?.cancel()
    }

    func leave() async {
        await book.source.close()
        await keeper?.finish()
    }

    // MARK: Where it was left

    /// A disk is not asked at every word.
    private static let keepPeriod = Span.seconds(5)

    private func note(_ reader: BookReader) {
        guard let place = reader.place else { return }
        // Who has come to the end begins anew.
        kept.place = reader.isOver ? nil : place
        kept.percent = reader.percent
    }

    private func keep() {
        kept.left = Double(WallClock.microseconds) / 1_000_000
        keeper?.keep(kept)
    }

    func set(_ bookmark: Bookmark) -> [ScreenInput] {
        guard kept.set(bookmark) else {
            return [.notice("there are \(ReadingPlace.mostBookmarks) bookmarks; no other one is kept")]
        }
        return keepBookmarks("bookmark: \(bookmark.name)")
    }

    func remove(_ bookmark: Bookmark) -> [ScreenInput] {
        kept.remove(bookmark)
        return keepBookmarks(nil)
    }

    private func keepBookmarks(_ notice: String?) -> [ScreenInput] {
        facts.bookmarks = kept.bookmarks
        keep()
        return [.answered(nil)] + (notice.map { [.notice($0)] } ?? [])
    }

    // MARK: What the reader wants

    /// - Returns: what it is to hear of it now; asked again until that is nothing.
    func follow(_ reader: BookReader, at now: Instant) -> ReaderInput? {
        loads.want(reader.wantedChunks)
        if let input = loads.next() {
            if case .chunkLoaded(_, let chunk) = input { player?.prepare(chunk.sounds) }
            return input
        }
        if now >= keptAt + Self.keepPeriod, reader.place?.sentence != kept.place?.sentence {
            keptAt = now
            note(reader)
            keep()
        }
        // Whether there is a loudspeaker is not known yet.
        guard sound.device != .opening else { return nil }
        if let device, device.isLost(at: now) { return lose() }
        guard let event = heard(reader, at: now) else { return nil }
        return .sound(reader.generation, event)
    }

    private func heard(_ reader: BookReader, at now: Instant) -> ReaderSoundEvent? {
        guard let player else { return silent.follow(reader.sound, at: now) ?? silent.event(at: now) }
        guard let event = player.follow(reader.sound, at: now) else { return nil }
        // Each turn tells where it is; the reader hears of it when something of the text changes, and now and then.
        if case .moved(let position) = event, !isWorthTelling(position, reader, at: now) { return nil }
        told = now
        return event
    }

    private var told = Instant.zero
    /// What is heard is told so often where nothing of the text changes.
    private static let tellPeriod = Span.milliseconds(250)

    private func isWorthTelling(_ position: Span, _ reader: BookReader, at now: Instant) -> Bool {
        guard let known = reader.record.position, position > known else { return false }
        return now >= told + Self.tellPeriod || reader.nextChange.map { $0 <= position } == true
    }

    /// Lets the face speak what is heard.
    func followNarrator(_ narrator: Narrator, _ reader: BookReader, at now: Instant) {
        guard let face, let sounds, let sound = reader.sound,
            case .success(let streamed)? = sounds.sound(sound.sound)
        else { return }
        face.follow(narrator, reader, sound, streamed, at: now)
    }

    /// How loud a part of a file is; `nil` while it is not decoded.
    func levels(of sound: BookSound, from start: Span, to end: Span) -> [UInt8]? {
        guard let sounds, case .success(let streamed)? = sounds.sound(sound) else { return nil }
        return streamed.levels(from: start, to: end)
    }

    /// When something that it wants comes about by itself.
    func nextWake(_ reader: BookReader, at now: Instant) -> Instant? {
        guard let sound = reader.sound, sound.isRunning else { return nil }
        guard let player else { return silent.nextTime }
        var times = [told + Self.tellPeriod, player.end(at: now)].compactMap(\.self)
        if let change = reader.nextChange, let time = player.time(of: change, at: now) { times.append(time) }
        return times.min().map { max($0, now + Self.shortestWait) }
    }

    private static let shortestWait = Span.milliseconds(1)

    /// The device is gone: nothing goes on that nobody hears.
    private func lose() -> ReaderInput {
        (device, player) = (nil, nil)
        sound.device = .unavailable("the sound device is gone")
        return .command(.pause)
    }

    // MARK: News

    /// What comes of a piece of news.
    struct Outcome {
        /// What the session is to hear.
        var input: LocalInput?
        /// What it is to hear that has to be on the tape as it is.
        var message: WireMessage?
        var told: [ScreenInput]

        init(_ input: LocalInput? = nil, told: [ScreenInput] = [], message: WireMessage? = nil) {
            (self.input, self.told, self.message) = (input, told, message)
        }
    }

    func receive(_ news: BookNews) -> Outcome {
        switch news {
        case .told(let input): return Outcome(told: [input])
        case .heard(let input): return Outcome(input)
        case .keep(let message): return Outcome(message: message)
        case .opened(let opened):
            (device, sound.device) = (opened, .open)
            let sounds = BookSounds(book.source, rate: opened.rate) { [report] in report(.ready) }
            (self.sounds, player) = (sounds, BookPlayer(opened, sounds))
            setGain()
            return Outcome()
        case .noDevice(let error):
            sound.device = .unavailable(error.reason)
            return Outcome(told: [.notice("there is no sound: \(error.reason)")])
        case .ready: return Outcome()
        }
    }

    // MARK: The user

    func setMuted(_ isMuted: Bool) {
        sound.isMuted = isMuted
        setGain()
    }

    func setVolume(_ percent: Int) {
        sound.volume = percent.clamped(to: SoundWish.volumes)
        setGain()
    }

    /// Muted it goes on: the sound is the clock.
    private func setGain() { device?.setGain(sound.isMuted ? 0 : SoundWish.gain(ofVolume: sound.volume)) }

    func lookUp(_ words: String) {
        Task.detached { [book, report] in
            let found = await book.source.definition(of: words)
            let answer = found.map { Lookup.Answer.found($0) } ?? .none("the book has no word for it")
            report(.told(.lookedUp(Lookup(words, answer))))
        }
    }

    func search(_ text: String) {
        searching?.cancel()
        let count = book.source.book.chunks.count
        searching = Task.detached { [index, report] in
            await index.search(text, chunks: count) {
                report(.told(.matches(BookMatches(text, sentences: $0, part: $1))))
            }
        }
    }
}
