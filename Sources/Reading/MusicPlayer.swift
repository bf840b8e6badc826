import BookFolders
import Engine
import Events
import Files
import Platform
import Settings
import Sound

/// Music beneath the book that is read: looked for once its first word is heard, heard while somebody reads.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class MusicPlayer {
    /// What came of looking for it.
    package enum Event: Sendable {
        case found(MusicFiles?)
        case opened(StreamedSound)
        case failed(String)
    }

    private enum State {
        case unasked
        case looking
        case none
        case found(MusicFiles)
        case opening(MusicFiles)
        case open(MusicFiles, MusicBed)
        case failed(String)
    }

    private let book: any BookSource
    private let options: MusicOptions
    private let report: @Sendable (Event?) -> Void
    private var state = State.unasked
    private var work: Task<Void, Never>?
    /// For it alone.
    private var loudspeaker: (any Loudspeaker)?
    /// What the user said while it was read; `nil` for nothing.
    private var isWanted: Bool?

    /// - Parameter report: called from anywhere with what `receive` is to hear, and with `nil` when more has been decoded.
    package init(_ book: any BookSource, _ options: MusicOptions, report: @escaping @Sendable (Event?) -> Void) {
        (self.book, self.options, self.report) = (book, options, report)
    }

    /// What is heard, for people; `nil` for nothing.
    package var title: String? { if case .open(let found, _) = state, isOn(found) { found.title } else { nil } }

    private func isOn(_ found: MusicFiles) -> Bool { isWanted ?? found.begins }

    // MARK: Following

    /// - Parameters:
    ///   - gain: what the book is heard with, 0 to 1.
    ///   - opens: gives the loudspeaker beneath the one that the book is heard from.
    /// - Returns: what the user is told.
    package func follow(
        _ reader: BookReader, gain: Float, at now: Instant, opens: () -> (any Loudspeaker)?
    ) -> String? {
        switch state {
        case .unasked:
            guard isWanted ?? (options.choice != .off), reader.sound?.isRunning == true, let opened = opens() else {
                return nil
            }
            loudspeaker = opened
            look()
        case .found(let found): if isOn(found) { open(found) }
        case .open(let found, let bed):
            bed.follow(isOn(found) && Self.isHeard(reader) ? gain * options.gain : nil, at: now)
            if let failure = bed.failure { return receive(.failed(failure.reason)) }
        case .looking, .none, .opening, .failed: break
        }
        return nil
    }

    /// It stands where the book stands.
    private static func isHeard(_ reader: BookReader) -> Bool {
        if case .failed = reader.loading { return false }
        return reader.wantsToPlay && !reader.isOver
    }

    package func nextWake(at now: Instant) -> Instant? {
        if case .open(_, let bed) = state { bed.nextWake(at: now) } else { nil }
    }

    package func stop() {
        work?.cancel()
        if case .open(_, let bed) = state { bed.stop() }
    }

    private func look() {
        state = .looking
        work = Task.detached { [book, options, report] in
            do {
                report(.found(try await MusicFiles.find(options, for: book)))
            } catch {
                report(.failed(CommandError(error).reason))
            }
        }
    }

    private func open(_ found: MusicFiles) {
        guard let rate = loudspeaker?.rate else { return }
        state = .opening(found)
        work = Task.detached { [book, report] in
            do {
                report(.opened(try await found.open(book, rate: rate) { report(nil) }))
            } catch {
                report(.failed(CommandError(error).reason))
            }
        }
    }

    /// - Returns: what the user is told.
    package func receive(_ event: Event) -> String? {
        switch (event, state) {
        case (.found(let found?), .looking): state = .found(found)
        case (.found(nil), .looking):
            state = .none
            // Who has asked for it waits for a word.
            if isWanted == true { return "no music" }
        case (.opened(let sound), .opening(let found)):
            guard let loudspeaker else { return nil }
            state = .open(found, MusicBed(loudspeaker, sound))
        case (.failed(let reason), _):
            stop()
            state = .failed(reason)
            // A server that has no music is no fault of a book for which nobody wants any.
            if isWanted == true || options.choice != .ofBook { return "no music: \(reason)" }
        default: break
        }
        return nil
    }

    // MARK: The user

    /// - Returns: what they are told.
    package func toggle() -> String {
        switch state {
        case .none: return "no music"
        case .failed(let reason): return "no music: \(reason)"
        case .unasked, .looking: isWanted = !(isWanted ?? (options.choice != .ofBook && options.choice != .off))
        case .found(let found), .opening(let found), .open(let found, _):
            isWanted = !isOn(found)
            if isWanted == true { return "music: \(found.title)" }
        }
        return isWanted == true ? "music on" : "no music"
    }
}

/// Music that is there to be heard beneath a book.
package struct MusicFiles: Sendable {
    /// For people; a stranger's text.
    package let title: String
    /// It is heard from the beginning: it belongs to the book, or the user named it.
    package let begins: Bool
    private let place: Place

    private enum Place: Sendable {
        /// The user's.
        case file(String)
        case ofBook(String)
    }

    /// Looks for what is wanted, or else for what the book or its server has.
    /// - Returns: `nil` where there is none.
    /// - Throws: why it cannot be asked for, or that what was named is nothing.
    package static func find(_ options: MusicOptions, for book: any BookSource) async throws -> MusicFiles? {
        guard case .named(let name) = options.choice else {
            let isOfBook = options.choice == .ofBook
            return try await book.music(named: nil).map { MusicFiles($0, begins: $0.isOwn && isOfBook) }
        }
        if FileStatus(name)?.kind == .file {
            return MusicFiles(title: FileNames.last(of: name), begins: true, place: .file(name))
        }
        guard let music = try await book.music(named: name) else {
            throw CommandError.unusable("\(name.kept): neither a file nor music on the book's server")
        }
        return MusicFiles(music, begins: true)
    }

    private init(title: String, begins: Bool, place: Place) {
        (self.title, self.begins, self.place) = (title, begins, place)
    }

    private init(_ music: BookMusic, begins: Bool) {
        self.init(title: music.title, begins: begins, place: .ofBook(music.path))
    }

    /// - Parameters:
    ///   - rate: samples a second that the device takes.
    ///   - report: called from anywhere when more of it has been decoded.
    /// - Throws: why it cannot be heard.
    package func open(
        _ book: any BookSource, rate: Int, report: @escaping @Sendable () -> Void
    ) async throws -> StreamedSound {
        do {
            switch place {
            case .ofBook(let path):
                return try await StreamedSound.open(try await book.sound(path), rate: rate, report: report)
            case .file(let path):
                guard let file = OpenFile(path) else { throw SoundError.unreadable(errorWords()) }
                return try await StreamedSound.open(.file(file), rate: rate, report: report)
            }
        } catch let error as SoundError {
            throw CommandError.unusable("\(title.kept): \(error.reason)")
        }
    }
}

/// Music beneath a book, round and round, while somebody reads.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class MusicBed {
    private let loudspeaker: any Loudspeaker
    private let sound: StreamedSound
    private var feed: SoundFeed
    private var isHeard = false
    /// When it has faded away; `nil` while it is heard, and once it stands.
    private var standsAt: Instant?

    private static let fading = TimeSpan.milliseconds(400)
    /// It is looked so often whether the device has enough.
    private static let period = TimeSpan.seconds(1)

    /// - Parameter loudspeaker: for this alone.
    package init(_ loudspeaker: any Loudspeaker, _ sound: StreamedSound) {
        (self.loudspeaker, self.sound) = (loudspeaker, sound)
        feed = SoundFeed(sound, as: SoundName(0, 0), over: loudspeaker, isEndless: true)
    }

    /// Why it is not heard any further.
    package var failure: SoundError? { sound.failure }

    /// - Parameter gain: 0 to 1; `nil` where it is not to be heard.
    package func follow(_ gain: Float?, at now: Instant) {
        if let gain, failure == nil {
            feed.give(to: loudspeaker)
            loudspeaker.setGain(gain)
            if !isHeard { loudspeaker.setPaused(false) }
            (isHeard, standsAt) = (true, nil)
        } else if isHeard {
            loudspeaker.setGain(0)
            (isHeard, standsAt) = (false, now + Self.fading)
        } else if let end = standsAt, end <= now {
            loudspeaker.setPaused(true)
            standsAt = nil
        }
    }

    /// At once.
    package func stop() {
        loudspeaker.stop()
        loudspeaker.setPaused(true)
    }

    /// When it is to be asked again at the latest.
    package func nextWake(at now: Instant) -> Instant? { isHeard ? now + Self.period : standsAt }
}
